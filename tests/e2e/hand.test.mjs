/** The hand on the board: snapping taps, dragging, confirming, promoting, and the keyboard. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PERSONS } from './lib/client.mjs';
import { allPromotions, openDressed } from './lib/dress.mjs';
import { playUntil } from './lib/player.mjs';
import { seeded } from './lib/random.mjs';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

/** The piece that a finger drags is aimed so many squares above it. */
const LIFT = 1.4;

describe('the hand', { timeout: 240_000 }, () => {
  /** @type {Stage} */
  let stage;
  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());

  /** A device on the first position, Red to move, with moves that wait for a tick or don't. */
  async function first(confirm, options) {
    const table = await stage.tableOf(await stage.deviceWith({ confirm }, options));
    await table.start(1);
    await table.turn();
    return table;
  }

  const played = (table) => table.wire.asked('play').map(({ move }) => move);

  test('a tap beside a piece takes the nearest that can move', async () => {
    const table = await first('off');
    await table.tap('g2', { down: -0.7 });
    await table.until('g2 in hand', ({ held }) => held === 'g2');
    // Far from every piece: put down.
    await table.tap('g7');
    await table.until('nothing in hand', ({ held }) => held === null);
    assert.deepEqual(played(table), []);
    table.assertNoErrors();
  });

  test('a second tap goes on to the next piece in reach', async () => {
    const table = await first('off');
    await table.choose('g2');
    await table.tap('g2');
    const { held } = await table.until('another piece', ({ held }) => held !== 'g2');
    assert.ok(held === null || ['f2', 'h2', 'f1'].includes(held), held);
    assert.deepEqual(played(table), [], 'no move slipped');
  });

  test('a tap beside a target goes to the nearest target, a tap far off puts down', async () => {
    const table = await first('off');
    assert.deepEqual((await table.choose('g2')).toSorted(), ['g3', 'g4']);
    await table.tap('g4', { right: 0.3, down: -0.8 });
    await table.until('the move', ({ ply }) => ply > 0);
    assert.deepEqual(played(table), ['g2g4']);
    await table.turn(30_000);
    await table.choose('h2');
    await table.tap('h8');
    await table.until('nothing in hand', ({ held }) => held === null);
    assert.deepEqual(played(table), ['g2g4']);
    table.assertNoErrors();
  });

  test('a move waits for its tick; a tap beside it takes it back', async () => {
    const table = await first('on');
    await table.choose('g2');
    await table.tap('g4');
    const tick = table.get('confirm-move');
    await tick.waitFor();
    const box = await tick.boundingBox();
    assert.ok(box.width >= 44 && box.height >= 44, `${box.width} x ${box.height}`);
    const ghost = await table.board();
    assert.equal(ghost.ply, 0);
    assert.equal(ghost.pieces.g4, 'red-pawn', 'the ghost stands on the target');
    await table.tap('d9');
    await tick.waitFor({ state: 'hidden' });
    assert.equal((await table.board()).pieces.g2, 'red-pawn');
    assert.deepEqual(played(table), []);

    // Back gives it up too, before anything is left: the system's, and the arrow.
    for (const back of [() => table.page.goBack(), () => table.touch('back')]) {
      await table.choose('g2');
      await table.tap('g4');
      await tick.waitFor();
      await back();
      await tick.waitFor({ state: 'hidden' });
      assert.equal((await table.board()).pieces.g2, 'red-pawn');
    }

    await table.choose('g2');
    await table.tap('g3');
    await tick.tap();
    await table.until('the move', ({ ply }) => ply > 0);
    assert.deepEqual(played(table), ['g2g3']);
    table.assertNoErrors();
  });

  test('a drag plays where the lifted piece is let go', async () => {
    const table = await first('off');
    const finger = await table.finger();
    const from = await table.middle('g2');
    const to = await table.middle('g4');
    await finger.down(from);
    await finger.move({ x: to.x, y: to.y + LIFT * to.size });
    const { held, targets } = await table.until('g2 in hand', (board) => board.held === 'g2');
    assert.deepEqual([held, targets.toSorted()], ['g2', ['g3', 'g4']]);
    assert.deepEqual(played(table), [], 'nothing is played before the finger is lifted');
    await finger.up();
    await table.until('the move', ({ ply }) => ply > 0);
    assert.deepEqual(played(table), ['g2g4']);
    table.assertNoErrors();
  });

  test('a drag that ends off the board, off every target or is taken away plays nothing', async () => {
    const table = await first('off');
    const finger = await table.finger();
    const from = await table.middle('g2');
    const drags = [
      ['off the board', { x: from.x, y: 30 }],
      ['on no target', await table.middle('g9')],
    ];
    for (const [what, to] of drags) {
      await finger.down(from);
      await finger.move(to);
      await finger.up();
      await table.until(`nothing in hand after a drag ${what}`, ({ held }) => held === null);
    }
    await finger.down(from);
    const to = await table.middle('g4');
    await finger.move({ x: to.x, y: to.y + LIFT * to.size });
    await finger.cancel();
    await table.until('nothing in hand', ({ held }) => held === null);
    const { ply, pieces } = await table.board();
    assert.deepEqual([ply, pieces.g2], [0, 'red-pawn']);
    assert.deepEqual(played(table), []);
    table.assertNoErrors();
  });

  /** A device with a game in which Red can promote. */
  async function promotion() {
    const device = await stage.device();
    const client = await stage.client(device);
    await client.create(PERSONS);
    const promotes = ({ now }) => now.turn === 'red' && now.legal.some((move) => move.promotion);
    assert.ok(await playUntil(client, seeded(9), promotes), 'a promotion was reached');
    const move = client.game.now.legal.find(({ promotion }) => promotion === 'queen');
    return { device, client, move };
  }

  test('the picker of the new piece: Back puts the pawn down, a choice waits for its tick', async () => {
    // The rules of solo know queens alone: the other pieces are offered on the way to the page.
    const { device, client, move } = await promotion();
    const table = await openDressed(stage, device, allPromotions, client.game.id);
    const ask = async () => {
      await table.turn();
      await table.choose(move.from);
      await table.tap(move.to);
      await table.get('promote-queen').waitFor();
    };
    await ask();
    for (const kind of ['rook', 'bishop', 'knight']) {
      assert.ok(await table.get(`promote-${kind}`).isVisible(), kind);
    }
    await table.page.goBack();
    await table.get('promote-queen').waitFor({ state: 'hidden' });
    const { held, pieces, ply } = await table.until('nothing in hand', (board) => !board.held);
    assert.deepEqual([held, pieces[move.from], ply], [null, 'red-pawn', client.game.now.ply]);

    await ask();
    // Squares of a phone are small: like any other move this one waits for its tick.
    await table.touch('promote-queen');
    const ghost = await table.until('the ghost', ({ pieces }) => pieces[move.to] === 'red-queen');
    assert.equal(ghost.ply, ply);
    assert.deepEqual(played(table), []);
    await table.touch('confirm-move');
    await table.until('the move', (board) => board.ply > ply);
    assert.equal((await table.board()).pieces[move.to], 'red-queen');
    assert.deepEqual(played(table), [`${move.from}${move.to}q`]);
    table.assertNoErrors();
  });

  test('a pawn becomes a queen that keeps its mark after a reload', async () => {
    const { device, move } = await promotion();
    const table = await stage.tableOf(device);
    await table.goOn();
    await table.move(move.from, move.to);
    const { pieces } = await table.turn();
    assert.equal(pieces[move.to], 'red-queen');
    const marked = () => table.page.locator(`[data-at="${move.to}"] [data-badge="1"]`).count();
    assert.equal(await marked(), 1, 'the queen that counts one wears its mark');
    await table.page.reload();
    await table.turn();
    assert.equal(await marked(), 1, 'after a reload too');
    table.assertNoErrors();
  });

  test('moves by the clicks of a screen reader, which have no finger', async () => {
    const table = await first('off');
    const click = (square) =>
      table.page.locator(`[data-square="${square}"]`).evaluate((node) => node.click());
    await click('g2');
    await table.until('g2 in hand', ({ held }) => held === 'g2');
    await click('g4');
    await table.until('the move', ({ ply }) => ply > 0);
    assert.deepEqual(played(table), ['g2g4']);
    table.assertNoErrors();
  });

  test('moves by arrow keys and Enter alone', async () => {
    const table = await stage.table({
      viewport: { width: 1280, height: 800 },
      hasTouch: false,
      isMobile: false,
      deviceScaleFactor: 1,
    });
    const { page } = table;
    const keys = async (...names) => {
      for (const name of names) await page.keyboard.press(name);
    };
    await tabTo(page, '[data-testid="home-play"]');
    await keys('Enter');
    await tabTo(page, '[data-testid="new-start"]');
    await keys('Enter');
    await table.turn();
    await tabTo(page, '[data-square]');
    const cursor = () => page.evaluate(() => document.activeElement?.getAttribute('data-square'));
    for (let i = 0; (await cursor()) !== 'g2'; i += 1) {
      assert.ok(i < 30, `the cursor reaches g2: ${await cursor()}`);
      const [file, rank] = [(await cursor())[0], Number((await cursor()).slice(1))];
      await keys(
        rank > 2 ? 'ArrowDown' : rank < 2 ? 'ArrowUp' : file < 'g' ? 'ArrowRight' : 'ArrowLeft',
      );
    }
    await keys('Enter');
    await table.until('g2 in hand', ({ held }) => held === 'g2');
    await keys('Escape');
    await table.until('nothing in hand', ({ held }) => held === null);
    await keys('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
    const tick = table.get('confirm-move');
    await until('the move or its tick', async () => {
      if (played(table).length > 0) return true;
      if (await tick.isVisible()) await keys('Enter');
      return false;
    });
    await table.until('the move', ({ ply }) => ply > 0);
    assert.deepEqual(played(table), ['g2g4']);
    table.assertNoErrors();
  });
});

/** Presses Tab until the focus fits. */
async function tabTo(page, selector) {
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((one) => document.activeElement?.matches(one), selector)) return;
  }
  assert.fail(`Tab reaches ${selector}`);
}
