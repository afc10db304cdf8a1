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

/** After so long in the background a line that looks open may be dead: the relay has given it up. */
const TRUSTED_MS = 45_000;

/** Talks to a relay. */
export class RelayBackend implements Backend {
  #url: string;
  #id = 0;
  #tries = 0;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #hear: (message: ServerMessage) => void = () => {};
  #watch: (link: Link, retryAt: number | null) => void = () => {};
  #ended = false;
  #hiddenAt = Infinity;

  /** @param page the page's own address: the socket lies beside it at `/ws`. */
  constructor(page: URL | Location) {
    this.#url = `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ws`;
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#hiddenAt = Date.now();
      else this.#hurry(Date.now() - this.#hiddenAt > TRUSTED_MS);
    });
    window.addEventListener('online', () => this.#hurry(true));
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
    this.#ended = false;
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
      if (this.#ended) this.#watch('lost', null);
      else this.#wait();
    };
  }

  /** Opens a line that waits for its next try; in doubt, a new one in the place of the old. */
  #hurry(doubtful: boolean): void {
    if (this.#ended) return;
    if (this.#socket === null) {
      if (this.#tries > 0 && document.visibilityState === 'visible') this.connect();
    } else if (doubtful && this.#socket.readyState === WebSocket.OPEN) {
      const old = this.#socket;
      old.onmessage = old.onclose = null;
      old.close();
      this.#socket = null;
      this.connect();
    }
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    // Another tab plays now: coming back by itself would throw that one out in turn. And a page
    // of another version is another one only after it has been loaded again.
    this.#ended ||=
      message.type === 'replaced' || (message.type === 'refused' && message.code === 'version');
    this.#hear(message);
  }

  #wait(): void {
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 15000;
    this.#tries += 1;
    this.#watch('lost', Date.now() + wait);
    this.#retry = setTimeout(() => this.connect(), wait);
  }
}
