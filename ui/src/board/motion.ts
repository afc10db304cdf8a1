/**
 * Times of the board. The style sheets have the same in tokens.css.
 */
import { moveSpeed } from '../components/look.svelte';
import { PACE } from '../styles/look';

/** A move over more squares than this takes the longer time. */
export const FAR_SQUARES = 6;
/** How long moves are under way, in milliseconds: `--d-move` and `--d-far`, before `--pace`. */
const MOVE_MS = { near: 180, far: 260 } as const;
/** How long the board takes to turn to another player, in milliseconds, before `--pace`. */
const TURN_MS = 320;
/** How long a pill with points stays, in milliseconds: `--d-float`. */
export const FLOAT_MS = 1100;

/** How long a move over so many squares is under way, in milliseconds. */
export function moveMs(squares: number): number {
  return (squares > FAR_SQUARES ? MOVE_MS.far : MOVE_MS.near) * PACE[moveSpeed()];
}

/** How long the board takes to turn, in milliseconds. */
export function turnMs(): number {
  return TURN_MS * PACE[moveSpeed()];
}
