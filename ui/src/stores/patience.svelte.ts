/**
 * Whether a first answer is late: the CPU looks at other positions before this one.
 */

/** A position that is being looked at has a first line well before, in milliseconds. */
export const LATE_MS = 2500;

/** The wait for a first answer. */
export class Patience {
  /** It takes longer than it would if nobody else were served first. */
  late = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Asked just now. */
  begin(): void {
    this.end();
    this.#timer = setTimeout(() => (this.late = true), LATE_MS);
  }

  /** There is an answer, or none is wanted any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.late = false;
  }
}
