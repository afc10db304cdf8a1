/**
 * Whether somebody looks at the game. Clocks wait while nobody does: while the page is in the
 * background, and while the device is on its way from one person to the next.
 */
import type { Backend } from '../backend/backend';
import type { ServerMessage } from '../protocol';

/** Who tells the host. */
export class Presence {
  #backend: Backend;
  #hidden = document.visibilityState === 'hidden';
  #passing = false;
  /** What the host believes; null on a line where nothing was said yet. */
  #told: boolean | null = null;
  #request = 0;

  constructor(backend: Backend) {
    this.#backend = backend;
    document.addEventListener('visibilitychange', () => {
      this.#hidden = document.visibilityState === 'hidden';
      this.#tell();
    });
  }

  /** The device is being handed over, or has arrived. */
  pass(passing: boolean): void {
    this.#passing = passing;
    this.#tell();
  }

  /** Whether a request is ours: nobody asked for it by hand, so its refusal is no news. */
  owns(request: number | null): boolean {
    return request !== null && request === this.#request;
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type !== 'welcome') return;
    // Every line begins with somebody who looks.
    this.#told = false;
    this.#tell();
  }

  #tell(): void {
    const away = this.#hidden || this.#passing;
    if (this.#told === null || this.#told === away) return;
    this.#told = away;
    this.#request = this.#backend.send({ type: 'away', away });
  }
}
