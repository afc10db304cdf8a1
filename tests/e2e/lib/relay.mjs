/** A relay of its own for each test: a free port, a fresh folder, the built program. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { soon, until } from './wait.mjs';

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The relay's program: given by the caller, or the one that cargo built. */
function program() {
  const given = process.env.VIERSCHACH_RELAY_BIN;
  const found = given
    ? [given]
    : ['debug', 'release'].map(built).filter((path) => existsSync(path));
  const [path] = found;
  if (!path || !existsSync(path)) {
    throw new Error(
      `No relay at ${path ?? built('debug')}: cargo build --package vierschach-relay`,
    );
  }
  return path;
}

const built = (profile) => join(ROOT, 'target', profile, 'vierschach-relay');

/** A port that nobody listens on just now. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** A running relay, with a folder that lasts as long as this object. */
export class Relay {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  #log = '';
  #dead = () => this.#child?.kill('SIGKILL');

  constructor(port) {
    this.port = port;
    this.data = mkdtempSync(join(tmpdir(), 'vierschach-relay-'));
    // Even when the test's own process is ended in the middle.
    process.once('exit', this.#dead);
  }

  /** Starts a relay and waits until it answers. */
  static async start() {
    const relay = new Relay(await freePort());
    try {
      await relay.up();
    } catch (error) {
      await relay.close();
      throw error;
    }
    return relay;
  }

  /** The address that a browser opens. */
  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** What the program has printed. */
  get log() {
    return this.#log;
  }

  /** Starts the program on this port and this folder. */
  async up() {
    const args = ['--bind', `127.0.0.1:${this.port}`, '--data', this.data];
    const child = spawn(program(), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    const keep = (chunk) => (this.#log = (this.#log + chunk).slice(-20_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => keep(String(error)));
    await until('the relay to answer', () => this.#healthy(), { state: () => this.#log });
  }

  async #healthy() {
    if (this.#child?.exitCode !== null) throw new Error(`The relay has ended:\n${this.#log}`);
    const signal = AbortSignal.timeout(1000);
    const answer = await fetch(new URL('health', this.url), { signal }).catch(() => null);
    return answer?.ok;
  }

  /** Ends the program at once, as a power cut would. */
  async kill() {
    await this.#end('SIGKILL');
  }

  async #end(signal) {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await soon('the relay to end', gone);
  }

  /** Ends the program and removes its folder. */
  async close() {
    process.removeListener('exit', this.#dead);
    try {
      await this.#end('SIGKILL');
    } finally {
      rmSync(this.data, { recursive: true, force: true });
    }
  }
}
