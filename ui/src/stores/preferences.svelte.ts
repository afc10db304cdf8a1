/**
 * The settings of this device: kept by the host, shown at once.
 */
import type { Backend } from '../backend/backend';
import { DEFAULT_SETTINGS, type ServerMessage, type Settings } from '../protocol';

/** The settings. */
export class Preferences {
  current = $state.raw<Settings>(DEFAULT_SETTINGS);

  #backend: Backend;
  /** As the host keeps them. */
  #kept: Settings = DEFAULT_SETTINGS;
  /** Saves that the host has not answered, oldest first; it answers in order. */
  #unanswered: number[] = [];

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.#kept = message.settings;
      this.#unanswered = [];
    } else if (message.type === 'settings') {
      this.#kept = message.settings;
      this.#unanswered.shift();
    } else if (message.type === 'refused') {
      const left = this.#unanswered.filter((request) => request !== message.request);
      if (left.length === this.#unanswered.length) return;
      this.#unanswered = left;
    } else return;
    // What comes before the last save is answered is older than what is on the screen.
    if (this.#unanswered.length === 0) this.current = this.#kept;
  }

  /** Changes some of them. */
  change(some: Partial<Settings>): void {
    this.current = { ...this.current, ...some };
    this.#unanswered.push(this.#backend.send({ type: 'save-settings', settings: this.current }));
  }
}
