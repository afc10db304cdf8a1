/** Every screen and every sheet: how a page gets there, and what must lie on the device for it. */
import axe from 'axe-core';
import { against, PERSONS } from './client.mjs';
import { playUntil } from './player.mjs';
import { seeded } from './random.mjs';
import { makeRoom, sitTwice, startGame } from './room.mjs';
import { until } from './wait.mjs';

/** Four kings and a red pawn that promotes by one step. */
const PROMOTES = {
  board: 'rKh1 bKa7 yKg14 gKn8 rPe10',
  turn: 'red',
  out: [false, false, false, false],
  points: [0, 0, 0, 0],
  castling: Array(4).fill([false, false]),
};

/**
 * The screens: an address, what shows that it is there, and steps from there (what to touch or to do,
 * then what must be seen). A new screen is a new line.
 * @type {Record<string, {
 *   at: (games: any) => string;
 *   shows: string;
 *   then?: [string | ((table: import('./table.mjs').Table) => Promise<unknown>), string][];
 * }>}
 */
export const SCREENS = {
  home: { at: () => '/', shows: 'home-screen' },
  'new game': { at: () => '/new', shows: 'new-screen' },
  'house rules': {
    at: () => '/new',
    shows: 'new-screen',
    then: [['house-open', 'house-screen']],
  },
  'a seat': { at: () => '/new', shows: 'new-screen', then: [['seat-blue', 'seat-done']] },
  'how several see the board': {
    at: () => '/new',
    shows: 'new-screen',
    then: [
      ['company-here', 'new-view'],
      ['new-view', 'view-sheet'],
    ],
  },
  game: { at: ({ open }) => `/game/${open}`, shows: 'game-screen' },
  'game menu': {
    at: ({ open }) => `/game/${open}`,
    shows: 'game-screen',
    then: [['game-menu', 'menu-sheet']],
  },
  'player of a game': {
    at: ({ open }) => `/game/${open}`,
    shows: 'game-screen',
    then: [['seat-blue', 'seat-sheet']],
  },
  'a hint': {
    at: ({ open }) => `/game/${open}`,
    shows: 'game-screen',
    then: [
      [(table) => table.turn(), 'hint'],
      ['hint', 'counsel'],
    ],
  },
  resigning: {
    at: ({ open }) => `/game/${open}`,
    shows: 'game-screen',
    then: [
      ['game-menu', 'menu-resign'],
      ['menu-resign', 'resign-sheet'],
    ],
  },
  'who resigns': {
    at: ({ party }) => `/game/${party}`,
    shows: 'game-screen',
    then: [
      ['game-menu', 'menu-resign'],
      ['menu-resign', 'resign-who'],
    ],
  },
  consent: {
    at: ({ party }) => `/game/${party}`,
    shows: 'game-screen',
    then: [
      [(table) => table.turn(), 'undo'],
      ['undo', 'consent-sheet'],
    ],
  },
  'the board on the table': {
    at: ({ party }) => `/game/${party}`,
    shows: 'game-screen',
    then: [
      ['game-menu', 'menu-view'],
      ['menu-view', 'view-sheet'],
    ],
  },
  zoom: {
    at: ({ open }) => `/game/${open}`,
    shows: 'game-screen',
    then: [
      [(table) => table.turn(), 'hint'],
      [(table) => table.page.locator('[data-square="g4"]').press('+'), 'zoom-map'],
    ],
  },
  promotion: {
    at: ({ promotes }) => `/game/${promotes}`,
    shows: 'game-screen',
    then: [
      [
        async (table) => {
          await table.turn();
          await table.choose('e10');
          await table.tap('e11');
        },
        'promotion',
      ],
    ],
  },
  end: { at: ({ over }) => `/game/${over}`, shows: 'end-screen' },
  games: { at: () => '/games', shows: 'games-screen' },
  'finished games': {
    at: () => '/games',
    shows: 'games-screen',
    then: [['games-finished', 'game-row']],
  },
  'a game of the list': {
    at: () => '/games',
    shows: 'games-screen',
    then: [['game-more', 'row-sheet']],
  },
  'what else the list can do': {
    at: () => '/games',
    shows: 'games-screen',
    then: [['games-menu', 'games-menu-sheet']],
  },
  archive: {
    at: () => '/games',
    shows: 'games-screen',
    then: [
      ['games-menu', 'menu-archive'],
      ['menu-archive', 'archive-sheet'],
    ],
  },
  friends: {
    at: () => '/friends',
    shows: 'friends-screen',
    then: [['room-when-date', 'room-date']],
  },
  'the code of a room': { at: () => '/join', shows: 'join-screen' },
  'a code too short': {
    at: () => '/join',
    shows: 'join-screen',
    then: [
      ['key-B', 'join-code'],
      [(table) => table.get('join-go').tap(), 'join-said'],
    ],
  },
  guest: { at: () => 'room=BCDFGH.secret', shows: 'guest-screen' },
  privacy: { at: () => '/privacy', shows: 'privacy-screen' },
  lobby: { at: ({ lobby }) => `/room/${lobby}`, shows: 'lobby-screen' },
  'a seat of the lobby': {
    at: ({ lobby }) => `/room/${lobby}`,
    shows: 'lobby-screen',
    then: [['room-seat-green', 'room-seat-sheet']],
  },
  'what is played in a room': {
    at: ({ lobby }) => `/room/${lobby}`,
    shows: 'lobby-screen',
    then: [['room-options', 'room-options-screen']],
  },
  'a date for a room': {
    at: ({ lobby }) => `/room/${lobby}`,
    shows: 'lobby-screen',
    then: [['room-calendar', 'calendar-sheet']],
  },
  'the menu of a room': {
    at: ({ lobby }) => `/room/${lobby}`,
    shows: 'lobby-screen',
    then: [['room-menu', 'room-menu-sheet']],
  },
  'people in a room': {
    at: ({ lobby }) => `/room/${lobby}`,
    shows: 'lobby-screen',
    then: [
      ['room-menu', 'room-people'],
      ['room-people', 'room-people-sheet'],
    ],
  },
  phrases: {
    at: ({ lobby }) => `/room/${lobby}`,
    shows: 'lobby-screen',
    then: [
      ['room-menu', 'room-talk'],
      ['room-talk', 'talk-sheet'],
    ],
  },
  'leaving a room': {
    at: ({ lobby }) => `/room/${lobby}`,
    shows: 'lobby-screen',
    then: [
      ['room-menu', 'room-leave'],
      ['room-leave', 'room-leave-sheet'],
    ],
  },
  'game of a room': { at: ({ room }) => `/room/${room}`, shows: 'game-screen' },
  bin: { at: () => '/bin', shows: 'bin-screen' },
  'removing for good': {
    at: () => '/bin',
    shows: 'bin-screen',
    then: [['bin-purge', 'purge-sheet']],
  },
  replay: { at: ({ over }) => `/replay/${over}`, shows: 'replay-screen' },
  'replay menu': {
    at: ({ over }) => `/replay/${over}`,
    shows: 'replay-screen',
    then: [['replay-menu', 'replay-menu-sheet']],
  },
  share: {
    at: ({ over }) => `/replay/${over}`,
    shows: 'replay-screen',
    then: [['replay-share', 'share-sheet']],
  },
  analysis: { at: ({ over }) => `/analysis/${over}/3`, shows: 'analysis-screen' },
  editor: { at: () => '/editor', shows: 'editor-screen' },
  'editor menu': {
    at: () => '/editor',
    shows: 'editor-screen',
    then: [['editor-menu', 'editor-menu-sheet']],
  },
  'player of a position': {
    at: () => '/editor',
    shows: 'editor-screen',
    then: [['seat-red', 'draft-player']],
  },
  import: { at: () => '/import', shows: 'import-screen' },
  'what could not be read': {
    at: () => '/import',
    shows: 'import-screen',
    then: [
      [(table) => table.get('import-field').fill('x'), 'import-go'],
      ['import-go', 'import-said'],
    ],
  },
  statistics: { at: () => '/statistics', shows: 'statistics-screen' },
  rules: { at: () => '/rules/solo', shows: 'rules-screen' },
  'every rule': {
    at: () => '/rules/solo',
    shows: 'rules-screen',
    then: [['rules-view-1', 'rules-screen']],
  },
  'rules of a game': { at: ({ open }) => `/game-rules/${open}`, shows: 'rules-screen' },
  settings: { at: () => '/settings', shows: 'settings-screen' },
  'a choice of the settings': {
    at: () => '/settings',
    shows: 'settings-screen',
    then: [['speed', 'speed-sheet']],
  },
  sounds: { at: () => '/settings', shows: 'settings-screen', then: [['sounds', 'sounds-screen']] },
  'no such game': { at: () => '/game/none', shows: 'missing-notice' },
};

