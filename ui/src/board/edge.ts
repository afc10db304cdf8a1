/**
 * A piece that is dragged to the edge of a zoomed board's window and stays there moves the window.
 * Where it pulls is a pure answer; the rest waits a moment and then counts frames.
 */
import type { Point } from './geometry';
import { LIFT_SQUARES } from './gestures';

/** So near to the edge, in squares, the window is pulled. */
export const EDGE_SQUARES = 0.6;
/** The piece must stay there for so long, in milliseconds: most only pass by. */
export const EDGE_AFTER_MS = 250;
/** How fast the window then moves, in squares a second. */
export const EDGE_SPEED = 5;

/** Nothing is pulled. */
export const STILL: Point = { x: 0, y: 0 };

/**
 * Where a finger or a mouse pulls the window, -1 to 1 across and down. A lifted piece pulls up with
 * its own place, above the finger, and down with the finger's, so that both edges can be reached.
 */
export function pullAt(at: Point, box: number, square: number, lifted: boolean): Point {
  const margin = EDGE_SQUARES * square;
  const aim = lifted ? at.y - LIFT_SQUARES * square : at.y;
  const pull = (near: number, far: number) => (near < margin ? -1 : far > box - margin ? 1 : 0);
  const [x, y] = [pull(at.x, at.x), pull(aim, at.y)];
  return x === 0 && y === 0 ? STILL : { x, y };
}

/** Moves the window frame by frame while it is pulled. */
export class EdgePull {
  #move: (by: Point) => void;
  #pull = STILL;
  #frame: number | null = null;
  #since = 0;
  #last = 0;

  /** @param move moves the window by so many squares. */
  constructor(move: (by: Point) => void) {
    this.#move = move;
  }

  /** The piece is dragged on; `pull` as {@link pullAt} says. */
  aim(pull: Point): void {
    this.#pull = pull;
    if (pull === STILL) this.stop();
    else if (this.#frame === null) {
      this.#since = this.#last = performance.now();
      this.#frame = requestAnimationFrame(this.#tick);
    }
  }

  /** The piece is let go, or no longer at the edge. */
  stop(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
  }

  #tick = (): void => {
    this.#frame = requestAnimationFrame(this.#tick);
    const now = performance.now();
    const squares = ((now - this.#last) / 1000) * EDGE_SPEED;
    this.#last = now;
    if (now - this.#since < EDGE_AFTER_MS) return;
    this.#move({ x: this.#pull.x * squares, y: this.#pull.y * squares });
  };
}
