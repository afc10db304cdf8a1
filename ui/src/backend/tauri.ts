/**
 * The app's own shell as a host: two commands, and a channel on which it answers.
 */
import { Channel, invoke } from '@tauri-apps/api/core';
import type { ClientMessage, ErrorCode, ServerMessage } from '../protocol';
import type { Backend, Link } from './backend';

/** Whether the page runs in the app's window. */
export function insideApp(): boolean {
  return '__TAURI_INTERNALS__' in window;
}

/** Talks to the app's shell. */
export class TauriBackend implements Backend {
  #id = 0;
  #open = false;
  #hear: (message: ServerMessage) => void = () => {};
  #watch: (link: Link, retryAt: number | null) => void = () => {};

  send(message: ClientMessage): number {
    const id = ++this.#id;
    if (this.#open) {
      invoke('send', { request: { id, message } }).catch((why) => this.#fail(id, why));
    }
    return id;
  }

  subscribe(hear: (message: ServerMessage) => void): void {
    this.#hear = hear;
  }

  watch(hear: (link: Link, retryAt: number | null) => void): void {
    this.#watch = hear;
  }

  connect(): void {
    this.#watch('connecting', null);
    const channel = new Channel<ServerMessage>();
    channel.onmessage = (message) => this.#hear(message);
    invoke('connect', { channel }).then(
      () => {
        this.#open = true;
        this.#watch('open', null);
      },
      (why) => this.#fail(null, why),
    );
  }

  /** A command failed: with a code of the host, or before it came there. */
  #fail(request: number | null, why: unknown): void {
    const code: ErrorCode = why === 'too-fast' ? why : 'internal';
    // A busy host takes the next request; one that is gone takes none.
    if (request === null || code === 'internal') {
      this.#open = false;
      this.#watch('lost', null);
    }
    this.#hear({ type: 'refused', request, game: null, code, params: {} });
  }
}
