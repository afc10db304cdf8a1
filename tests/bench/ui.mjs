/**
 * The page on a slow phone: headless Chromium with its processor slowed down four times. Prints
 * each figure beside its bound and ends with 1 when one is broken.
 *
 * First paint: from the request of a page that opens a game in its middle, with an empty cache,
 * to the frame that shows the pieces. Answers: from the finger to the next frame, by the Event
 * Timing API, as the longest event of the touch; answers faster than the 16 ms that it reports at
 * least count as 16. Long tasks: those of the main thread between the first board and the last
 * move, of which every third is a drag. The bench's own questions to the page are short and count too.
 * Memory: see memory.mjs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PERSONS } from '../e2e/lib/client.mjs';
import { playUntil } from '../e2e/lib/player.mjs';
import { oneOf, seeded } from '../e2e/lib/random.mjs';
import { ROOT } from '../e2e/lib/relay.mjs';
import { Stage } from '../e2e/lib/stage.mjs';
import { Table } from '../e2e/lib/table.mjs';
import { until } from '../e2e/lib/wait.mjs';
import { memory } from './memory.mjs';

const SLOWER = 4;
const LOADS = 5;
const ANSWERS = 50;
/** Plies of the game that a fresh page opens. */
const DEEP = 120;
/** The shortest duration that the Event Timing API reports. */
const SHORTEST_MS = 16;

/** Every so many moves one is a drag. */
const DRAG = 3;
/** How many squares above the finger a dragged piece is. */
const LIFT = 1.4;

const BOUNDS = {
  paint: 1500,
  tap: 100,
  move: 150,
  tasks: 0,
  script: 120_000,
  heap: 20_000_000,
  // What eight games leave in the list of games, and the engine in compiled code (0.65 MB
  // measured). What every game leaves behind shows in the nodes as well.
  growth: 1_000_000,
  detached: 0,
};

/** Runs in the page before anything else: notes the paint of the first board, tasks and events. */
function watch() {
  const notes = { paint: null, tasks: [], events: [] };
  Object.assign(window, { notes });
  const seen = new MutationObserver(() => {
    if (!document.querySelector('[data-board] [data-piece]')) return;
    seen.disconnect();
    // The first task after the frame.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (notes.paint = performance.now());
      port2.postMessage(null);
    });
  });
  seen.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      notes.tasks.push({ startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, startTime, duration, name } of list.getEntries()) {
      if (interactionId) notes.events.push({ interactionId, startTime, duration, name });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

async function slowDown(page) {
  await page.addInitScript(watch);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Times from request to board of fresh loads that open a game in its middle. */
async function paints(stage) {
  const device = await stage.device();
  const client = await stage.client(device);
  await client.create(PERSONS);
  await playUntil(client, seeded(7), () => false, DEEP);
  const address = new URL(`#/game/${client.game.id}`, stage.relay.url).href;
  const cookies = await device.cookies();
  const times = [];
  for (let i = 0; i < LOADS; i += 1) {
    // A new device with the old one's cookie: its cache is empty.
    const fresh = await stage.device();
    await fresh.addCookies(cookies);
    const page = await fresh.newPage();
    await slowDown(page);
    await page.goto(address);
    times.push(await until('the board', () => page.evaluate(() => window.notes.paint)));
    await fresh.close();
  }
  return times;
}

/** Plays against CPUs until enough taps and moves were measured. */
async function answers(stage) {
  const random = seeded(3);
  const found = { tap: [], move: [], drag: [], tasks: [] };
  while (found.tap.length < ANSWERS || found.move.length < ANSWERS) {
    const game = await playOne(stage, random, found);
    if (game.moves === 0) throw new Error('A game without a move');
  }
  return found;
}

async function playOne(stage, random, found) {
  const device = await stage.device();
  const client = await stage.client(device);
  const settings = { ...client.welcome.settings, confirm: 'off' };
  await client.send({ type: 'save-settings', settings });
  await client.take('the settings', ({ type }) => type === 'settings');
  await client.close();
  const page = await device.newPage();
  const table = new Table(page);
  await slowDown(page);
  await page.goto(stage.relay.url);
  await table.start(1);
  const { wire } = table;
  const glance = () =>
    page.evaluate(() => {
      const { yourTurn, animating, ply } = document.querySelector('[data-board]').dataset;
      return {
        mine: yourTurn === 'true' && animating === 'false',
        ply: Number(ply),
      };
    });
  const squares = page.locator('[data-square]');
  await squares.nth(159).waitFor();
  const middles = await squares
    .evaluateAll((nodes) =>
      nodes.map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.dataset.square, { x: x + width / 2, y: y + height / 2 }];
      }),
    )
    .then((pairs) => new Map(pairs));
  const size = middles.get('e1').x - middles.get('d1').x;
  const taps = [];
  const tap = async (kind, square) => {
    const { x, y } = middles.get(square);
    taps.push({ kind, at: await page.evaluate(() => performance.now()) });
    await page.touchscreen.tap(x, y);
  };
  const finger = await table.finger();
  const drag = async (from, to) => {
    taps.push({
      kind: 'drag',
      at: await page.evaluate(() => performance.now()),
    });
    await finger.down(middles.get(from));
    // The piece is lifted out from under the finger, and drops where it is seen.
    const { x, y } = middles.get(to);
    await finger.move({ x, y: y + LIFT * size });
    await finger.up();
  };

  const begin = await page.evaluate(() => performance.now());
  let moves = 0;
  const enough = () =>
    taps.filter(({ kind }) => kind === 'move').length + found.move.length >= ANSWERS &&
    taps.filter(({ kind }) => kind === 'tap').length + found.tap.length >= ANSWERS;
  while (!enough()) {
    const mine = await until(
      'my turn or my end',
      async () => {
        if (wire.now.result || wire.now.status[0] !== 'in') return 'out';
        return (await glance()).mine;
      },
      { within: 30_000, every: 100, state: glance },
    );
    if (mine === 'out') break;
    const move = oneOf(wire.now.legal, random);
    const other = wire.now.legal.find(({ from }) => from !== move.from);
    if (other) await tap('tap', other.from);
    if (moves % DRAG !== DRAG - 1) await tap('tap', move.from);
    const { ply } = wire.now;
    if (moves % DRAG === DRAG - 1) await drag(move.from, move.to);
    else await tap('move', move.to);
    await until('the move', () => wire.now.ply > ply);
    moves += 1;
  }
  const notes = await page.evaluate(() => window.notes);
  gather(taps, notes, begin, found);
  table.assertNoErrors();
  await device.close();
  return { moves };
}