/**
 * A device with games of every state, and a page on it: one goes on against computers, one among four
 * people, in one a pawn promotes, one is over, one is in the bin.
 * @param {import('./stage.mjs').Stage} stage
 * @param {object} some settings of the device
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function furnished(stage, some, options = {}) {
  const device = await stage.device(options);
  const client = await stage.client(device);
  const settings = { ...client.welcome.settings, ...some };
  await client.send({ type: 'save-settings', settings });
  const games = { open: '', over: '', party: '', promotes: '', binned: '', lobby: '', room: '' };
  games.binned = (await client.create()).id;
  await client.send({ type: 'delete-game', game: games.binned });
  const [, ...others] = PERSONS;
  const me = { name: null, player: { type: 'person', me: true } };
  games.over = (await client.create([me, ...others])).id;
  // A long game may have no end by itself in a bounded time: everybody else resigns.
  await playUntil(client, seeded(2), () => false, 24);
  await client.resignAll();
  games.party = (await client.create(PERSONS)).id;
  await playUntil(client, seeded(3), () => false, 2);
  games.promotes = (await client.create(PERSONS, 'red', { variant: 'teams', start: PROMOTES })).id;
  games.open = (await client.create(against(1))).id;
  await client.send({ type: 'leave-game', game: games.open });
  const table = await stage.tableOf(device);
  await until('the theme', async () => (await worn(table)) === settings.theme, {
    state: () => worn(table),
  });
  await table.page.evaluate(axe.source);
  games.lobby = (await makeRoom(table)).code;
  await table.touch('back');
  await table.get('home-friends').waitFor();
  games.room = (await makeRoom(table)).code;
  await sitTwice(table, 'yellow', 'Ben');
  await startGame(table);
  await table.touch('back');
  await table.get('home-friends').waitFor();
  /** Changes how several people see the board. */
  const seat = async (tableView) => {
    client.forget();
    await client.send({ type: 'save-settings', settings: { ...settings, tableView } });
    await client.take('the settings', (heard) => heard.type === 'settings');
    await table.page.reload();
    await table.page.evaluate(axe.source);
  };
  return { device, table, games, seat };
}

/** The theme that a page wears. */
export const worn = (table) => table.page.evaluate(() => document.documentElement.dataset.theme);

/** Goes to a screen. */
export async function show(table, games, { at, shows, then = [] }) {
  // By way of home, so that no sheet of the screen before is left.
  await table.page.evaluate(() => (location.hash = '#/'));
  await table.get('home-screen').waitFor();
  await table.page.evaluate((hash) => (location.hash = hash), `#${at(games)}`);
  await table.get(shows).waitFor();
  for (const [step, seen] of then) {
    if (typeof step === 'string') await table.get(step).first().tap();
    else await step(table);
    await table.get(seen).first().waitFor();
  }
}
