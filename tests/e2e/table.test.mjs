/** Several people at one device: hand-over, undo by consent, hint, who gives up, seats that change hands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { against } from './lib/client.mjs';
import { openGated } from './lib/gate.mjs';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

/** A quiet opening of all four. */
const OPENING = [
  ['h2', 'h4'],
  ['b7', 'd7'],
  ['g13', 'g11'],
  ['m7', 'k7'],
];

const cornerOf = (color) => (page) =>
  page.getByTestId(`seat-${color}`).evaluate((node) => {
    const box = node.getBoundingClientRect();
    const board = document.querySelector('[data-board]').getBoundingClientRect();
    const right = box.x + box.width / 2 > board.x + board.width / 2;
    return `${box.y + box.height / 2 > board.y + board.height / 2 ? 'bottom' : 'top'}-${right ? 'right' : 'left'}`;
  });

test('four people, undo by consent, a hint, one gives up', { timeout: 120_000 }, async (t) => {
  const stage = await Stage.open(t);
  const table = await stage.table();
  const { wire } = table;
  await table.startHere();
  for (const [from, to] of OPENING.slice(0, 2)) await table.move(from, to);

  await table.turn();
  await table.touch('undo');
  await table.get('consent-sheet').waitFor();
  await table.touch('consent-no');
  await table.get('consent-sheet').waitFor({ state: 'detached' });
  assert.deepEqual(wire.asked('take-back'), [], 'nobody agreed');

  await table.touch('undo');
  await table.touch('consent-yes');
  await table.until('the position before', (board) => board.ply === 1 && board.turn === 'blue');
  assert.equal(wire.asked('take-back').at(-1).color, 'blue');
  for (const [from, to] of OPENING.slice(1)) await table.move(from, to);

  await table.turn();
  await table.touch('hint');
  const words = table.get('counsel');
  await until('the hint', async () => {
    const kind = (await words.count()) > 0 && (await words.getAttribute('data-kind'));
    return kind === 'bulb' && wire.told('analysis').some(({ done }) => done);
  });
  assert.equal(wire.asked('analyse').length, 1);

  await table.resign('red');
  await until('the resignation', () => wire.now.status[0] !== 'in');
  await table.until('the next player', (board) => board.turn === 'blue' && board.yours);
  assert.deepEqual(wire.told('refused'), []);
  table.assertNoErrors();
});

test('the device goes round behind a screen, the board turned', { timeout: 120_000 }, async (t) => {
  const stage = await Stage.open(t);
  const table = await stage.table({ reducedMotion: 'reduce' });
  await table.startHere({ turning: 'mover', handOver: true });
  for (const [n, [from, to]] of OPENING.entries()) {
    const color = ['red', 'blue', 'yellow', 'green'][n];
    const screen = table.get('handover');
    await screen.waitFor();
    assert.equal(await screen.getAttribute('data-color'), color);
    assert.equal(await table.board(), null, 'nobody looks over a shoulder');
    await table.touch('handover-me');
    await table.turn();
    assert.equal(await cornerOf(color)(table.page), 'bottom-right', `${color} sits below`);
    await table.move(from, to);
  }

  // The mover changes their mind before the device has gone.
  await table.get('handover').waitFor();
  await table.touch('handover-undo');
  await table.touch('consent-yes');
  await table.until('Green again', (board) => board.turn === 'green' && board.yours);
  table.assertNoErrors();
});

test(
  'a tablet lies flat: strips for four readers, buttons for one',
  { timeout: 60_000 },
  async (t) => {
    const stage = await Stage.open(t);
    const table = await stage.table({ viewport: { width: 820, height: 1180 } });
    await table.startHere({ turning: 'owners' });
    await table.move(...OPENING[0]);
    await table.turn();
    for (const color of ['red', 'blue', 'yellow', 'green'])
      await table.get(`strip-${color}`).waitFor();
    assert.equal(await table.get('strip-blue').getByTestId('game-menu').count(), 1);
    assert.equal(await table.page.getByTestId('game-menu').count(), 1);
    assert.equal(await cornerOf('red')(table.page), 'bottom-right', 'the board stays');
    table.assertNoErrors();
  },
);

