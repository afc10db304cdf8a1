/**
 * Pictures of every screen at four sizes, light and dark, into shots/. Positions are reached by
 * real play on a relay; only who sits where is dressed up, so that the person plays Red alone.
 *
 *     node tests/shots/take.mjs [--only home,game] [--sizes 390x844] [--locale de-DE]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PERSONS } from '../e2e/lib/client.mjs';
import { defects } from '../e2e/lib/defects.mjs';
import { allPromotions, dressed, openDressed } from '../e2e/lib/dress.mjs';
import { playUntil } from '../e2e/lib/player.mjs';
import { seeded } from '../e2e/lib/random.mjs';
import { ROOT } from '../e2e/lib/relay.mjs';
import { Stage } from '../e2e/lib/stage.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    sizes: { type: 'string', default: '360x740,390x844,820x1180,1280x800' },
    locale: { type: 'string', default: 'en-GB' },
  },
});

const takes = (move) => move.captures.some(({ piece }) => !piece.grey);
const mineNow = (game) => game.now.turn === 'red';
const inRound = (round) => (game) => mineNow(game) && game.now.round >= round;
const checked = ({ now }) => now.checks.some(({ color }) => color === 'red');
const fallen = ({ now }) => now.status.some((status) => status !== 'in');
const promotes = ({ now }) => now.legal.some((move) => move.promotion);

/** Plays a new game until it fits. */
async function reach(client, seed, fits, most) {
  await client.create(PERSONS);
  const reached = await playUntil(
    client,
    seeded(seed),
    (game) => mineNow(game) && fits(game),
    most,
  );
  if (!reached) throw new Error(`Seed ${seed} does not get there`);
}

/** Plays a new game for so many plies. */
async function begin(client, seed, plies) {
  await client.create(PERSONS);
  await playUntil(client, seeded(seed), () => false, plies);
}

/** Takes the piece in hand that can take most, and plays it to a capture if wanted. */
async function take(table, game) {
  await table.turn();
  const { legal } = game.now;
  const count = (from) => legal.filter((move) => move.from === from).length;
  const [best] = legal.filter(takes).toSorted((a, b) => count(b.from) - count(a.from));
  await table.choose(best.from);
  return best;
}

/** Plays a new game to the ninth round and enters moves in another way than on the board. */
async function entering(client, input) {
  const settings = { ...client.welcome.settings, input };
  await client.send({ type: 'save-settings', settings });
  await reach(client, 11, (game) => inRound(9)(game) && game.now.legal.some(takes));
}

/** A move of the piece that has most. */
function mostMobile({ now: { legal } }) {
  const count = (from) => legal.filter((move) => move.from === from).length;
  return legal.toSorted((a, b) => count(b.from) - count(a.from))[0];
}

/** Two fingers that move apart around a square. */
async function pinch(table, square) {
  const session = await table.page.context().newCDPSession(table.page);
  const { x, y } = await table.middle(square);
  const fingers = (gap) => [
    { x: x - gap, y, id: 1 },
    { x: x + gap, y, id: 2 },
  ];
  const send = (type, touchPoints) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', fingers(20));
  for (const gap of [30, 45, 60]) await send('touchMove', fingers(gap));
  await send('touchEnd', []);
}

const sheet = (open, shown) => async (table) => {
  await table.turn();
  await table.touch(open);
  await table.get(shown).waitFor();
};

/**
 * Every screen: `prepare` plays, once for all sizes, with a client without a screen; `show` goes
 * from the game (where `game` is set) or from home to what is to be seen, without playing a move.
 */
