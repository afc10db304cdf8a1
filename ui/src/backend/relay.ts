/**
 * A relay as a host: one socket to the server that the page came from. A lost line is opened again
 * by itself, each time after a longer wait, and at once when the page comes back to the front or
 * the network comes back.
 */
import type { ClientMessage, Request, ServerMessage } from '../protocol';
import type { Backend, Link } from './backend';

/** Waits between two tries, in milliseconds; the last one stays. */
const WAITS = [500, 1000, 2000, 4000, 8000, 15000];
/** A line that doesn't open in this time is given up. */
const OPEN_WITHIN_MS = 10_000;

/** Talks to a relay. */
export class RelayBackend implements Backend {
  #url: string;
  #id = 0;
  #tries = 0;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #hear: (message: ServerMessage) => void = () => {};
  #watch: (link: Link, retryAt: number | null) => void = () => {};
  #replaced = false;

  /** @param page the page's own address: the socket lies beside it at `/ws`. */
  constructor(page: URL | Location) {
    this.#url = `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ws`;
    const hurry = () => {
      const waiting = this.#socket === null && !this.#replaced && this.#tries > 0;
      if (document.visibilityState === 'visible' && waiting) this.connect();
    };
    document.addEventListener('visibilitychange', hurry);
    window.addEventListener('online', hurry);
  }

  send(message: ClientMessage): number {
    const request: Request = { id: ++this.#id, message };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
    return request.id;
  }

  subscribe(hear: (message: ServerMessage) => void): void {
    this.#hear = hear;
  }

  watch(hear: (link: Link, retryAt: number | null) => void): void {
    this.#watch = hear;
  }

  connect(): void {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    this.#replaced = false;
    this.#watch('connecting', null);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    const slow = setTimeout(() => socket.close(), OPEN_WITHIN_MS);
    socket.onopen = () => {
      clearTimeout(slow);
      this.#tries = 0;
      this.#watch('open', null);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#receive(data);
    };
    socket.onclose = () => {
      clearTimeout(slow);
      this.#socket = null;
      if (this.#replaced) this.#watch('lost', null);
      else this.#wait();
    };
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    // Another tab plays now. Coming back by itself would throw that one out in turn.
    if (message.type === 'replaced') this.#replaced = true;
    this.#hear(message);
  }

  #wait(): void {
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 15000;
    this.#tries += 1;
    this.#watch('lost', Date.now() + wait);
    this.#retry = setTimeout(() => this.connect(), wait);
  }
}
