/**
 * What a person draws on the board for themselves: a mark is a square, an arrow goes from one to
 * another. It belongs to one position and is never sent.
 */
import type { Square } from '../protocol';
import type { Arrow } from './marks';

/** A mark (both squares the same) or an arrow. */
export interface Drawing {
  readonly from: Square;
  readonly to: Square;
}

/** Always the same value: while nothing is drawn, nothing is drawn anew. */
const NONE: readonly Drawing[] = [];

/** The drawings with one more, or without it if it was there. */
export function toggled(drawings: readonly Drawing[], one: Drawing): readonly Drawing[] {
  const others = drawings.filter(({ from, to }) => from !== one.from || to !== one.to);
  return others.length < drawings.length ? others : [...drawings, one];
}

/** The drawings on a board, and the one that is being made. */
export class Drawings {
  #done = $state.raw(NONE);
  #pen = $state.raw<{ readonly from: Square; readonly to: Square | null } | null>(null);

  readonly #all = $derived.by(() => {
    const { from, to } = this.#pen ?? { from: null, to: null };
    return from === null || to === null ? this.#done : [...this.#done, { from, to }];
  });

  /** The squares that are marked. */
  readonly marks: readonly Square[] = $derived([
    ...new Set(this.#all.filter(({ from, to }) => from === to).map(({ from }) => from)),
  ]);
  /** The arrows. */
  readonly arrows: readonly Arrow[] = $derived(
    this.#all.filter(({ from, to }) => from !== to).map((one) => ({ ...one, tone: 'note' })),
  );

  /** Begins at a square. */
  begin(from: Square): void {
    this.#pen = { from, to: from };
  }

  /** The pen is over a square, or off the board. */
  lead(to: Square | null): void {
    if (this.#pen) this.#pen = { ...this.#pen, to };
  }

  /** The pen is lifted; off the board nothing is drawn. */
  end(): void {
    const { from, to } = this.#pen ?? { from: null, to: null };
    this.#pen = null;
    if (from !== null && to !== null) this.#done = toggled(this.#done, { from, to });
  }

  /** A mark is made, or wiped, at once. */
  mark(square: Square): void {
    this.#pen = null;
    this.#done = toggled(this.#done, { from: square, to: square });
  }

  /** Whether the pen is down. */
  get drawing(): boolean {
    return this.#pen !== null;
  }

  /** The pen is taken away. */
  drop(): void {
    this.#pen = null;
  }

  /** Wipes everything; whether there was something. */
  wipe(): boolean {
    const drawn = this.#done.length > 0 || this.#pen !== null;
    this.#done = NONE;
    this.#pen = null;
    return drawn;
  }
}
