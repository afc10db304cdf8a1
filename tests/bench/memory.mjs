/**
 * What the page keeps in memory over ten short games: JavaScript's heap after forced collections, the
 * nodes that the document has, and the nodes that hang on nothing any more.
 *
 * A short game: the person resigns at once, the CPUs play on, out of sight, to a limit of moves; then
 * the end's screen, and home. Figures are taken on the home screen.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { against } from '../e2e/lib/client.mjs';
import { Table } from '../e2e/lib/table.mjs';

const GAMES = 10;
/** The first game loads what later ones find loaded. */
const SETTLED = 2;
/** A game's end, on a machine that has other things to do. */
const GAME_MS = 240_000;

/** The home screen's wish: the last game set up, which is this one, again. */
const SHORT = {
  variant: 'solo',
  house: [{ name: 'move_limit', value: '100' }],
  table: { moveSeconds: null, showLegal: true, rotateFirst: false },
  start: null,
  first: 'red',
  seats: against(1).map((seat, i) =>
    i === 0 ? { name: null, player: { type: 'person', me: true } } : seat,
  ),
};

/** Collects garbage and looks at what is left. */
async function look(session) {
  // What the first round frees may hold on to more.
  for (let round = 0; round < 3; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
    await delay(100);
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}

/**
 * How many nodes of the document tree are kept by scripts though they hang on it no more, by name.
 * The heap's own list says so of each node.
 */
async function detached(session) {
  const chunks = [];
  const gather = ({ chunk }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', gather);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', gather);
  const { snapshot, nodes, strings } = JSON.parse(chunks.join(''));
  const fields = snapshot.meta.node_fields;
  const [name, state] = [fields.indexOf('name'), fields.indexOf('detachedness')];
  if (name < 0 || state < 0) throw new Error('The heap says nothing of detached nodes');
  const found = new Map();
  for (let at = 0; at < nodes.length; at += fields.length) {
    // 2: detached, 1: attached, 0: no node.
    if (nodes[at + state] !== 2) continue;
    const what = strings[nodes[at + name]];
    found.set(what, (found.get(what) ?? 0) + 1);
  }
  return found;
}

/**
 * What every game left. Svelte keeps a copy of each piece of markup from its first use on, which hangs
 * on nothing: those come once, in whatever game needs them first.
 */
function leftByEach(before, after) {
  const grown = [...after].map(([what, count]) => [what, count - (before.get(what) ?? 0)]);
  return grown.filter(([, count]) => count >= GAMES - SETTLED);
}

async function playShort(table) {
  await table.touch('home-quick');
  await table.turn();
  await table.touch('game-menu');
  await table.touch('menu-resign');
  await table.touch('resign-yes');
  const end = table.get('end-screen');
  const over = end.waitFor({ timeout: GAME_MS });
  await Promise.race([over, table.touch('pace-end').then(() => over)]);
  await table.touch('end-home');
  await table.get('home-quick').waitFor();
}

/**
 * Plays the games; gives the heap after the last, how much it and the document grew since the second,
 * and the detached nodes that each game left since then.
 *
 * @param {import('../e2e/lib/stage.mjs').Stage} stage
 */
export async function memory(stage) {
  const device = await stage.device();
  const client = await stage.client(device);
  const settings = { ...client.welcome.settings, lastGame: SHORT, speed: 'off' };
  await client.send({ type: 'save-settings', settings });
  await client.take('the settings', ({ type }) => type === 'settings');
  await client.close();
  const table = await Table.open(device, stage.relay);
  await table.get('home-quick').waitFor();
  const session = await device.newCDPSession(table.page);
  await session.send('HeapProfiler.enable');
  const looks = [];
  let before = new Map();
  for (let game = 1; game <= GAMES; game += 1) {
    await playShort(table);
    // The listener would keep every message of ten games, but in this process, not in the page.
    table.wire.heard.length = 0;
    looks.push(await look(session));
    if (game === SETTLED) before = await detached(session);
  }
  const after = await detached(session);
  table.assertNoErrors();
  await device.close();
  const [settled, last] = [looks[SETTLED - 1], looks[GAMES - 1]];
  return {
    looks,
    heap: last.heap,
    growth: last.heap - settled.heap,
    nodes: last.nodes - settled.nodes,
    detached: leftByEach(before, after),
  };
}
