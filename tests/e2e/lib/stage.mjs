/** A relay and a browser for a test, taken down with it whatever happens. */
import { openBrowser, openDevice } from './browser.mjs';
import { Client } from './client.mjs';
import { Relay } from './relay.mjs';
import { Table } from './table.mjs';

/** What a test plays on. */
export class Stage {
  relay;
  #browser = null;
  /** @type {Array<() => unknown>} */
  #closing = [];

  /**
   * Starts a relay. Its end is the end of the test, or `close`.
   * @param {import('node:test').TestContext} [test]
   */
  static async open(test) {
    const stage = new Stage();
    test?.after(() => stage.close());
    stage.relay = await Relay.start();
    return stage;
  }

  /** A new device; its settings and games are its own. */
  async device(options) {
    this.#browser ??= await openBrowser();
    return await openDevice(this.#browser, options);
  }

  /** A new device with some settings of its own. */
  async deviceWith(some, options) {
    const device = await this.device(options);
    const client = await Client.greet(this.relay, await cookieOf(device, this.relay));
    await client.send({ type: 'save-settings', settings: { ...client.welcome.settings, ...some } });
    await client.take('the settings', ({ type }) => type === 'settings');
    await client.close();
    return device;
  }

  /** A new device with a page on the home screen. */
  async table(options) {
    return await this.tableOf(await this.device(options));
  }

  /** A new page of a device, on the home screen. */
  async tableOf(device) {
    const table = await Table.open(device, this.relay);
    await table.get('home-play').waitFor();
    return table;
  }

  /** A client without a screen that is the same device as a browser's context. */
  async client(device) {
    const client = await Client.greet(this.relay, await cookieOf(device, this.relay));
    this.#closing.push(() => client.close());
    return client;
  }

  /** Takes everything down. */
  async close() {
    for (const close of this.#closing.splice(0)) await close();
    await this.#browser?.close();
    await this.relay?.close();
  }
}

/** The cookie by which a relay knows a device, as a header's value. */
export async function cookieOf(device, relay) {
  let cookies = await device.cookies(relay.url);
  if (cookies.length === 0) {
    await device.request.get(relay.url);
    cookies = await device.cookies(relay.url);
  }
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
