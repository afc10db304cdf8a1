/** The board beyond moves: zoom, marks and arrows, taps that ask. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

describe('the board', { timeout: 180_000 }, () => {
  /** @type {Stage} */
  let stage;
  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());

  /** A device on the first position, Red to move, without confirmation. */
  async function first(options) {
    const table = await stage.tableOf(await stage.deviceWith({ confirm: 'off' }, options));
    await table.start(1);
    await table.turn();
    return table;
  }

  const played = (table) => table.wire.asked('play').map(({ move }) => move);
  const zoomOf = (table) => table.page.locator('[data-board]').getAttribute('data-zoomed');
  const zoomed = async (table, yes) =>
    await until(yes ? 'a zoomed board' : 'the whole board', async () => {
      return ((await zoomOf(table)) !== null) === yes;
    });

  /** Waits until the board has stopped growing and gives the width of a square. */
  async function squareWidth(table, square) {
    let last = 0;
    await until('the board to rest', async () => {
      const { size } = await table.middle(square);
      const rests = Math.abs(size - last) < 0.01;
      last = size;
      return rests;
    });
    return last;
  }

  /** Two fingers on a square that move apart or together. */
  async function pinch(table, square, from, to) {
    const session = await table.page.context().newCDPSession(table.page);
    const { x, y } = await table.middle(square);
    const send = (type, gap) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          gap === null
            ? []
            : [
                { x: x - gap, y, id: 1 },
                { x: x + gap, y, id: 2 },
              ],
      });
    await send('touchStart', from);
    for (let i = 1; i <= 6; i += 1) await send('touchMove', from + ((to - from) * i) / 6);
    await send('touchEnd', null);
  }

  test('two fingers zoom; a chosen piece stays chosen and plays on', async () => {
    const table = await first();
    const before = await squareWidth(table, 'g2');
    await table.choose('g2');
    await pinch(table, 'g4', 20, 70);
    await zoomed(table, true);
    assert.ok(Math.abs((await squareWidth(table, 'g2')) - 2 * before) < 0.5, 'twice as large');
    assert.equal((await table.board()).held, 'g2');
    assert.ok(await table.get('zoom-out').isVisible());
    await table.play('g4');
    assert.deepEqual(played(table), ['g2g4']);
    await pinch(table, 'g4', 70, 20);
    await zoomed(table, false);
    assert.ok(Math.abs((await squareWidth(table, 'g2')) - before) < 0.5);
    table.assertNoErrors();
  });

  test('a double tap on nothing zooms, two quick taps that play do not', async () => {
    const table = await first();
    await table.choose('g2');
    await table.tap('g4');
    await table.until('the move', ({ ply }) => ply > 0);
    assert.equal(await zoomOf(table), null);
    await table.turn(30_000);
    // Without a look at the page between the two, which may take too long for a double tap.
    const { x, y } = await table.middle('g8');
    await Promise.all([table.page.touchscreen.tap(x, y), table.page.touchscreen.tap(x, y)]);
    await zoomed(table, true);
    assert.deepEqual(played(table), ['g2g4']);
    table.assertNoErrors();
  });

  test('Back, the button and Escape lead from the zoom to the whole board', async () => {
    const table = await first();
    for (const leave of [
      () => table.page.goBack(),
      () => table.touch('zoom-out'),
      async () => {
        await table.page.locator('[data-square="g8"]').focus();
        await table.page.keyboard.press('Escape');
      },
    ]) {
      await pinch(table, 'g8', 20, 70);
      await zoomed(table, true);
      await leave();
      await zoomed(table, false);
      assert.ok(await table.get('game-screen').isVisible(), 'still in the game');
    }
    table.assertNoErrors();
  });

  test('a zoomed board is moved by a finger on empty squares, on the map and by arrow keys', async () => {
    const table = await first();
    await pinch(table, 'g8', 20, 70);
    await zoomed(table, true);
    const start = await zoomOf(table);
    await squareWidth(table, 'g8');
    const finger = await table.finger();
    const { x, y, size } = await table.middle('g8');
    await finger.down({ x, y });
    await finger.move({ x, y: y - 2 * size });
    await finger.up();
    const moved = await until('another window', async () => {
      const now = await zoomOf(table);
      return now !== start && /^\d,\d$/.test(now) ? now : null;
    });
    const [column, row] = start.split(',').map(Number);
    assert.equal(moved, `${column},${row + 2}`);
    await table.get('zoom-move').focus();
    await table.page.keyboard.press('ArrowUp');
    await until('one up', async () => (await zoomOf(table)) === `${column},${row + 1}`);
    const box = await table.get('zoom-move').boundingBox();
    await table.page.touchscreen.tap(box.x + box.width - 4, box.y + box.height / 2);
    await until('the right edge', async () => (await zoomOf(table)).startsWith('7,'));
    assert.deepEqual(played(table), []);
    table.assertNoErrors();
  });

  test('a long press marks, a long press that moves draws, a tap wipes', async () => {
    const table = await first();
    const finger = await table.finger();
    const note = (square) => table.page.locator(`[data-note="${square}"]`);
    const arrow = table.page.locator('[data-arrow="e5g7"]');
    await finger.down(await table.middle('g8'));
    await note('g8').waitFor({ state: 'attached' });
    await finger.up();
    await finger.down(await table.middle('e5'));
    // The press has become a drawing when its own square is marked.
    await note('e5').waitFor({ state: 'attached' });
    await finger.move(await table.middle('g7'));
    await finger.up();
    await arrow.waitFor({ state: 'attached' });
    assert.equal(await note('g8').count(), 1);
    await table.tap('h9');
    await arrow.waitFor({ state: 'detached' });
    assert.equal(await note('g8').count(), 0);
    assert.deepEqual(played(table), []);
    table.assertNoErrors();
  });

  test('a piece dragged to the edge of a zoomed board moves it, and is dropped there', async () => {
    const table = await first();
    await pinch(table, 'h4', 20, 70);
    await zoomed(table, true);
    await squareWidth(table, 'h2');
    const start = await zoomOf(table);
    const finger = await table.finger();
    const box = await table.page.locator('[data-board]').boundingBox();
    await finger.down(await table.middle('h2'));
    await finger.move({ x: box.x + box.width - 4, y: box.y + box.height / 2 });
    await until('the right edge', async () => (await zoomOf(table)).startsWith('7,'));
    assert.notEqual(start.split(',')[0], '7');
    await finger.move({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await finger.up();
    await until('whole squares', async () => /^\d,\d$/.test(await zoomOf(table)));
    assert.deepEqual(played(table), [], 'no target lay there');
    table.assertNoErrors();
  });

  test("the mouse's right button draws", async () => {
    const table = await first({
      viewport: { width: 1280, height: 800 },
      isMobile: false,
      deviceScaleFactor: 1,
    });
    const { mouse } = table.page;
    const [from, to] = [await table.middle('g2'), await table.middle('g4')];
    await mouse.move(from.x, from.y);
    await mouse.down({ button: 'right' });
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up({ button: 'right' });
    const arrow = table.page.locator('[data-arrow="g2g4"]');
    await arrow.waitFor({ state: 'attached' });
    await mouse.click(from.x, from.y);
    await arrow.waitFor({ state: 'detached' });
    assert.equal((await table.board()).held, 'g2', 'the click still chooses');
    assert.deepEqual(played(table), []);
    table.assertNoErrors();
  });

  test('a tap between two targets asks though moves are not confirmed', async () => {
    const table = await first();
    await table.choose('g2');
    await table.tap('g3', { down: -0.4 });
    const tick = table.get('confirm-move');
    await tick.waitFor();
    const { pieces, targets, ply } = await table.board();
    assert.deepEqual([pieces.g3, targets, ply], ['red-pawn', ['g4'], 0]);
    // The other square that may have been meant; the board goes on asking.
    await table.tap('g4');
    await table.until('the ghost on g4', (board) => board.pieces.g4 === 'red-pawn');
    assert.deepEqual(played(table), []);
    await tick.tap();
    await table.until('the move', (board) => board.ply > 0);
    assert.deepEqual(played(table), ['g2g4']);
    table.assertNoErrors();
  });
});
