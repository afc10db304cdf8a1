/** The same moves without the board: from a list, by coordinates, by the keyboard alone. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

describe('entering moves', { timeout: 180_000 }, () => {
  /** @type {Stage} */
  let stage;
  /** @type {import('./lib/table.mjs').Table} */
  let table;
  before(async () => {
    stage = await Stage.open();
    table = await stage.table();
    // Four people: no computer's choice decides what can be entered next.
    await table.startHere();
    await table.turn();
  });
  after(() => stage.close());

  const played = () => table.wire.asked('play').map(({ move }) => move);
  /** Waits until moves can be entered again. */
  const myTurn = () =>
    until('my turn', async () => {
      const faces = table.get('other-input');
      return (await faces.getAttribute('data-your-turn')) === 'true';
    });
  const focused = () =>
    table.page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? null);

  test('a move from the list waits for its confirmation', async () => {
    await table.touch('game-menu');
    await table.touch('menu-input');
    await table.get('move-row').first().waitFor();
    const all = await table.get('move-row').count();
    await table.touch('filter-knight');
    await until('the knights alone', async () => (await table.get('move-row').count()) < all);
    await table.page.locator('[data-move="e1d3"]').tap();
    assert.deepEqual(played(), [], 'nothing is played yet');
    await table.touch('confirm-cancel');
    assert.equal(await table.get('confirm-bar').count(), 0);
    await table.page.locator('[data-move="e1d3"]').tap();
    await table.touch('confirm-bar');
    await until('the move', () => played().length === 1);
    assert.deepEqual(played(), ['e1d3']);
    await myTurn();
  });

  test('coordinates: only what leads to a legal move is a key', async () => {
    await table.touch('input-pad');
    await table.get('pad').waitFor();
    assert.ok(await table.get('pad-n').isDisabled(), 'nothing of Blue stands on n');
    await table.touch('pad-b');
    assert.ok(await table.get('pad-2').isDisabled(), 'nothing stands on b2, which is no square');
    await table.touch('pad-7');
    await table.touch('pad-erase');
    await table.touch('pad-7');
    await table.touch('pad-c');
    await table.touch('pad-7');
    await table.touch('pad-look');
    await table.touch('confirm-bar');
    await until('the move', () => played().length === 2);
    assert.equal(played()[1], 'b7c7');
    await myTurn();
  });

  test('coordinates by the keyboard alone', async () => {
    await table.get('pad').focus();
    await table.page.keyboard.type('i13i11');
    await table.page.keyboard.press('Enter');
    await until('the focus on the bar', async () => (await focused()) === 'confirm-bar');
    await table.page.keyboard.press('Enter');
    await until('the move', () => played().length === 3);
    assert.equal(played()[2], 'i13i11');
    await myTurn();
    await until('the focus back at the keys', async () => (await focused()) === 'pad');
  });

  test('the list by the keyboard alone', async () => {
    await table.get('input-pad').focus();
    await table.page.keyboard.press('ArrowLeft');
    await table.get('move-row').first().waitFor();
    assert.equal(await focused(), 'input-list');
    await table.page.keyboard.press('Tab');
    assert.equal(await focused(), 'filter-all', 'the switch is one stop');
    await table.page.keyboard.press('Tab');
    assert.equal(await focused(), 'move-row', 'the filter is one stop');
    await table.page.keyboard.press('ArrowDown');
    const move = await table.page.evaluate(
      () => /** @type {HTMLElement} */ (document.activeElement).dataset.move,
    );
    assert.equal(move, await table.get('move-row').nth(1).getAttribute('data-move'));
    await table.page.keyboard.press('Enter');
    await until('the focus on the bar', async () => (await focused()) === 'confirm-bar');
    await table.page.keyboard.press('Enter');
    await until('the move', () => played().length === 4);
    assert.equal(played()[3], move);
    await myTurn();
  });

  test('the choice is kept, and the board is one tap away', async () => {
    await table.page.reload();
    await table.get('move-row').first().waitFor();
    await table.touch('input-board');
    await table.until('the board', (board) => board.yours);
    table.assertNoErrors();
  });
});
