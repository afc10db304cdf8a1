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
  #request = 0;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type === 'welcome' || message.type === 'settings') {
      this.#kept = message.settings;
      this.current = message.settings;
    } else if (message.type === 'refused' && message.request === this.#request) {
      this.current = this.#kept;
    }
  }

  /** Changes some of them. */
  change(some: Partial<Settings>): void {
    this.current = { ...this.current, ...some };
    this.#request = this.#backend.send({ type: 'save-settings', settings: this.current });
  }
}
