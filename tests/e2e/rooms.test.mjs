/**
 * Friends by a code, each with a browser of their own, on a real relay: a whole game with the
 * network lost in the middle, coming back, rematch, watching, talk, and what the host may do.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOf, seeded } from './lib/random.mjs';
import { beReady, comeByLink, makeRoom, startGame } from './lib/room.mjs';
import { Stage } from './lib/stage.mjs';
import { Table } from './lib/table.mjs';
import { until } from './lib/wait.mjs';

/** A browser without a network says so for each try. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/;
/** How long CPUs may think and be shown between two turns of people. */
const ROUND_MS = 30_000;

/** Ann's room with Ben in it, both with their pages. */
async function roomOfTwo(t, wishes) {
  const stage = await Stage.open(t);
  const ann = await stage.table();
  const { code, link } = await makeRoom(ann, { name: 'Ann', ...wishes });
  const ben = await comeByLink(await stage.device(), link, 'Ben');
  await ben.get('room-ready').waitFor();
  return { stage, ann, ben, code, link };
}

/** The same with the game begun. */
async function gameOfTwo(t, wishes) {
  const all = await roomOfTwo(t, wishes);
  await beReady(all.ben, 'blue', all.ann);
  await startGame(all.ann, all.ben);
  return all;
}

/** Plays one legal move by taps on a page whose turn it is. */
async function playAny(table, random) {
  await table.turn(ROUND_MS);
  const { from } = oneOf(table.wire.now.legal, random);
  const targets = await table.choose(from);
  await table.play(oneOf(targets, random));
}

test(
  'a whole game of two people and two CPUs, one of them without a network for a while',
  { timeout: 240_000 },
  async (t) => {
    const { ann, ben } = await gameOfTwo(t);
    const random = seeded(7);

    await playAny(ann, random);
    await playAny(ben, random);

    // Ben's network goes in Ann's turn: she sees it, and plays on.
    await ann.turn(ROUND_MS);
    const phone = ben.page.context();
    await phone.setOffline(true);
    await ben.get('lost-leave').waitFor();
    await ann.get('offline-badge').waitFor();
    await playAny(ann, random);
    const meanwhile = ann.wire.now.ply;

    // It comes back: he is in his seat by himself, and sees what he missed.
    await phone.setOffline(false);
    await ann.get('offline-badge').waitFor({ state: 'detached' });
    await ben.until('what happened meanwhile', ({ ply }) => ply >= meanwhile, ROUND_MS);
    await ben.get('lost-leave').waitFor({ state: 'detached' });
    await playAny(ben, random);

    // Both see the same position at the same ply.
    const seen = await ann.turn(ROUND_MS);
    const same = await ben.until('the same ply', ({ ply }) => ply === seen.ply);
    assert.equal(same.hash, seen.hash);
    assert.deepEqual(same.pieces, seen.pieces);

    // Ann gives up, then Ben: CPUs go on alone, and the end is told to both.
    await ann.resign('red');
    await ben.resign('blue');
    for (const table of [ann, ben]) await table.touch('pace-end');
    const over = () => ann.wire.now.result && ben.wire.now.result;
    await until('the end for both', over, { within: 180_000, every: 200 });
    await ann.get('end-screen').waitFor();
    await ben.get('rematch-wait').waitFor();

    // The same people again: the next colour begins.
    const { first } = ann.wire.game;
    await ann.touch('end-again');
    await ann.get('lobby-screen').waitFor();
    await beReady(ben, 'blue', ann);
    await startGame(ann, ben);
    const next = await until('the next game', () => ann.wire.game.first !== first && ann.wire.game);
    assert.equal(next.first, 'blue');
    assert.match(next.id, /-2$/);

    ann.assertNoErrors(NO_NETWORK);
    ben.assertNoErrors(NO_NETWORK);
    for (const table of [ann, ben]) assert.deepEqual(table.wire.told('refused'), []);
  },
);

