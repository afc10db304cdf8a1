/** What the game screen tells besides the board, in each of its faces; questions, Back, the end. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { against, PERSONS } from './lib/client.mjs';
import { openGated } from './lib/gate.mjs';
import { Stage } from './lib/stage.mjs';
import { Table } from './lib/table.mjs';
import { until } from './lib/wait.mjs';

/** Blue's rook looks at Red's queen, which nobody covers. */
const LOOSE = Object.freeze({
  board: 'rKh1 rQg5 rPk2 bKa8 bRb5 yKh14 gKn7',
  turn: 'red',
  out: Array(4).fill(false),
  points: [0, 0, 0, 0],
  castling: Array(4).fill([false, false]),
});
const CLOCK = Object.freeze({ moveSeconds: 60, showLegal: true, rotateFirst: true });

describe('the game screen', { timeout: 240_000 }, () => {
  /** @type {Stage} */
  let stage;
  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());

  /** A page on a new game of its own. */
  async function begin(seats, wishes, settings = {}, options = {}) {
    const device = await stage.deviceWith(settings, options);
    const client = await stage.client(device);
    const { id } = await client.create(seats, 'red', wishes);
    await client.close();
    const table = new Table(await device.newPage());
    await table.page.goto(new URL(`#/game/${id}`, stage.relay.url).href);
    return table;
  }
  const says = (table, kind, words) =>
    until(`the sentence ${words}`, async () => {
      const told = table.get('counsel');
      if ((await told.count()) === 0) return false;
      return (await told.getAttribute('data-kind')) === kind && words.test(await told.innerText());
    });
  const rings = (table) => table.page.locator('[data-danger]').count();

  test('a danger has a ring and a sentence, and an unconfirmed move is looked at before', async () => {
    const table = await begin(against(1), { start: LOOSE }, { confirm: 'on' });
    await table.turn();
    await says(table, 'warning', /Blue can take your queen g5/);
    assert.equal(await table.page.locator('[data-danger="g5"]').count(), 1);
    const label = await table.page.locator('[data-square="g5"]').getAttribute('aria-label');
    assert.match(label, /in danger from Blue/);

    await table.choose('g5');
    await table.tap('g6');
    await table.get('confirm-move').waitFor();
    await until('no ring for the ghost', async () => (await rings(table)) === 0);
    assert.equal(await table.get('counsel').count(), 0);
    await table.touch('confirm-cancel');
    await says(table, 'warning', /queen g5/);
    await table.choose('k2');
    await table.tap('k3');
    await table.get('confirm-move').waitFor();
    await says(table, 'warning', /queen g5/);
    assert.deepEqual(table.wire.asked('play'), []);
    table.assertNoErrors();
  });

  test('the list of moves tells all that stands around the board', async () => {
    const wishes = { start: LOOSE, table: CLOCK };
    const table = await begin(against(1), wishes, { input: 'list' });
    await says(table, 'warning', /Blue can take your queen g5/);
    assert.equal(await table.page.locator('[data-board]').count(), 0);
    await table.get('ladder').waitFor();
    const clock = table.get('clock');
    assert.ok(Number(await clock.getAttribute('data-seconds')) > 50);
    for (const color of ['red', 'blue', 'yellow', 'green']) {
      const card = table.get(`seat-${color}`);
      assert.equal(await card.getAttribute('data-status'), 'in');
      assert.equal(await card.locator('[data-points]').innerText(), '0');
    }
    await table.touch('seat-blue');
    await table.get('seat-sheet').waitFor();
    await table.page.goBack();
    await table.get('seat-sheet').waitFor({ state: 'detached' });

    // What takes most is first: the host says so.
    const first = table.get('move-row').first();
    assert.equal(await first.getAttribute('data-move'), table.wire.now.legal[0].move);

    await stage.relay.kill();
    await table.get('offline-notice').waitFor();
    await stage.relay.up();
    await table.get('offline-notice').waitFor({ state: 'detached' });
    await says(table, 'warning', /queen g5/);
  });

  test('on a table that lies flat the mover reads it, and finds back from the zoom', async () => {
    const tableView = { turning: 'owners', handOver: false };
    const wishes = { start: LOOSE, table: CLOCK };
    const table = await begin(PERSONS, wishes, { tableView });
    await table.turn();
    const strip = table.get('strip-red');
    await strip.getByTestId('counsel').waitFor();
    await says(table, 'warning', /Blue can take your queen g5/);
    assert.equal(await table.get('counsel').count(), 1, 'nobody else is warned');
    await strip.getByTestId('hint').tap();
    await says(table, 'bulb', /Hint: /);

    const whole = await table.middle('k2');
    await table.tap('g8');
    await table.tap('g8');
    await strip.getByTestId('zoom-out').waitFor();
    await strip.getByTestId('clock').waitFor();
    await strip.getByTestId('zoom-out').tap();
    await strip.getByTestId('zoom-out').waitFor({ state: 'detached' });
    await until('the whole board', async () => {
      const { x, y, size } = await table.middle('k2');
      return Math.abs(size - whole.size) < 0.1 && Math.hypot(x - whole.x, y - whole.y) < 0.5;
    });
    await table.move('k2', 'k3');
    await table.turn();
    await table.get('strip-blue').getByTestId('game-menu').waitFor();
    assert.match(await table.get('strip-red').innerText(), /k2/, 'what happened last');
    table.assertNoErrors();
  });

  test('a question that the game leaves behind closes and says so', async () => {
    const cpu = { name: null, player: { type: 'cpu', level: 1 } };
    const seats = PERSONS.map((seat, n) => (n % 2 === 0 ? seat : cpu));
    const device = await stage.deviceWith({ confirm: 'off' });
    const client = await stage.client(device);
    const { id } = await client.create(seats);
    await client.close();
    const { table, gate } = await openGated(stage, device, id);
    await table.turn();
    gate.shut('blue');
    await table.move('g2', 'g3');
    await until('Blue behind the gate', () => gate.holds);
    await table.touch('undo');
    await table.get('consent-sheet').waitFor();
    gate.open();
    await table.get('consent-sheet').waitFor({ state: 'detached' });
    assert.equal(await table.get('notice').getAttribute('data-code'), 'moved-on');
    assert.deepEqual(table.wire.asked('take-back'), []);

    // It can be asked anew, for the position that is there now, and is then done without a word.
    await table.turn();
    await table.get('notice').getByRole('button').tap();
    await table.touch('undo');
    await table.touch('consent-yes');
    await until('the takeback', () => table.wire.asked('take-back').length === 1);
    await table.until('Red again', (board) => board.turn === 'red' && board.yours);
    assert.equal(await table.get('notice').count(), 0);
    table.assertNoErrors();
  });

  test('Back closes what is open, then leaves; the game is kept', async () => {
    const table = await stage.table();
    await table.start(1);
    await table.turn();
    const game = await table.get('game-screen').getAttribute('data-game');
    await table.touch('game-menu');
    await table.touch('menu-resign');
    await table.get('resign-sheet').waitFor();
    await table.page.goBack();
    await table.get('resign-sheet').waitFor({ state: 'detached' });
    assert.equal(await table.get('game-screen').getAttribute('data-game'), game);
    await table.page.goBack();
    await table.get('home-play').waitFor();
    assert.equal(await table.get('home-continue').getAttribute('data-game'), game);
    assert.deepEqual(table.wire.asked('resign'), []);
    table.assertNoErrors();
  });

  test('the end of a table of people names the winner, and can be shared', async () => {
    const table = await stage.table();
    await table.startHere();
    for (const color of ['red', 'blue', 'yellow']) {
      await table.turn();
      await table.resign(color);
      await until(`${color} out`, () => table.wire.now.status.some((one) => one !== 'in'));
    }
    await table.get('end-screen').waitFor();
    assert.doesNotMatch(await table.page.locator('h1').innerText(), /you/i);
    await table.touch('end-share');
    await table.get('share-sheet').waitFor();
    for (const what of ['picture', 'pgn4', 'fen4']) await table.get(`share-${what}`).waitFor();
    await table.page.goBack();
    await table.get('share-sheet').waitFor({ state: 'detached' });
    await table.get('end-screen').waitFor();
    table.assertNoErrors();
  });
});