/** Sorts what the page noted to the taps that caused it. */
function gather(taps, { events, tasks }, begin, found) {
  for (const [i, { kind, at }] of taps.entries()) {
    const next = taps[i + 1]?.at ?? Infinity;
    const own = events.filter(({ startTime }) => startTime >= at && startTime < next);
    found[kind].push(Math.max(SHORTEST_MS, ...own.map(({ duration }) => duration)));
  }
  found.tasks.push(...tasks.filter(({ startTime }) => startTime >= begin));
}

/** Gzipped bytes of the scripts that the page starts with, and of those of all its screens. */
function scriptBytes() {
  const dist = join(ROOT, 'ui/dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => /\.m?js$/.test(file));
  const index = readFileSync(join(dist, 'index.html'), 'utf8');
  const first = scripts.filter((file) => index.includes(file));
  if (first.length === 0) throw new Error('ui/dist starts no script: npm run build -w ui');
  const bytes = (list) =>
    list.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
  return { first: bytes(first), all: bytes(scripts) };
}

const sorted = (values) => values.toSorted((a, b) => a - b);
const median = (values) => sorted(values)[Math.floor(values.length / 2)];
const percentile = (values, share) => sorted(values)[Math.ceil(values.length * share) - 1];
const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const ms = (value) => `${Math.round(value)} ms`;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** Prints the figures; gives whether all bounds are kept. */
function report(rows) {
  const lines = rows.map(({ what, value, bound, show, note }) => {
    const kept = value <= bound;
    return {
      line: [what, show(value), show(bound), kept ? 'ok' : 'NOT', note],
      kept,
    };
  });
  const table = [['figure', 'measured', 'bound', '', ''], ...lines.map(({ line }) => line)];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...table.map((line) => line[i].length)));
  for (const line of table) {
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  return lines.every(({ kept }) => kept);
}

const stage = await Stage.open();
try {
  const loads = await paints(stage);
  const { tap, move, tasks } = await answers(stage);
  const { looks, heap, growth, nodes, detached } = await memory(stage);
  const scripts = scriptBytes();
  const worst = Math.max(0, ...tasks.map(({ duration }) => duration));
  const share = (values) => `median ${ms(median(values))} of ${values.length}`;
  const kept = report([
    {
      what: 'first paint of the board, median',
      value: median(loads),
      bound: BOUNDS.paint,
      show: ms,
      note: sorted(loads).map(ms).join(', '),
    },
    {
      what: "a tap's answer, 95th percentile",
      value: percentile(tap, 0.95),
      bound: BOUNDS.tap,
      show: ms,
      note: share(tap),
    },
    {
      what: "a move's answer, 95th percentile",
      value: percentile(move, 0.95),
      bound: BOUNDS.move,
      show: ms,
      note: share(move),
    },
    {
      what: 'tasks over 50 ms while playing',
      value: tasks.length,
      bound: BOUNDS.tasks,
      show: String,
      note: `worst ${ms(worst)}`,
    },
    {
      what: 'heap after ten games',
      value: heap,
      bound: BOUNDS.heap,
      show: mb,
      note: looks.map((look) => mb(look.heap)).join(', '),
    },
    {
      what: 'its growth from game 2 to 10',
      value: growth,
      bound: BOUNDS.growth,
      show: mb,
      note: `${nodes} nodes more`,
    },
    {
      what: 'detached nodes that each game left',
      value: detached.reduce((sum, [, count]) => sum + count, 0),
      bound: BOUNDS.detached,
      show: String,
      note: detached.map(([what, count]) => `${count} ${what}`).join(', '),
    },
    {
      what: 'scripts at the start, gzipped',
      value: scripts.first,
      bound: BOUNDS.script,
      show: kilobytes,
      note: `of all screens ${kilobytes(scripts.all)}`,
    },
  ]);
  const [load] = loadavg();
  if (load > availableParallelism() + 1) {
    console.log(`Other programs are at work (load ${load.toFixed(1)}): these times are too long.`);
  }
  process.exitCode = kept ? 0 : 1;
} finally {
  await stage.close();
}
