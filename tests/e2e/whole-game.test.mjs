/**
 * A whole solo game on a phone, by taps alone, against three CPUs until the end screen. The player
 * knows no chess: it touches its pieces and chooses among the targets that the board offers.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOf, seeded, shuffled } from './lib/random.mjs';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

/** How long CPUs may think and be shown between two turns of the person. */
const ROUND_MS = 30_000;
/** So many pieces are touched in a turn in search of something to take. */
const TOUCHED = 4;

const WORTH = { queen: 9, rook: 5, bishop: 5, knight: 3, pawn: 1, king: 0 };
const seed = Number(process.env.VIERSCHACH_SEED ?? 1);

/** One turn: touches pieces until one can take something, else plays the last one touched. */
async function takeTurn(table, random) {
  const { legal } = table.wire.now;
  const movable = [...new Set(legal.map(({ from }) => from))];
  for (const [i, from] of shuffled(movable, random).slice(0, TOUCHED).entries()) {
    const offered = await table.choose(from);
    const allowed = [...new Set(legal.filter((move) => move.from === from).map(({ to }) => to))];
    assert.deepEqual(offered.toSorted(), allowed.toSorted(), `${from} offers what is legal`);
    const { pieces } = await table.board();
    const worth = (square) => WORTH[pieces[square]?.split('-')[1]] ?? -1;
    const best = offered.toSorted((a, b) => worth(b) - worth(a))[0];
    const last = i === Math.min(TOUCHED, movable.length) - 1;
    if (worth(best) >= 0 || last) {
      await table.play(worth(best) >= 0 ? best : oneOf(offered, random));
      return;
    }
  }
}

test('a whole solo game by taps', { timeout: 420_000 }, async (t) => {
  const stage = await Stage.open(t);
  const table = await stage.table();
  const random = seeded(seed);
  await table.start(1);
  t.diagnostic(`seed ${seed}`);

  let moves = 0;
  let watched = false;
  const { wire } = table;
  const over = () => wire.now?.result ?? null;
  for (;;) {
    const board = await until(
      'my turn, my end or the end of the game',
      async () => {
        if (over() || wire.now?.status[0] !== 'in') return { yours: false };
        const shown = await table.board();
        return shown?.yours && !shown.busy ? shown : null;
      },
      { within: ROUND_MS, state: () => table.board() },
    );
    if (!board.yours) break;
    assert.equal(board.hash, wire.now.hash, 'the board shows the position of the last message');
    await takeTurn(table, random);
    moves += 1;
  }

  if (!over()) {
    // The only person is out: to the end at once.
    watched = true;
    await table.touch('pace-end');
  }
  const result = await until('the end of the game', over, { within: 240_000, every: 200 });
  t.diagnostic(
    `${wire.now.ply} plies, ${moves} of them mine, ${result.reason}` +
      `, points ${wire.now.points}, places ${result.places}${watched ? ', watched to the end' : ''}`,
  );

  await table.get('end-screen').waitFor();
  await assertEndScreen(table);

  const movers = wire.game.events.filter(({ action }) => action.type === 'move');
  for (const color of ['red', 'blue', 'yellow', 'green']) {
    const count = movers.filter((event) => event.color === color).length;
    // No more is sure: somebody may be mated early.
    assert.ok(count >= 1, `${color} moved ${count} times`);
  }
  assert.ok(wire.now.ply >= 20, `${wire.now.ply} plies`);
  assert.equal(wire.asked('play').length, moves, 'one message a move');
  assert.deepEqual(wire.told('refused'), [], 'the host refused nothing');
  table.assertNoErrors();

  await table.touch('end-home');
  await table.get('home-play').waitFor();
});

/** The places and points on the end screen are those of the last message. */
async function assertEndScreen(table) {
  const { points, result } = table.wire.now;
  const { seats } = table.wire.game;
  const rows = await table.page.locator('[data-testid^="place-"]').evaluateAll((nodes) =>
    nodes.map((node) => ({
      color: node.getAttribute('data-testid')?.replace('place-', ''),
      place: Number(node.getAttribute('data-place')),
      points: Number(node.getAttribute('data-points')),
      text: node.textContent ?? '',
    })),
  );
  assert.equal(rows.length, 4);
  for (const { color, text, ...shown } of rows) {
    const seat = seats.findIndex((one) => one.color === color);
    assert.deepEqual(shown, { place: result.places[seat], points: points[seat] }, color);
    // What a reader sees, not only what the attributes say.
    assert.match(text, new RegExp(`\\b${points[seat]}\\b`), `${color}: ${text}`);
    assert.match(text, new RegExp(`\\b${result.places[seat]}\\b`), `${color}: ${text}`);
  }
  const places = rows.map(({ place }) => place);
  assert.deepEqual(places, places.toSorted(), 'the best place first');
}