test(
  'the home screen leads back into the seat, and a second screen takes it over',
  { timeout: 90_000 },
  async (t) => {
    const { stage, ann, ben, code } = await gameOfTwo(t);
    const before = await ben.board();
    await ben.page.goto('about:blank');
    await ann.get('offline-badge').waitFor();

    await ben.page.goto(stage.relay.url);
    await ben.touch('kept-room');
    const after = await ben.until('the game', (board) => board.ply >= 0);
    assert.equal(after.hash, before.hash);
    await ann.get('offline-badge').waitFor({ state: 'detached' });

    // The device's other tab has the same key to the seat.
    const tab = await Table.open(ben.page.context(), stage.relay);
    await tab.touch('kept-room');
    await tab.until('the game', (board) => board.ply >= 0);
    await ben.get('room-replaced').waitFor();
    await ben.touch('message-action');
    await ben.until('the game again', (board) => board.ply >= 0);
    await tab.get('room-replaced').waitFor();

    assert.equal(await ben.get('game-screen').getAttribute('data-game'), `${code}-1`);
    ben.assertNoErrors();
  },
);

test(
  'who goes back to where the code was typed in is gone from the game, and is asked before giving up the seat',
  { timeout: 90_000 },
  async (t) => {
    const stage = await Stage.open(t);
    const ann = await stage.table();
    const { code } = await makeRoom(ann, { name: 'Ann' });
    const ben = await stage.table();
    await ben.touch('home-friends');
    await ben.touch('friends-join');
    for (const symbol of code) await ben.touch(`key-${symbol}`);
    await ben.touch('join-go');
    await ben.get('room-name').fill('Ben');
    await ben.touch('join-name-go');
    await ben.get('room-ready').waitFor();
    await beReady(ben, 'blue', ann);
    await startGame(ann, ben);

    // What is read over the game leaves one in it.
    await ben.touch('game-menu');
    await ben.touch('menu-settings');
    await ben.get('settings-screen').waitFor();
    await ben.page.goBack();
    await ben.get('game-screen').waitFor();
    assert.equal(
      await ann.wire.told('room').some(({ room }) => room.members.some(({ here }) => !here)),
      false,
    );
    await ben.page.goBack();
    await ben.get('friends-screen').waitFor();
    await ann.get('offline-badge').waitFor();

    await ben.touch('kept-room');
    await ann.get('offline-badge').waitFor({ state: 'detached' });
    await ben.touch('back');
    await ben.touch('forget-room');
    await ben.get('forget-sheet').getByText(code.slice(0, 3)).waitFor();
    await ben.touch('forget-no');
    await ben.get('kept-room').waitFor();
    await ben.touch('forget-room');
    await ben.touch('forget-yes');
    await ben.get('kept-room').waitFor({ state: 'detached' });
    await ann.get('notice').getByText('Ben has left. A computer plays on there.').waitFor();
    for (const table of [ann, ben]) table.assertNoErrors();
  },
);

test('who leaves without a network has left when it is back', { timeout: 90_000 }, async (t) => {
  const { ann, ben } = await roomOfTwo(t);
  const seat = (holder) =>
    ann.page.locator(`[data-testid=room-seat-blue][data-holder=${holder}]`).waitFor();
  await seat('member');

  const phone = ben.page.context();
  await phone.setOffline(true);
  await ben.page.locator('[data-testid=room-ready][disabled]').waitFor();
  await ben.touch('room-menu');
  await ben.touch('room-leave');
  await ben.touch('room-leave-yes');
  await ben.get('home-friends').waitFor();
  await ben.get('kept-room').waitFor({ state: 'detached' });
  await seat('member');

  await phone.setOffline(false);
  await seat('free');
  ben.assertNoErrors(NO_NETWORK);
  ann.assertNoErrors();
});

test(
  'a code that is wrong is said in words, and the button stays alive',
  { timeout: 90_000 },
  async (t) => {
    const stage = await Stage.open(t);
    const ann = await stage.table();
    const { code } = await makeRoom(ann);
    const ben = await stage.table();

    await ben.touch('home-friends');
    await ben.touch('friends-join');
    await ben.touch('join-go');
    await ben.get('join-said').getByText('6 symbols are missing').waitFor();
    const wrong = code === '222222' ? '333333' : '222222';
    for (const symbol of wrong) await ben.touch(`key-${symbol}`);
    await ben.touch('join-go');
    // Nobody knows Ben's name yet: he is asked for it, and led to the field without one.
    await ben.touch('join-name-go');
    await ben.page.locator('[data-testid=room-name][aria-invalid=true]:focus').waitFor();
    await ben.get('room-name').fill('Ben');
    await ben.touch('join-name-go');
    await ben.get('join-screen').getByText('There is no such room').waitFor();

    // What he typed is still there, to be corrected.
    assert.equal(await ben.get('join-code').getAttribute('data-code'), wrong);
    for (const _ of wrong) await ben.touch('join-erase');
    for (const symbol of code) await ben.touch(`key-${symbol}`);
    await ben.touch('join-go');
    await ben.get('lobby-screen').waitFor();
    await ann.page.locator('[data-testid=room-seat-blue][data-holder=member]').waitFor();
    ben.assertNoErrors();
  },
);