const SCENES = {
  'home-empty': {},
  home: {
    async prepare(client) {
      await begin(client, 5, 30);
      await begin(client, 6, 61);
    },
  },
  new: {
    async show(table) {
      await table.touch('home-play');
      await table.get('new-start').waitFor();
    },
  },
  start: { game: true, prepare: (client) => begin(client, 1, 0), show: (table) => table.turn() },
  game: {
    game: true,
    prepare: (client) =>
      reach(client, 11, (game) => inRound(9)(game) && !checked(game) && game.now.legal.some(takes)),
    show: take,
  },
  confirm: {
    game: true,
    async prepare(client) {
      const settings = { ...client.welcome.settings, confirm: 'on' };
      await client.send({ type: 'save-settings', settings });
      await reach(client, 11, (game) => inRound(7)(game) && game.now.legal.some(takes));
    },
    async show(table, game) {
      await table.tap((await take(table, game)).to);
      await table.get('confirm-move').waitFor();
    },
  },
  zoom: {
    game: true,
    prepare: (client) =>
      reach(client, 11, (game) => inRound(9)(game) && game.now.legal.some(takes)),
    async show(table, game) {
      const { from } = await take(table, game);
      await pinch(table, from);
      await table.get('zoom-out').waitFor();
      await table.until('the board to rest', ({ busy }) => !busy);
    },
  },
  notes: {
    game: true,
    prepare: (client) => reach(client, 11, inRound(5)),
    async show(table) {
      await table.turn();
      const finger = await table.finger();
      for (const [from, to] of [
        ['e6', 'e6'],
        ['g5', 'k9'],
      ]) {
        await finger.down(await table.middle(from));
        await table.page.locator(`[data-note="${from}"]`).waitFor({ state: 'attached' });
        if (to !== from) await finger.move(await table.middle(to));
        await finger.up();
      }
    },
  },
  check: {
    game: true,
    prepare: (client) => reach(client, 3, checked),
    show: (table) => table.turn(),
  },
  grey: {
    game: true,
    prepare: (client) => reach(client, 1, (game) => inRound(12)(game) && fallen(game)),
    show: (table) => table.turn(),
  },
  promotion: {
    game: true,
    dress: allPromotions,
    prepare: (client) => reach(client, 9, promotes),
    async show(table, game) {
      await table.turn();
      const move = game.now.legal.find(({ promotion }) => promotion);
      await table.choose(move.from);
      await table.tap(move.to);
      await table.get('promote-queen').waitFor();
    },
  },
  menu: {
    game: true,
    prepare: (client) => reach(client, 11, inRound(5)),
    show: sheet('game-menu', 'menu-sheet'),
  },
  seat: {
    game: true,
    prepare: (client) => reach(client, 11, inRound(9)),
    show: sheet('seat-red', 'seat-sheet'),
  },
  end: {
    game: true,
    async prepare(client) {
      await begin(client, 2, 400);
      if (client.game.now.result === null) await client.resignAll();
    },
    show: (table) => table.get('end-screen').waitFor(),
  },
  games: {
    async prepare(client) {
      await begin(client, 9, 40);
      await client.resignAll();
      for (const [seed, plies] of [
        [5, 30],
        [6, 61],
        [8, 12],
      ])
        await begin(client, seed, plies);
    },
    async show(table) {
      await table.touch('home-games');
      await table.get('games-screen').waitFor();
    },
  },
  settings: {
    async show(table) {
      await table.touch('settings-open');
      await table.get('settings-screen').waitFor();
    },
  },
  sounds: {
    async show(table) {
      await table.touch('settings-open');
      await table.touch('sounds');
      await table.get('sounds-screen').waitFor();
    },
  },
  list: {
    game: true,
    prepare: (client) => entering(client, 'list'),
    show: (table) => table.get('move-row').first().waitFor(),
  },
  'list-confirm': {
    game: true,
    prepare: (client) => entering(client, 'list'),
    async show(table) {
      await table.get('move-row').nth(1).tap();
      await table.get('confirm-bar').waitFor();
    },
  },
  pad: {
    game: true,
    prepare: (client) => entering(client, 'pad'),
    async show(table, game) {
      const { from, to } = mostMobile(game);
      await table.touch(`pad-${from.charAt(0)}`);
      await table.touch(`pad-${from.slice(1)}`);
      await table.touch(`pad-${to.charAt(0)}`);
    },
  },
  lost: {
    game: true,
    prepare: (client) => reach(client, 11, inRound(5)),
    async show(table, game, stage) {
      await table.turn();
      await stage.relay.kill();
      await table.get('offline-notice').waitFor();
    },
  },
};

/** Shows a scene at a size and takes its pictures. */
async function shoot(stage, name, size, cookies, game) {
  const scene = SCENES[name];
  const [width, height] = size.split('x').map(Number);
  const touch = width < 1000;
  const device = await stage.device({
    viewport: { width, height },
    deviceScaleFactor: touch ? 2 : 1,
    hasTouch: true,
    isMobile: touch,
    locale: options.locale,
    reducedMotion: 'reduce',
  });
  await device.addCookies(cookies);
  const dress = (message) => (scene.dress ?? ((same) => same))(dressed(message));
  const table = await openDressed(stage, device, dress, scene.game ? game.id : null);
  await scene.show?.(table, game, stage);
  const language = options.locale.slice(0, 2);
  for (const colorScheme of ['light', 'dark']) {
    await table.page.emulateMedia({ colorScheme });
    const path = join(folder, `${name}-${size}-${colorScheme}-${language}.png`);
    await table.page.screenshot({ path, animations: 'disabled' });
  }
  console.log(`${name} ${size}: ${(await table.page.evaluate(defects)).join('; ')}`);
  await device.close();
  if (name === 'lost') await stage.relay.up();
}

const folder = join(ROOT, 'shots');
mkdirSync(folder, { recursive: true });
const stage = await Stage.open();
try {
  for (const name of options.only?.split(',') ?? Object.keys(SCENES)) {
    const device = await stage.device();
    const client = await stage.client(device);
    await SCENES[name].prepare?.(client);
    const { game } = client;
    await client.close();
    for (const size of options.sizes.split(',')) {
      await shoot(stage, name, size, await device.cookies(), game);
    }
    await device.close();
  }
} finally {
  await stage.close();
}
