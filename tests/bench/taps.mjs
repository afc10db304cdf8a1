/**
 * A trembling finger on the board's own hand: 2,000 moves of real games, tapped on a board 360 CSS
 * pixels wide with Gaussian noise of 1 and 2 mm at 160 pixels per inch. Prints wrong moves and taps
 * per move beside those of plain tapping, where the square under the finger counts and nothing
 * asks, and ends with 1 when a bound is broken.
 *
 * The person looks at the board between two taps: a piece chosen by mistake is put right, a ghost
 * is ticked when it is the move meant and cancelled when not. The hasty person taps piece and
 * target without a look between.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from '../e2e/lib/relay.mjs';
import { seeded } from '../e2e/lib/random.mjs';

const WIDTH = 360;
const SIZE = WIDTH / 14;
const PX_PER_MM = 160 / 25.4;
const TICK_RADIUS = 26;
/** The button in the bar under the board that takes a waiting move back. */
const CANCEL = { left: 16, right: 175, top: WIDTH + 4, bottom: WIDTH + 56 };
/** After so many taps a person gives up. */
const PATIENCE = 40;
const SIDES = ['south', 'west', 'north', 'east'];
/** Wrong moves, as a share of those of plain tapping, by the noise in mm. */
const BOUNDS = new Map([
  [1, 1 / 3],
  [2, 1 / 2],
]);

const load = async (name) =>
  (await runnerImport(join(ROOT, `ui/src/board/${name}.ts`), { logLevel: 'error' })).module;
const { centreOf, onBoard, squareUnder } = await load('geometry');
const { heldSquare, IDLE, tap } = await load('gestures');
const { groupMoves, movesBetween } = await load('targets');
const { tickPlace } = await load('marks');

/** The moves to tap: on which field, from where, to where. */
function readTasks() {
  const text = readFileSync(join(ROOT, 'tests/data/taps/moves.txt'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [side, move, ...pieces] = line.split(' ');
      const squares = (word) => word.match(/[a-n]\d+/g);
      const [from, to] = squares(move);
      const legal = pieces.flatMap((piece) => {
        const [start, ...targets] = squares(piece);
        return targets.map((target) => quiet(start, target));
      });
      const turn = SIDES.indexOf(side);
      return { from, to, field: { size: SIZE, turn, moves: groupMoves(legal) } };
    });
}

const quiet = (from, to) => ({
  move: `${from}${to}`,
  from,
  to,
  promotion: null,
  captures: [],
  points: 0,
  givesCheck: [],
  eliminates: [],
  castling: null,
});

/** A point missed by Gaussian noise. */
function miss({ x, y }, sigma, random) {
  const length = sigma * Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  return { x: x + length * Math.cos(angle), y: y + length * Math.sin(angle) };
}

/** Where the tick of a waiting move lies; null when none waits. */
function tickOf(hand, { turn }) {
  if (hand.type !== 'confirming') return null;
  const { from, to } = hand.move;
  const { x, y } = tickPlace(to, [from, ...(hand.besides ?? [])], turn);
  return { x: x * SIZE, y: y * SIZE };
}

/** The board of the app: the tick, the cards in the corners, the hand. */
const app = (confirm) => (hand, point, field) => {
  const { x, y } = point;
  const inside = x >= CANCEL.left && x <= CANCEL.right && y >= CANCEL.top && y <= CANCEL.bottom;
  if (inside) return { hand: hand.type === 'confirming' ? IDLE : hand };
  const tick = tickOf(hand, field);
  if (tick && Math.hypot(point.x - tick.x, point.y - tick.y) <= TICK_RADIUS) {
    return { hand: IDLE, play: hand.move };
  }
  const cell = { col: Math.floor(point.x / SIZE), row: Math.floor(point.y / SIZE) };
  return onBoard(cell) ? tap(hand, point, field, confirm) : { hand };
};

/** Plain tapping: what lies under the finger counts. */
function plain(hand, point, field) {
  const under = squareUnder(point, SIZE, field.turn);
  if (under === null) return { hand };
  const from = heldSquare(hand);
  const [play] = from === null ? [] : movesBetween(field.moves, from, under);
  if (play) return { hand: IDLE, play };
  const chosen = under !== from && field.moves.has(under);
  return { hand: chosen ? { type: 'chosen', from: under } : IDLE };
}

/** Where a person who sees this taps next. */
function aimed(hand, { from, to, field }) {
  const target = (square) => centreOf(square, SIZE, field.turn);
  if (hand.type === 'confirming') {
    const meant = hand.move.from === from && hand.move.to === to;
    if (meant) return tickOf(hand, field);
    return { x: (CANCEL.left + CANCEL.right) / 2, y: (CANCEL.top + CANCEL.bottom) / 2 };
  }
  if (heldSquare(hand) !== from) return target(from);
  return target(to);
}

/** Plays one move; gives the move that was executed and how many taps it took. */
function play(board, task, sigma, hasty, random) {
  let hand = IDLE;
  for (let taps = 1; taps <= PATIENCE; taps += 1) {
    const blind = hasty && taps === 2;
    const aim = blind ? centreOf(task.to, SIZE, task.field.turn) : aimed(hand, task);
    const turned = board(hand, miss(aim, sigma, random), task.field);
    if (turned.play) return { move: turned.play.move, taps };
    hand = turned.hand;
  }
  return { move: null, taps: PATIENCE };
}

/** Plays all moves. */
function measure(board, tasks, mm, hasty = false) {
  const random = seeded(4);
  const played = tasks.map((task) => play(board, task, mm * PX_PER_MM, hasty, random));
  const meant = tasks.map(({ from, to }) => `${from}${to}`);
  const taps = played.reduce((sum, one) => sum + one.taps, 0) / tasks.length;
  const wrong = played.filter(({ move }, n) => move !== null && move !== meant[n]).length;
  return { wrong, taps, given: played.filter(({ move }) => move === null).length };
}

const tasks = readTasks();
let kept = true;

/** Prints a line and notes whether its bound is kept. */
function line(name, { wrong, taps, given }, most) {
  const good = given === 0 && (most === null || wrong <= most);
  kept &&= good;
  const bound = most === null ? '' : `at most ${Math.floor(most)}  ${good ? 'ok' : 'NOT'}`;
  const words = [name.padEnd(34), String(wrong).padStart(5), taps.toFixed(2).padStart(7), bound];
  console.log(words.join('  ').trimEnd() + (given > 0 ? `  ${given} given up` : ''));
}

console.log(`${tasks.length} moves on squares of ${SIZE.toFixed(1)} px`);
for (const [mm, share] of BOUNDS) {
  console.log(`\nσ = ${mm} mm`.padEnd(35), 'wrong', ' taps/move');
  for (const hasty of [false, true]) {
    const who = hasty ? ', without a look' : '';
    const base = measure(plain, tasks, mm, hasty);
    line(`plain${who}`, base, null);
    line(`snapping${who}`, measure(app(false), tasks, mm, hasty), base.wrong * share);
    line(`confirmed${who}`, measure(app(true), tasks, mm, hasty), 0);
  }
}
process.exitCode = kept ? 0 : 1;
