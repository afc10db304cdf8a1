/**
 * A real game of four people, played again by taps on one device that goes round: every move of the
 * file is offered, its checks and mates are told, and it ends as it did.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './lib/relay.mjs';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

/** Green is mated by Red, Blue by Red; then Red, far ahead, gives up: Yellow is the last one in. */
const NUMBER = '677118';
const END = { reason: 'last-player', places: [1, 3, 2, 4], points: [50, 6, 35, 0] };
const FATES = ['resigned', 'mated', 'in', 'mated'];

/** The movetext of a game of a file, token by token: moves as the servers print them, `R`. */
function tokensOf(number) {
  const text = readFileSync(join(ROOT, 'tests/data/games/ffa-2019.pgn4'), 'utf8');
  const game = text.split(/\n(?=\[GameNr )/).find((one) => one.includes(`"${number}"`));
  assert.ok(game, `game ${number} is in the file`);
  const lines = game.split('\n').filter((line) => /^\d+\. /.test(line));
  return lines.flatMap((line) => line.replace(/^\d+\. /, '').split(' .. ')).map((one) => one.trim());
}

/** Where a printed move goes from and to; a castling is found among what is offered. */
function squaresOf(token, legal) {
  if (token.startsWith('O-O')) {
    const castlings = legal.filter((move) => move.castling !== null);
    const way = ({ castling: [from, to] }) =>
      Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) +
      Math.abs(Number(from.slice(1)) - Number(to.slice(1)));
    const sorted = castlings.toSorted((a, b) => way(a) - way(b));
    const found = sorted.find((move) => way(move) === (token.startsWith('O-O-O') ? 3 : 2));
    assert.ok(found, `${token} is offered`);
    return [found.from, found.to];
  }
  const [, from, to] = /^[KQRBN]?([a-n]\d+)(?:-|x[KQRBND]?)([a-n]\d+)/.exec(token) ?? [];
  assert.ok(from && to, `${token} can be read`);
  return [from, to];
}

test('a real game by taps, pass and play', { timeout: 300_000 }, async (t) => {
  const stage = await Stage.open(t);
  const table = await stage.table();
  const { wire } = table;
  await table.startHere({ variant: 'server-ffa-2019' });
  assert.equal(wire.game.variant, 'server-ffa-2019');
  assert.deepEqual(wire.game.yours, ['red', 'blue', 'yellow', 'green']);

  const tokens = tokensOf(NUMBER);
  for (const [n, token] of tokens.entries()) {
    await table.turn();
    const mover = wire.now.turn;
    if (token === 'R') {
      await table.resign(mover);
      await until('the resignation', () => wire.game.events.at(-1)?.action.type === 'resign');
      assert.equal(wire.game.events.at(-1).color, mover);
      continue;
    }
    const [from, to] = squaresOf(token, wire.now.legal);
    await table.move(from, to);
    const { action, statuses, color } = wire.game.events.at(-1);
    const where = `token ${n + 1}, ${token}`;
    assert.deepEqual([color, action.from, action.to], [mover, from, to], where);
    assert.equal(action.givesCheck.length > 0, token.includes('+'), `${where}: check`);
    const mated = statuses.some(({ status }) => status === 'mated');
    assert.equal(mated, token.includes('#'), `${where}: mate`);
    assert.equal(action.promotion, token.includes('=D') ? 'queen' : null, where);
  }

  const { result, points, status } = await until('the end', () => wire.now.result && wire.now);
  assert.deepEqual({ ...result, points }, END);
  assert.deepEqual(status, FATES);
  await table.get('end-screen').waitFor();
  assert.equal(await table.get('end-screen').getAttribute('data-reason'), END.reason);
  for (const [seat, color] of ['red', 'blue', 'yellow', 'green'].entries()) {
    const row = table.get(`place-${color}`);
    assert.equal(await row.getAttribute('data-place'), String(END.places[seat]));
    assert.equal(await row.getAttribute('data-points'), String(END.points[seat]));
  }
  assert.equal(wire.asked('play').length, tokens.length - 1, 'one message a move');
  assert.deepEqual(wire.told('refused'), [], 'the host refused nothing');
  table.assertNoErrors();
});
