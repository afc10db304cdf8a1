/** Clocks that run out, as the variant says, and a win that is claimed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERSONS } from './lib/client.mjs';
import { Stage } from './lib/stage.mjs';
import { Table } from './lib/table.mjs';
import { until } from './lib/wait.mjs';

const SECONDS = 2;
const TABLE = Object.freeze({ moveSeconds: SECONDS, showLegal: true, rotateFirst: true });
/** Red and Blue alone are left, and one of them is far ahead. */
const LEAD = Object.freeze({
  board: 'rKg2 rQk2 bKb8 bRb5 yKh13- gKm7-',
  turn: 'red',
  out: [false, false, true, true],
  points: [60, 10, 5, 5],
  castling: Array(4).fill([false, false]),
});

/** A page on a new game of four people. */
async function begin(t, wishes) {
  const stage = await Stage.open(t);
  const device = await stage.device();
  const client = await stage.client(device);
  const { id } = await client.create(PERSONS, 'red', wishes);
  await client.close();
  const table = new Table(await device.newPage());
  await table.page.goto(new URL(`#/game/${id}`, stage.relay.url).href);
  return table;
}

test('a clock runs out: the host moves, and says for whom', { timeout: 60_000 }, async (t) => {
  const table = await begin(t, { table: TABLE });
  const { wire } = table;
  const clock = table.get('seat-red').getByTestId('clock');
  await clock.waitFor();
  assert.ok(Number(await clock.getAttribute('data-seconds')) <= SECONDS);
  const event = await until('a move for Red', () => wire.game?.events[0]);
  assert.deepEqual([event.color, event.action.type, event.action.forPlayer], ['red', 'move', true]);
  assert.deepEqual(wire.asked('play'), [], 'nobody touched the board');
  await table.get('seat-blue').getByTestId('clock').waitFor();
  assert.equal(await clock.count(), 0, 'the clock has gone to Blue');
  table.assertNoErrors();
});

test(
  'a clock runs out where the rules end it: the player is out',
  { timeout: 60_000 },
  async (t) => {
    const table = await begin(t, { variant: 'server-ffa', table: TABLE });
    const { wire } = table;
    await until('the end of Red', () => wire.game?.events[0]?.action.type === 'time-out');
    await until('Red out', async () => {
      return (await table.get('seat-red').getAttribute('data-status')) !== 'in';
    });
    table.assertNoErrors();
  },
);

test(
  'whoever zooms in sees no cards: the clock stands in the turn line',
  { timeout: 60_000 },
  async (t) => {
    const table = await begin(t, { table: { ...TABLE, moveSeconds: 60 } });
    await table.turn();
    const clock = table.page.locator('header').getByTestId('clock');
    assert.equal(await clock.count(), 0);
    await table.tap('g8');
    await table.tap('g8');
    await clock.waitFor();
    assert.equal(await table.get('clock').count(), 1);
    await table.touch('zoom-out');
    await clock.waitFor({ state: 'detached' });
    await table.get('seat-red').getByTestId('clock').waitFor();
    table.assertNoErrors();
  },
);

test('the leader of the last two claims the win', { timeout: 60_000 }, async (t) => {
  const table = await begin(t, { variant: 'server-ffa', start: LEAD });
  await table.turn();
  assert.deepEqual(table.wire.now.can.claim, ['red']);
  await table.touch('game-menu');
  await table.touch('menu-claim');
  await table.touch('claim-no');
  await table.get('claim-sheet').waitFor({ state: 'detached' });
  assert.deepEqual(table.wire.asked('claim'), []);
  await table.touch('game-menu');
  await table.touch('menu-claim');
  await table.touch('claim-yes');
  const end = table.get('end-screen');
  await end.waitFor();
  assert.equal(await end.getAttribute('data-reason'), 'claim');
  assert.equal(await table.get('place-red').getAttribute('data-place'), '1');
  table.assertNoErrors();
});