test(
  'the host seats people and CPUs, locks the room and sends somebody out for good',
  { timeout: 120_000 },
  async (t) => {
    const { stage, ann, ben, link } = await roomOfTwo(t);

    await ann.touch('room-seat-yellow');
    await ann.touch('level-2');
    await ann.touch('seat-close');
    await ben.page.locator('[data-testid=room-seat-yellow][data-holder=cpu]').waitFor();
    await ann.touch('room-seat-blue');
    await ann.touch('seat-swap-green');
    await ben.page.locator('[data-testid=room-seat-green][data-holder=member]').waitFor();

    await ann.touch('room-menu');
    await ann.touch('room-lock');
    await ben.get('room-locked').waitFor();
    const late = new Table(await (await stage.device()).newPage());
    await late.page.goto(link);
    await late.get('room-name').fill('Cem');
    await late.touch('guest-go');
    await late.get('guest-title').getByText('The room is locked').waitFor();
    await ann.touch('room-lock');
    await late.touch('guest-go');
    await late.get('lobby-screen').waitFor();

    await ann.touch('room-people');
    await ann.touch('member-2');
    await ann.touch('kick-2');
    await ann.touch('kick-yes');
    await ben.get('room-over').waitFor();
    await ben.page.goto(link);
    await ben.get('room-name').fill('Ben again');
    await ben.touch('guest-go');
    await ben.get('guest-title').getByText('You were sent out').waitFor();
  },
);

test(
  'people talk before the game, point at squares in teams, and can be muted',
  { timeout: 120_000 },
  async (t) => {
    const { ann, ben } = await roomOfTwo(t, { variant: 'teams' });

    await ben.touch('room-menu');
    await ben.touch('room-talk');
    await ben.touch('phrase-thanks');
    const said = ann.page.locator('[data-testid=said][data-phrase=thanks]');
    await said.waitFor();

    await ann.touch('room-menu');
    await ann.touch('room-people');
    await ann.touch('member-2');
    await ann.touch('mute-2');
    await said.waitFor({ state: 'detached' });
    await ann.touch('people-close');
    await ben.touch('room-menu');
    await ben.touch('room-talk');
    await ben.touch('face-laugh');
    await until('the relay to tell Ann', () => ann.wire.told('said').length === 2);
    assert.equal(await ann.get('said').count(), 0);

    // Partners sit opposite each other; only they hear each other then.
    await ann.touch('room-seat-blue');
    await ann.touch('seat-swap-yellow');
    await beReady(ben, 'yellow', ann);
    await startGame(ann, ben);
    await ann.touch('talk');
    await ann.touch('talk-point');
    await ann.tap('g7');
    await ben.page.locator('[data-ping=g7]').waitFor();
    assert.equal((await ann.board()).held, null, 'pointing is not playing');
  },
);

test('a damaged link leads to the keypad, in words', { timeout: 60_000 }, async (t) => {
  const stage = await Stage.open(t);
  const ben = new Table(await (await stage.device()).newPage());
  await ben.page.goto(`${stage.relay.url}#room=BCD`);
  await ben.get('join-said').getByText('The link is damaged').waitFor();
  await ben.touch('key-B');
  await ben.get('join-said').getByText('damaged').waitFor({ state: 'detached' });
  ben.assertNoErrors();
});

