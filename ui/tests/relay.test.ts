// The line to a relay: when it is trusted, when it is opened anew.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RelayBackend } from '../src/backend/relay';

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: string[] = [];
  closed = false;
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
    this.sent.push(text);
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
  const refused = { type: 'refused', request: 1, game: null, code: 'version', params: {} };
  Socket.all[0]?.onmessage?.({ data: JSON.stringify(refused) });
  Socket.all[0]?.close();
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
  expect(links.at(-1)).toBe('lost');
});
