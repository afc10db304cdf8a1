/**
 * Pictures of rooms of friends into shots/, and what is cut off or too small on them. One page is
 * looked at; its friends have pages that nobody looks at.
 *
 *     node tests/shots/rooms.mjs [--only lobby-host,talk] [--sizes 390x844] [--locale de-DE] [--dark]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defects } from '../e2e/lib/defects.mjs';
import { ROOT } from '../e2e/lib/relay.mjs';
import { beReady, comeByLink, makeRoom, startGame } from '../e2e/lib/room.mjs';
import { Stage } from '../e2e/lib/stage.mjs';
import { Table } from '../e2e/lib/table.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    sizes: { type: 'string', default: '320x568,360x740,390x844,1280x800' },
    locale: { type: 'string', default: 'en-GB' },
    dark: { type: 'boolean', default: false },
  },
});
const only = options.only?.split(',');
/** As long as a name may be, so that whatever can't bear it is seen. */
const LONG = 'Maximilian-Alexander';

const folder = join(ROOT, 'shots');
mkdirSync(folder, { recursive: true });

/** A page that is looked at. */
async function watched(stage, size) {
  const [width, height] = size.split('x').map(Number);
  const touch = width < 1000;
  return await stage.device({
    viewport: { width, height },
    deviceScaleFactor: touch ? 2 : 1,
    hasTouch: true,
    isMobile: touch,
    locale: options.locale,
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
}

/** Takes the picture of a scene and says what is wrong on it. */
async function shoot(table, scene, size) {
  if (only && !only.includes(scene)) return;
  const shade = options.dark ? 'dark' : 'light';
  const path = join(folder, `room-${scene}-${size}-${shade}-${options.locale.slice(0, 2)}.png`);
  await table.page.screenshot({ path, animations: 'disabled' });
  console.log(`${scene} ${size}: ${(await table.page.evaluate(defects)).join('; ')}`);
}

/** Opens what a button leads to, takes its picture and goes back. */
async function opened(table, button, shown, scene, size) {
  await table.touch(button);
  await table.get(shown).waitFor();
  await shoot(table, scene, size);
}

/** Goes back one step, from a sheet or a screen. */
async function back(table, gone) {
  await table.page.goBack();
  await table.get(gone).waitFor({ state: 'detached' });
}

/** What comes before a room, and the lobby of whoever has made it. */
async function hosting(stage, size) {
  const host = await stage.tableOf(await watched(stage, size));
  await opened(host, 'home-friends', 'friends-screen', 'friends', size);
  await opened(host, 'friends-join', 'join-screen', 'join', size);
  for (const symbol of '222222') await host.touch(`key-${symbol}`);
  await opened(host, 'join-go', 'join-name-sheet', 'join-name', size);
  await host.get('room-name').fill('Anna');
  await host.touch('join-name-go');
  await host.get('join-said').getByRole('paragraph').waitFor();
  await shoot(host, 'join-wrong', size);
  await host.page.goto(new URL('#room=222', stage.relay.url).href);
  await host.get('join-said').getByRole('paragraph').waitFor();
  await shoot(host, 'join-damaged', size);
  await host.page.goto(new URL('#/privacy', stage.relay.url).href);
  await host.get('privacy-screen').waitFor();
  await shoot(host, 'privacy', size);
  await host.page.goto(stage.relay.url);
  const { link } = await makeRoom(host, { name: 'Anna', variant: 'teams' });
  await shoot(host, 'lobby-alone', size);
  const ben = await comeByLink(await stage.device(), link, LONG);
  await host.get('notice').waitFor();
  await shoot(host, 'lobby-came', size);
  const cem = await comeByLink(await stage.device(), link, 'Cem');
  const eve = await comeByLink(await stage.device(), link, 'Eve', {
    watch: true,
  });
  await host.get('room-watchers').waitFor();
  await beReady(ben, 'blue', host);
  await shoot(host, 'lobby-host', size);
  await opened(host, 'room-seat-blue', 'room-seat-sheet', 'lobby-seat', size);
  await back(host, 'room-seat-sheet');
  await opened(host, 'room-menu', 'room-menu-sheet', 'menu', size);
  await opened(host, 'room-people', 'room-people-sheet', 'people', size);
  await opened(host, 'member-2', 'person-sheet', 'person', size);
  await opened(host, 'kick-2', 'kick-sheet', 'kick', size);
  await back(host, 'kick-sheet');
  await host.touch('room-menu');
  await opened(host, 'room-talk', 'talk-sheet', 'talk-lobby', size);
  await back(host, 'talk-sheet');
  for (const table of [host, ben, cem, eve]) await table.page.context().close();
}

/** A guest, from the link to the end of a game of teams. */
async function visiting(stage, size) {
  const host = await stage.table();
  const { link } = await makeRoom(host, { name: LONG, variant: 'teams' });
  const cem = await comeByLink(await stage.device(), link, 'Cem');
  const device = await watched(stage, size);
  const guest = new Table(await device.newPage());
  await guest.page.goto(link);
  await guest.get('guest-go').tap();
  await shoot(guest, 'guest', size);
  await guest.get('room-name').fill('Ben');
  await guest.touch('guest-go');
  await guest.get('lobby-screen').waitFor();
  await shoot(guest, 'lobby-guest', size);
  await beReady(cem, 'blue', host);
  await beReady(guest, 'yellow', host);
  await startGame(host, guest, cem);
  const eve = await comeByLink(await stage.device(), link, 'Eve', {
    watch: true,
  });
  await guest.get('game-watchers').waitFor();
  await shoot(guest, 'game', size);
  await opened(guest, 'talk', 'talk-sheet', 'talk', size);
  await guest.touch('phrase-attack');
  await guest.get('attack-blue').waitFor();
  await shoot(guest, 'talk-attack', size);
  await back(guest, 'talk-sheet');
  await host.touch('talk');
  await host.touch('phrase-cover');
  await guest.get('said').waitFor();
  await shoot(guest, 'said', size);
  await opened(guest, 'game-menu', 'menu-sheet', 'game-menu', size);
  await guest.touch('menu-room');
  await guest.get('room-menu-sheet').waitFor();
  await shoot(guest, 'menu-game', size);
  await opened(guest, 'fair-play', 'fair-sheet', 'fair', size);
  await guest.touch('fair-check');
  await shoot(guest, 'fair-numbers', size);
  await back(guest, 'fair-sheet');

  await host.turn();
  const { from } = host.wire.now.legal[0];
  const [to] = await host.choose(from);
  await host.play(to);
  await cem.turn();
  await host.touch('undo');
  await guest.get('ask-back-sheet').waitFor();
  await shoot(guest, 'ask-back', size);
  await guest.touch('ask-back-yes');
  await cem.touch('ask-back-no');
  await guest.get('notice').waitFor();
  await shoot(guest, 'refused', size);
  for (const passing of ['notice', 'said']) {
    await guest.get(passing).waitFor({ state: 'detached' });
  }

  await cem.page.context().setOffline(true);
  await guest.page.locator('[data-testid=grace][data-running=true]').waitFor();
  await guest.get('notice').waitFor({ state: 'detached' });
  await shoot(guest, 'absent', size);
  await cem.page.context().setOffline(false);
  await guest.get('grace').waitFor({ state: 'detached' });
  await guest.get('notice').waitFor({ state: 'detached', timeout: 20_000 });
  await device.setOffline(true);
  await guest.get('lost-leave').waitFor();
  await shoot(guest, 'lost', size);
  await opened(guest, 'lost-leave', 'room-leave-sheet', 'lost-leave', size);
  await back(guest, 'room-leave-sheet');
  await device.setOffline(false);
  await guest.get('lost-leave').waitFor({ state: 'detached' });

  // A team is out when one of it is.
  await host.resign('red');
  await guest.get('end-screen').waitFor();
  await shoot(guest, 'end', size);
  await host.page.close();
  for (const table of [host, cem, eve]) await table.page.context().close();
  await device.close();
}

const stage = await Stage.open();
try {
  for (const size of options.sizes.split(',')) {
    await hosting(stage, size);
    await visiting(stage, size);
  }
} finally {
  await stage.close();
}
