/**
 * The clock of the player to move. The host decides; in between the screen counts down by itself.
 */
import type { Clock } from '../protocol';

/** From here on time is short, in seconds. */
export const LOW_SECONDS = 10;
/** How often the screen counts, in milliseconds. */
const TICK_MS = 200;

/** A clock that counts down. */
export class TurnClock {
  /** Milliseconds that are left; null: there is no clock. */
  left = $state<number | null>(null);
  /** It waits, because nobody looks or the device is handed over. */
  paused = $state(false);
  /** Whole seconds that are left, as people read them: the last one is 1. */
  readonly seconds: number | null = $derived(
    this.left === null ? null : Math.ceil(this.left / 1000),
  );
  /** Time is short: for sounds and the colour of alarm. */
  readonly low: boolean = $derived(
    this.seconds !== null && this.seconds <= LOW_SECONDS && !this.paused,
  );

  #limit = 1;
  #told = 0;
  #at = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** The share of the time that is left, 0 to 1; 1 without a clock. */
  get share(): number {
    return this.left === null ? 1 : Math.min(1, this.left / this.#limit);
  }

  /** Takes what the host says, or that there is no clock. */
  set(clock: Clock | null): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.left = clock?.left ?? null;
    this.paused = clock !== null && !clock.running;
    if (!clock) return;
    this.#limit = Math.max(1, clock.limit);
    this.#told = clock.left;
    this.#at = performance.now();
    if (clock.running) this.#timer = setInterval(() => this.#count(), TICK_MS);
  }

  /** Stands still until the host says how it is: the line is lost. */
  rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.paused = this.left !== null;
  }

  #count(): void {
    this.left = Math.max(0, this.#told - (performance.now() - this.#at));
  }
}

/** "0:43". */
export function clockWords(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
