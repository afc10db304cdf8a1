/**
 * Times of the board. The style sheets have the same in tokens.css.
 */

/** A move over more squares than this takes the longer time. */
export const FAR_SQUARES = 6;
/** How long a move is under way, in milliseconds: `--d-move` and `--d-far`. */
export const MOVE_MS = { near: 180, far: 260 } as const;
/** How long a pill with points stays, in milliseconds: `--d-float`. */
export const FLOAT_MS = 1100;
/** How long the board takes to turn to another player, in milliseconds. */
export const TURN_MS = 320;
