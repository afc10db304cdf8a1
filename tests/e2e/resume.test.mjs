/**
 * A game survives a reload, a second tab and the sudden end of the relay; a gesture that was begun
 * on another position, or while the line was down, is never played.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stage } from './lib/stage.mjs';
import { Table } from './lib/table.mjs';
import { until } from './lib/wait.mjs';

const LINE_LOST = /^console: WebSocket connection to .* failed|ERR_CONNECTION_(REFUSED|RESET)/;

/** The parts of the board that must be the same again. */
const position = ({ ply, hash, turn, pieces }) => ({ ply, hash, turn, pieces });

/**
 * A game in its second round, in the person's turn. From here i2-i3 keeps the king safe for one more
 * round; f2-f3 let the CPUs mate in one game of a hundred.
 */
async function secondRound(t) {
  const stage = await Stage.open(t);
  const table = await stage.table();
  await table.start(1);
  await table.move('g2', 'g4');
  await table.turn(30_000);
  return { stage, table };
}

test('a reload goes on where it was', { timeout: 90_000 }, async (t) => {
  const { table } = await secondRound(t);
  const before = await table.turn();
  // A move that waits for its tick is not played by a reload.
  await table.choose('h2');
  await table.tap('h3');
  await table.page.reload();
  assert.deepEqual(position(await table.turn()), position(before));
  assert.deepEqual(table.wire.asked('play').length, 1);

  await table.move('h2', 'h3');
  table.assertNoErrors();
});

test('the home screen leads back into the game', { timeout: 90_000 }, async (t) => {
  const { stage, table } = await secondRound(t);
  const before = await table.turn();
  await table.page.goto('about:blank');
  await table.page.goto(stage.relay.url);
  await table.goOn();
  assert.deepEqual(position(await table.turn()), position(before));
  table.assertNoErrors();
});

test('a second tab shows the same game and both go on', { timeout: 90_000 }, async (t) => {
  const { stage, table } = await secondRound(t);
  const before = await table.turn();
  const second = await Table.open(table.page.context(), stage.relay);
  await second.goOn();
  assert.deepEqual(position(await second.turn()), position(before));

  // A move that was begun in the first tab belongs to a position that is gone after this one.
  await table.page.bringToFront();
  await table.choose('h2');
  await table.tap('h3');
  await table.get('confirm-move').waitFor();
  await second.page.bringToFront();
  await second.move('i2', 'i3');
  await second.turn(30_000);

  await table.page.bringToFront();
  const after = await table.turn(30_000);
  assert.equal(after.held, null, 'the unconfirmed move was put down');
  assert.equal(await table.get('confirm-move').isVisible(), false);
  assert.notEqual(after.pieces.i2, 'red-pawn', 'the confirmed move was played');
  assert.notEqual(after.pieces.h3, 'red-pawn', 'the unconfirmed move was not played');
  assert.deepEqual(position(after), position(await second.board()));
  assert.equal(table.wire.asked('play').length, 1);
  table.assertNoErrors();
  second.assertNoErrors();
});

test('the relay dies in my turn and comes back', { timeout: 90_000 }, async (t) => {
  const { stage, table } = await secondRound(t);
  const before = await table.turn();

  await stage.relay.kill();
  const notice = table.get('offline-notice');
  await notice.waitFor();
  // Whatever the finger does now is not kept for later.
  await table.tap('h2');
  await table.tap('h3');
  const tick = table.get('confirm-move');
  if (await tick.isVisible()) await tick.tap();

  await stage.relay.up();
  await notice.waitFor({ state: 'hidden', timeout: 20_000 });
  await until('the game to be asked for again', () => table.wire.asked('open-game').length > 0);
  const after = await table.turn();
  assert.deepEqual(position(after), position(before));
  assert.equal(table.wire.asked('play').length, 1, 'nothing was replayed');

  await table.move('i2', 'i3');
  await table.turn(30_000);
  table.assertNoErrors(LINE_LOST);
});

test(
  'an open menu keeps its rows where they are while the line is lost',
  { timeout: 60_000 },
  async (t) => {
    const stage = await Stage.open(t);
    const table = await stage.table({ reducedMotion: 'reduce' });
    await table.startHere();
    const rows = () =>
      table.page.$$eval('[data-testid="menu-sheet"] button', (all) =>
        all.map((row) => [row.getAttribute('data-testid'), row.getBoundingClientRect().top]),
      );
    const resign = table.get('menu-resign');
    await table.touch('game-menu');
    await resign.waitFor();
    const before = await rows();

    await stage.relay.kill();
    await until('the row to be closed', () => resign.isDisabled());
    assert.deepEqual(await rows(), before);
    await stage.relay.up();
    await until('the row to be open', () => resign.isEnabled(), { within: 20_000 });
    assert.deepEqual(await rows(), before);

    // A question that is open waits for the line as well.
    await resign.tap();
    await table.touch('resign-red');
    await stage.relay.kill();
    const yes = table.get('resign-yes');
    await until('the answer to wait', () => yes.isDisabled());
    await stage.relay.up();
    await until('the answer to be taken', () => yes.isEnabled(), { within: 20_000 });
    await yes.tap();
    await until('the resignation', () => table.wire.now.status[0] === 'resigned');
    table.assertNoErrors(LINE_LOST);
  },
);

test("the relay dies in a CPU's turn and the CPU goes on", { timeout: 90_000 }, async (t) => {
  const stage = await Stage.open(t);
  const table = await stage.table();
  // The level that thinks for a set time: on a fast machine the others have all moved before the kill.
  await table.start(8);
  await table.move('g2', 'g4');
  await stage.relay.kill();
  const { number, events } = table.wire.game;
  await table.get('offline-notice').waitFor();
  await stage.relay.up();
  await table.turn(40_000);

  const { wire } = table;
  assert.ok(wire.game.number > number, 'the CPUs moved on');
  assert.deepEqual(wire.game.events.slice(0, number), events, 'nothing that was told is lost');
  assert.deepEqual(
    wire.game.events.map((event) => event.number),
    wire.game.events.map((_, i) => i + 1),
  );
  table.assertNoErrors(LINE_LOST);
});

test('the games list comes back with a restarted relay', { timeout: 90_000 }, async (t) => {
  const { stage, table } = await secondRound(t);
  const before = await table.turn();
  await table.page.goto('about:blank');
  await stage.relay.kill();
  await stage.relay.up();
  await table.page.goto(stage.relay.url);
  await table.goOn();
  assert.deepEqual(position(await table.turn()), position(before));
  table.assertNoErrors();
});
