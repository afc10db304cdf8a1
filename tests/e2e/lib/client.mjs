/** A client without a screen: the protocol over a socket, message by message. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ROOT } from './relay.mjs';
import { soon, until } from './wait.mjs';
import { carryOn } from './wire.mjs';

/** The protocol's version: the one that the page speaks. */
export const PROTOCOL = Number(
  /VERSION = (\d+)/.exec(readFileSync(join(ROOT, 'ui/src/protocol/index.ts'), 'utf8'))?.[1],
);

/** A relay takes so many requests of a socket at once, and so many a second in the long run. */
const BURST = 50;
const A_SECOND = 18;

/** Seats in the order Red, Blue, Yellow, Green. */
export const PERSONS = Object.freeze(
  Array(4).fill({ name: null, player: { type: 'person', me: false } }),
);

/** A person as Red against three CPUs of a level. */
export const against = (level) => [
  { name: null, player: { type: 'person', me: false } },
  ...Array(3).fill({ name: null, player: { type: 'cpu', level } }),
];

/** A socket to a relay. */
export class Client {
  /** Everything heard that nobody has taken yet. */
  #heard = [];
  #id = 0;
  #free = { requests: BURST, at: performance.now() };

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    this.game = null;
    socket.on('error', () => {});
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      this.game = carryOn(this.game, message);
      this.#heard.push(message);
    });
  }

  /**
   * Opens a socket; says nothing yet.
   * @param {import('./relay.mjs').Relay} relay
   * @param {string} cookie the device's cookie, as `Cookie` header
   */
  static async connect(relay, cookie) {
    const address = `ws://127.0.0.1:${relay.port}/ws`;
    const socket = new WebSocket(address, { headers: { cookie }, handshakeTimeout: 5000 });
    const open = new Promise((resolve, reject) => {
      socket.once('open', () => resolve(undefined));
      socket.once('error', reject);
    });
    const client = new Client(socket);
    await soon('the socket to open', open);
    return client;
  }

  /** Opens a socket and says hello. */
  static async greet(relay, cookie) {
    const client = await Client.connect(relay, cookie);
    await client.send({ type: 'hello', protocol: PROTOCOL });
    client.welcome = await client.take('the welcome', (message) => message.type === 'welcome');
    return client;
  }

  /** Sends a request and gives its number. */
  async send(message) {
    this.#id += 1;
    const id = this.#id;
    await this.raw(JSON.stringify({ id, message }));
    return id;
  }

  /** Sends any bytes, as soon as the relay's limit has room for them. */
  async raw(data, options = {}) {
    const free = this.#free;
    const now = performance.now();
    free.requests = Math.min(BURST, free.requests + ((now - free.at) / 1000) * A_SECOND) - 1;
    free.at = now;
    if (free.requests < 0) await delay((-free.requests / A_SECOND) * 1000);
    this.socket.send(data, options);
  }

  /** The first message heard that fits, taken out of what was heard. */
  async take(what, fits, within) {
    const found = () => {
      const at = this.#heard.findIndex(fits);
      return at < 0 ? null : this.#heard.splice(at, 1)[0];
    };
    return await until(what, found, {
      within,
      every: 2,
      state: () =>
        this.#heard.map(({ type, request, code }) => ({ type, request, code })).slice(-20),
    });
  }

  /** Whether something that fits has been heard and not taken. */
  has(fits) {
    return this.#heard.some(fits);
  }

  /** Forgets what was heard. */
  forget() {
    this.#heard = [];
  }

  /** Sends a request and gives the refusal that answers it. */
  async refused(message) {
    const id = await this.send(message);
    return await this.take(
      `a refusal of ${message.type}`,
      (heard) => heard.type === 'refused' && heard.request === id,
    );
  }

  /** Starts a game, solo if nothing else is wished, and gives its snapshot's game. */
  async create(seats = PERSONS, first = 'red', wishes = {}) {
    const id = await this.send({ type: 'create-game', variant: 'solo', first, seats, ...wishes });
    await this.#snapshot(id);
    return this.game;
  }

  /** Opens a game whole. */
  async open(game) {
    await this.#snapshot(await this.send({ type: 'open-game', game, since: null }));
    return this.game;
  }

  async #snapshot(id) {
    await this.take('a snapshot', (heard) => heard.type === 'snapshot' && heard.request === id);
  }

  /** Plays a move of the game in its present position and waits until it has happened. */
  async play(move) {
    const { id: game, now } = this.game;
    const request = await this.send({ type: 'play', game, ply: now.ply, hash: now.hash, move });
    const answer = await this.take(
      `the move ${move}`,
      (heard) =>
        (heard.type === 'refused' && heard.request === request) ||
        (heard.type === 'happened' && heard.event.ply > now.ply),
    );
    if (answer.type === 'refused') throw new Error(`${move} was refused: ${answer.code}`);
    return answer;
  }

  /** Everybody but the leader gives up, until the game is over. */
  async resignAll() {
    while (this.game.now.result === null) {
      const { id: game, now, seats, number } = this.game;
      const left = [0, 1, 2, 3].filter((i) => now.status[i] === 'in');
      const last = left.reduce((one, other) => (now.points[other] < now.points[one] ? other : one));
      const { ply, hash } = now;
      await this.send({ type: 'resign', game, color: seats[last].color, ply, hash });
      await until('the resignation', () => this.game.number > number);
    }
  }

  /** Closes the socket and waits until it is closed. */
  async close() {
    this.socket.close();
    const end = setTimeout(() => this.socket.terminate(), 1000);
    await this.closed;
    clearTimeout(end);
  }
}