test('a seat goes to a CPU and comes back', { timeout: 120_000 }, async (t) => {
  const stage = await Stage.open(t);
  const table = await stage.table();
  const { wire } = table;
  await table.startHere();
  await table.touch('seat-blue');
  await table.touch('seat-change');
  await until('the CPU', () => wire.game.events.at(-1)?.action.type === 'seat');
  await table.get('seat-sheet').waitFor({ state: 'detached' });
  await table.move(...OPENING[0]);
  await table.until(
    'Yellow after the CPU',
    (board) => board.turn === 'yellow' && board.yours,
    30_000,
  );
  assert.equal(wire.asked('play').length, 1);
  await table.touch('seat-blue');
  await table.touch('seat-change');
  await until('the person', () => wire.game.events.at(-1)?.action.player?.type === 'person');
  table.assertNoErrors();
});

test('a CPU gets another level in its turn, and in mine', { timeout: 120_000 }, async (t) => {
  const stage = await Stage.open(t);
  const table = await stage.table();
  const { wire } = table;
  const seated = () => wire.game.events.filter(({ action }) => action.type === 'seat');
  await table.start(8);
  await table.move('g2', 'g4');
  await table.touch('seat-blue');
  await table.touch('level-1');
  await until('the level', () => seated().length === 1);
  const [{ color, action }] = seated();
  assert.deepEqual([color, action.player], ['blue', { type: 'cpu', level: 1 }]);
  assert.equal(await table.get('level-1').getAttribute('aria-checked'), 'true');
  await table.page.keyboard.press('Escape');
  await table.get('seat-sheet').waitFor({ state: 'detached' });

  await table.turn(60_000);
  await table.touch('seat-green');
  await table.touch('level-3');
  await until('the other level', () => seated().length === 2);
  await table.page.keyboard.press('Escape');
  const told = table.page.locator('.feed li').last();
  await until('the news', async () =>
    (await told.innerText()).includes('the computer plays on (Relaxed)'),
  );
  assert.ok((await table.turn()).yours, 'it is still my turn');
  assert.deepEqual(wire.told('refused'), []);
  table.assertNoErrors();
});

test('it is plain at whose seat a CPU thinks', { timeout: 60_000 }, async (t) => {
  const stage = await Stage.open(t);
  const device = await stage.device();
  const client = await stage.client(device);
  await client.create(against(1));
  const { table, gate } = await openGated(stage, device, client.game.id);
  await table.turn();
  assert.equal(await table.get('thinks').count(), 0);
  const width = async () =>
    (await table.page.locator('[data-testid="seat-blue"] .badge').boundingBox()).width;
  const before = await width();
  gate.shut('blue');
  await table.move('g2', 'g4');
  await table.get('seat-blue').getByTestId('thinks').waitFor();
  assert.equal(
    (await table.get('turn-line').innerText()).replace(/\s+/g, ' ').trim(),
    'Blue is thinking',
  );
  assert.equal(await table.get('thinks').count(), 1);
  assert.equal(await width(), before, 'nothing is moved');
  gate.open();
  await table.turn(30_000);
  assert.equal(await table.get('thinks').count(), 0);
  table.assertNoErrors();
});

test('house rules are kept, told and taken back', { timeout: 60_000 }, async (t) => {
  const stage = await Stage.open(t);
  const table = await stage.table();
  await table.touch('home-here');
  await table.touch('house-open');
  const stalemate = table.page.locator('[data-rule="stalemate"]');
  await stalemate.locator('select').selectOption('draw');
  await until('the new value', async () => (await stalemate.getAttribute('data-value')) === 'draw');
  await table.touch('house-done');
  await table.get('rules-differ').waitFor();
  await table.touch('new-start');
  await table.until('the board', (board) => board.ply === 0);
  const rule = table.wire.game.rules.find(({ name }) => name === 'stalemate');
  assert.deepEqual([rule.value, rule.preset], ['draw', 'out']);

  // One tap starts the next one by the same rules.
  await table.touch('game-menu');
  await table.touch('menu-leave');
  const before = table.wire.game.id;
  await table.touch('home-quick');
  await until('the next game', () => table.wire.game.id !== before);
  assert.equal(table.wire.game.rules.find(({ name }) => name === 'stalemate').value, 'draw');
  assert.equal(table.wire.game.yours.length, 4);
  table.assertNoErrors();
});