test(
  'all hear who comes, leaves and hosts, and why no move was taken back',
  { timeout: 120_000 },
  async (t) => {
    const { stage, ann, ben, link } = await roomOfTwo(t);
    const told = (table, words) => table.get('notice').getByText(words).waitFor();
    const cem = await comeByLink(await stage.device(), link, 'Cem');
    await told(ann, 'Cem has come.');
    await told(ben, 'Cem has come.');
    await beReady(ben, 'blue', ann);
    await beReady(cem, 'yellow', ann);
    await startGame(ann, ben, cem);

    await playAny(ann, seeded(3));
    await ben.turn(ROUND_MS);
    await ann.touch('undo');
    await cem.touch('ask-back-yes');
    await ben.touch('ask-back-no');
    await told(ann, 'Ben did not agree to take back.');
    await told(cem, 'Ben did not agree to take back.');

    // Everybody plays alone here: nobody talks, and it is said until when.
    assert.equal(await ann.get('talk').count(), 0);
    await ann.touch('game-menu');
    await ann.touch('menu-room');
    await ann.get('room-menu-sheet').getByText('when the game is over').waitFor();
    await ann.touch('room-leave');
    await ann.touch('room-leave-yes');
    await told(ben, 'Ann has left. You host the room now.');
    await told(cem, 'Ann has left. Ben hosts the room now.');
    for (const table of [ann, ben, cem]) table.assertNoErrors();
  },
);

test(
  'whoever has no line is told what is left of the grace, as are the others',
  { timeout: 120_000 },
  async (t) => {
    const { ann, ben } = await gameOfTwo(t);
    const seconds = async (locator) => {
      const [, minutes, rest] = /(\d+):(\d\d)/.exec(await locator.innerText()) ?? [];
      return 60 * Number(minutes) + Number(rest);
    };
    await ann.turn(ROUND_MS);
    await ann.page.context().setOffline(true);
    const grace = ben.page.locator('[data-testid=grace][data-running=true]');
    await grace.waitFor();
    const first = await seconds(grace);
    assert.ok(first > 40 && first <= 60, `${first}`);
    await until('the grace to go by', async () => (await seconds(grace)) < first);
    await ann
      .get('room-notice')
      .getByText(/In \d+ seconds? the computer plays/)
      .waitFor();
    const own = ann.page.locator('[data-testid=seat-red] [data-testid=grace]');
    const mine = await seconds(own);
    await until('the own grace to go by', async () => (await seconds(own)) < mine);

    // Who leaves now is told that the relay hears of it later.
    await ann.touch('lost-leave');
    await ann.get('room-leave-sheet').getByText('no connection just now').waitFor();
    await ann.touch('room-leave-yes');
    await ann.page.locator('[data-testid=notice][data-code=leave-later]').waitFor();
    await ann.page.context().setOffline(false);
    await ben.get('notice').getByText('Ann has left. You host').waitFor();
    ben.assertNoErrors();
  },
);

test(
  'spectators see the game and are counted, and moves are taken back by consent',
  { timeout: 120_000 },
  async (t) => {
    const { stage, ann, ben, link } = await gameOfTwo(t);
    const random = seeded(3);
    const eve = await comeByLink(await stage.device(), link, 'Eve', { watch: true });
    const shown = await eve.until('the board', (board) => board.ply >= 0);
    assert.equal(shown.yours, false);
    await ann.get('game-watchers').getByText('1 is watching').waitFor();
    await eve.page.getByText('you are watching').waitFor();
    // Nothing in the menu is for players.
    await eve.touch('game-menu');
    await eve.get('menu-leave').getByText('come back and watch').waitFor();
    for (const id of ['menu-resign', 'menu-input', 'menu-claim']) {
      assert.equal(await eve.get(id).count(), 0, id);
    }
    await eve.page.keyboard.press('Escape');
    await eve.get('menu-sheet').waitFor({ state: 'detached' });

    await ann.turn(ROUND_MS);
    const before = await ann.board();
    await playAny(ann, random);
    await eve.until('her move', ({ ply }) => ply > before.ply);
    await ben.turn(ROUND_MS);
    await ann.touch('undo');
    await ben.touch('ask-back-yes');
    await ann.until('the position before', ({ hash }) => hash === before.hash);
    await ben.until('the position before', ({ hash }) => hash === before.hash);
    await eve.until('the position before', ({ hash }) => hash === before.hash);
    eve.assertNoErrors();
  },
);
