/**
 * The relay that the app runs itself, so that people in the same network play without the internet.
 * Off until somebody asks for it; a browser has none.
 */
import type { OwnRelay, Shell } from '../backend/shell';

/** An address of the device itself. */
const OWN = /^http:\/\/(127\.|localhost|\[::1\])/;

/** How it stands with it. */
export class Hosting {
  /** Where it is; null: it does not run. */
  relay = $state.raw<OwnRelay | null>(null);
  /** It could not be started. */
  failed = $state(false);

  readonly shell: Shell | null;

  constructor(shell: Shell | null) {
    this.shell = shell;
  }

  /** The address that friends open; null: it does not run. */
  get url(): string | null {
    return this.relay?.urls[0] ?? null;
  }

  /** Starts it; the address for this device's own line, or null when it can't be. */
  async start(): Promise<string | null> {
    if (!this.shell) return null;
    this.failed = false;
    this.relay = await this.shell.startHosting().catch(() => null);
    this.failed = this.relay === null;
    return this.relay?.own ?? null;
  }

  /** Starts it again when the room to come back to was on it, as after the app was killed. */
  async wake(relay: string | null): Promise<void> {
    if (relay !== null && OWN.test(relay) && !this.relay) await this.start();
  }

  /** Ends it. */
  async stop(): Promise<void> {
    if (!this.relay) return;
    this.relay = null;
    await this.shell?.stopHosting().catch(() => {});
  }
}
