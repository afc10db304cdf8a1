/** Rooms of friends: how a page makes one, and how others come in. */
import { Table } from './table.mjs';
import { until } from './wait.mjs';

/**
 * Makes a room from the home screen; gives its code and its link.
 * @param {Table} table
 * @param {{ name?: string, variant?: string }} [wishes]
 */
export async function makeRoom(table, { name = 'Ann', variant } = {}) {
  await table.touch('home-friends');
  await table.get('room-name').fill(name);
  if (variant) await table.touch(`variant-${variant}`);
  await table.touch('room-make');
  await until('the lobby', () => table.get('lobby-screen').isVisible(), {
    state: async () => [table.errors, await table.page.locator('main').innerText()],
  });
  return {
    code: await table.get('lobby-screen').getAttribute('data-code'),
    link: await table.get('room-invite').getAttribute('data-link'),
  };
}

/**
 * A new page of a device that opens a link and comes into the lobby.
 * @param {import('playwright-core').BrowserContext} device
 * @param {string} link
 * @param {string} name
 * @param {{ watch?: boolean }} [how]
 */
export async function comeByLink(device, link, name, { watch = false } = {}) {
  const table = new Table(await device.newPage());
  await table.page.goto(link);
  await table.get('room-name').fill(name);
  await table.touch(watch ? 'guest-watch' : 'guest-go');
  await table.get('guest-screen').waitFor({ state: 'detached' });
  return table;
}

/** Gives a second seat to somebody else at the same screen. */
export async function sitTwice(table, color, name) {
  await table.touch(`room-seat-${color}`);
  await table.touch('seat-sit-other');
  await table.get('seat-name').fill(name);
  await table.touch('seat-name-done');
  await table.page.locator(`[data-testid=room-seat-${color}][data-holder=member]`).waitFor();
}

/** Says "ready" and waits until the host's page knows. */
export async function beReady(table, color, host) {
  await table.touch('room-ready');
  await host.page.locator(`[data-testid=room-seat-${color}][data-ready=true]`).waitFor();
}

/** Starts the game on the host's page and waits until everybody's shows it. */
export async function startGame(host, ...others) {
  await host.touch('room-start');
  for (const table of [host, ...others]) {
    await table.until('the board', (board) => board.ply >= 0);
  }
}
