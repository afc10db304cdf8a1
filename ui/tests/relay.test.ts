// The line to a relay: when it is trusted, when it is opened anew, and after which waits.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RelayBackend } from '../src/backend/relay';
import type { ClientMessage, Request, ServerMessage } from '../src/protocol';

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: string[] = [];
  closed = false;
  /** Nobody is at the other end any more, and nothing tells. */
  dead = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Socket.all.push(this);
  }

  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  send(text: string): void {
    const { id, message } = JSON.parse(text) as Request;
    if (message.type !== 'ping') this.sent.push(text);
    else if (!this.dead) setTimeout(() => this.say({ type: 'pong', request: id }), 50);
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {
    this.closed = true;
    this.readyState = 3;
    this.onclose?.();
  }
}

let backend: RelayBackend;
let links: string[];
let endPage: () => void;

function away(ms: number): void {
  const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(ms);
  shown.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  Socket.all = [];
  links = [];
  // A backend lives as long as its page; here each test is a page.
  const listen = [vi.spyOn(document, 'addEventListener'), vi.spyOn(window, 'addEventListener')];
  backend = new RelayBackend(new URL('http://127.0.0.1:1/'));
  endPage = () => {
    for (const [type, heard] of listen[0]?.mock.calls ?? [])
      document.removeEventListener(type, heard);
    for (const [type, heard] of listen[1]?.mock.calls ?? [])
      window.removeEventListener(type, heard);
  };
  backend.watch((link) => links.push(link));
  backend.connect();
  Socket.all[0]?.open();
});

afterEach(() => {
  endPage();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('keeps the line over a glance at another app', () => {
  away(5_000);
  expect(Socket.all).toHaveLength(1);
});

it('opens a new line after a long time away, since the old one may be dead', () => {
  away(60_000);
  expect(Socket.all.map((socket) => socket.closed)).toEqual([true, false]);
  Socket.all[1]?.open();
  expect(links).toEqual(['connecting', 'open', 'connecting', 'open']);
});

it('sends nothing while the line is lost, then or later', () => {
  Socket.all[0]?.close();
  backend.send({ type: 'list-games' });
  vi.advanceTimersByTime(500);
  Socket.all[1]?.open();
  expect(Socket.all.flatMap((socket) => socket.sent)).toEqual([]);
});

it('tries at once when the network is back', () => {
  Socket.all[0]?.close();
  window.dispatchEvent(new Event('online'));
  expect(Socket.all).toHaveLength(2);
});

it('is lost as soon as the network is, and tries again by itself', () => {
  window.dispatchEvent(new Event('offline'));
  expect(links.at(-1)).toBe('lost');
  expect(Socket.all[0]?.closed).toBe(true);
  vi.advanceTimersByTime(500);
  expect(Socket.all).toHaveLength(2);
  Socket.all[1]?.open();
  expect(links.at(-1)).toBe('open');
});

it('is put down for good', () => {
  backend.close();
  expect(Socket.all[0]?.closed).toBe(true);
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});

it('leaves a relay of another version alone', () => {
  Socket.all[0]?.say({ type: 'refused', request: 1, game: null, code: 'version', params: {} });
  Socket.all[0]?.close();
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
  expect(links.at(-1)).toBe('lost');
});

const busy: ServerMessage = {
  type: 'refused',
  request: 1,
  game: null,
  code: 'internal',
  params: {},
};
const clock: ServerMessage = {
  type: 'clock',
  game: 'g',
  clock: { limit: 30_000, left: 30_000, running: true },
};
const play: ClientMessage = { type: 'play', game: 'g', ply: 0, hash: '', move: 'd2-d4' };

/** Puts the newest try off, and says after how long the next one comes. */
function put(off: (socket: Socket) => void): number {
  const tries = Socket.all.length;
  const socket = Socket.all.at(-1);
  if (socket) off(socket);
  let waited = 0;
  for (; Socket.all.length === tries && waited < 60_000; waited += 125) vi.advanceTimersByTime(125);
  Socket.all.at(-1)?.open();
  return waited;
}

it('waits longer each time for a relay that opens lines only to refuse', () => {
  const refuse = (socket: Socket) => {
    socket.say(busy);
    backend.later();
  };
  expect([1, 2, 3, 4, 5, 6, 7].map(() => put(refuse))).toEqual([
    500, 1000, 2000, 4000, 8000, 15_000, 15_000,
  ]);
  const serve = (socket: Socket) => {
    socket.say(clock);
    socket.close();
  };
  expect(put(serve)).toBe(500);
});

it('spreads the tries of many pages', () => {
  vi.mocked(Math.random).mockReturnValue(0);
  expect(put((socket) => socket.close())).toBe(375);
  vi.mocked(Math.random).mockReturnValue(1);
  expect(put((socket) => socket.close())).toBe(1250);
});

it('gives up a quiet line on which nobody answers, and only that', () => {
  const heard: string[] = [];
  backend.subscribe(({ type }) => heard.push(type));
  vi.advanceTimersByTime(120_000);
  expect(links.at(-1)).toBe('open');
  const [socket] = Socket.all;
  if (!socket) throw new Error('no line');
  socket.dead = true;
  vi.advanceTimersByTime(24_000);
  expect(links).toContain('lost');
  expect(socket.closed).toBe(true);
  expect(heard).toEqual([]);
});

it('takes a refusal for an answer, and says nothing of it', () => {
  const heard: string[] = [];
  backend.subscribe(({ type }) => heard.push(type));
  const [socket] = Socket.all;
  if (!socket) throw new Error('no line');
  vi.spyOn(socket, 'send').mockImplementation((text) => {
    const { id } = JSON.parse(text) as Request;
    setTimeout(() => socket.say({ ...busy, request: id, code: 'malformed' }), 50);
  });
  vi.advanceTimersByTime(120_000);
  expect(links.at(-1)).toBe('open');
  expect(heard).toEqual([]);
});

it('asks nothing while nobody looks', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const [socket] = Socket.all;
  if (!socket) throw new Error('no line');
  const send = vi.spyOn(socket, 'send');
  vi.advanceTimersByTime(120_000);
  expect(send).not.toHaveBeenCalled();
});

it('gives up a line on which a move is not answered', () => {
  const [socket] = Socket.all;
  if (socket) socket.dead = true;
  backend.send(play);
  vi.advanceTimersByTime(7_900);
  expect(links.at(-1)).toBe('open');
  vi.advanceTimersByTime(200);
  expect(links.at(-1)).toBe('lost');
  expect(Socket.all[0]?.closed).toBe(true);
});

it('keeps a line on which something is heard after a move, or nothing was asked', () => {
  backend.send(play);
  vi.advanceTimersByTime(5_000);
  Socket.all[0]?.say(clock);
  vi.advanceTimersByTime(60_000);
  backend.send({ type: 'list-games' });
  vi.advanceTimersByTime(60_000);
  expect(Socket.all.map((socket) => socket.closed)).toEqual([false]);
});

it('closes nothing of a later line when it was put down before it opened', () => {
  Socket.all[0]?.close();
  vi.advanceTimersByTime(500);
  const closing = vi.spyOn(Socket.prototype, 'close');
  backend.close();
  vi.advanceTimersByTime(60_000);
  expect(closing).toHaveBeenCalledTimes(1);
});
