// A relay on this device: on when asked for, off with its room, on again for the way back.
import { beforeEach, expect, it } from 'vitest';
import type { Shell } from '../src/backend/shell';
import { FakeBackend } from '../src/backend/fake';
import { App } from '../src/stores/app.svelte';
import { Hosting } from '../src/stores/hosting.svelte';

const OWN = 'http://127.0.0.1:7460';
const URL_FOR_FRIENDS = 'http://192.168.1.7:7460';

class FakeShell implements Shell {
  readonly canScan = false;
  starts = 0;
  stops = 0;
  fails = false;
  link: (url: string) => void = () => {};

  startHosting() {
    this.starts += 1;
    return this.fails
      ? Promise.reject(new Error('no network'))
      : Promise.resolve({ urls: [URL_FOR_FRIENDS], own: OWN });
  }
  stopHosting() {
    this.stops += 1;
    return Promise.resolve();
  }
  onLink(hear: (url: string) => void) {
    this.link = hear;
  }
  scan() {
    return Promise.resolve(null);
  }
}

let shell: FakeShell;

beforeEach(() => {
  location.hash = '';
  localStorage.clear();
  shell = new FakeShell();
});

it('starts when asked, and says where friends find it', async () => {
  const hosting = new Hosting(shell);
  expect(hosting.url).toBeNull();
  expect(await hosting.start()).toBe(OWN);
  expect(hosting.url).toBe(URL_FOR_FRIENDS);
  await hosting.stop();
  expect([hosting.url, shell.stops]).toEqual([null, 1]);
});

it('says that it could not be started', async () => {
  shell.fails = true;
  const hosting = new Hosting(shell);
  expect(await hosting.start()).toBeNull();
  expect(hosting.failed).toBe(true);
  await hosting.stop();
  expect(shell.stops).toBe(0);
});

it('starts again for a room that was on it, and for no other', async () => {
  const hosting = new Hosting(shell);
  await hosting.wake('https://play.example');
  await hosting.wake(null);
  expect(shell.starts).toBe(0);
  await hosting.wake(OWN);
  await hosting.wake(OWN);
  expect(shell.starts).toBe(1);
});

it('is never there in a browser', async () => {
  expect(await new Hosting(null).start()).toBeNull();
});

it('gives links to its room the address that friends reach', async () => {
  const lines: (string | null)[] = [];
  const openLine = (relay: string | null) => {
    lines.push(relay);
    return new FakeBackend();
  };
  const app = new App(new FakeBackend(), undefined, openLine, shell);
  const own = await app.hosting.start();
  app.room.enter(own, { type: 'join', code: 'BCDFGH', secret: null, name: 'Ann', watch: false });
  expect(lines).toEqual([OWN]);
  expect(app.roomOrigin).toBe(URL_FOR_FRIENDS);
});

it('opens the guest page for a link that opens the app', () => {
  const app = new App(new FakeBackend(), undefined, () => new FakeBackend(), shell);
  shell.link('vierschach://play.example/#room=BCDFGH.secret');
  expect(app.router.screen).toEqual({
    name: 'guest',
    relay: 'https://play.example',
    code: 'BCDFGH',
    secret: 'secret',
  });
  shell.link('vierschach://play.example/nothing');
  expect(app.router.screen).toMatchObject({ code: 'BCDFGH' });
  shell.link('vierschach://play.example/#room=BCD');
  expect(app.router.screen).toEqual({ name: 'join', damaged: true });
});
