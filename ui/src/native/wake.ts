/**
 * Keeps the screen awake while a game is on it. The system takes the lock away whenever the page is
 * hidden; it is asked for again when the page is seen.
 */

/** A wish for a lit screen. */
export class WakeLock {
  #wanted = false;
  #lock: WakeLockSentinel | null = null;
  #asking = false;

  constructor() {
    document.addEventListener('visibilitychange', () => void this.#settle());
  }

  /** From now on the screen stays awake, or may sleep again. */
  want(on: boolean): void {
    this.#wanted = on;
    void this.#settle();
  }

  async #settle(): Promise<void> {
    // Plain http has no lock, and old web views neither.
    if (!('wakeLock' in navigator) || this.#asking) return;
    if (!this.#wanted) {
      const lock = this.#lock;
      this.#lock = null;
      await lock?.release();
      return;
    }
    if (document.hidden || (this.#lock && !this.#lock.released)) return;
    this.#asking = true;
    try {
      this.#lock = await navigator.wakeLock.request('screen');
    } catch {
      // A nearly empty battery refuses; the next time the page is seen it is asked again.
    } finally {
      this.#asking = false;
    }
    // Who has left the game meanwhile wants no light.
    if (!this.#wanted) await this.#settle();
  }
}
