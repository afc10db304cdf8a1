/**
 * What a person draws on the board for themselves: a mark is a square, an arrow goes from one to
 * another. Pure values; they belong to one position and are never sent.
 */
import type { Square } from '../protocol';

/** A mark (both squares the same) or an arrow. */
export interface Drawing {
  readonly from: Square;
  readonly to: Square;
}

/** The drawings with one more, or without it if it was there. */
export function toggled(drawings: readonly Drawing[], one: Drawing): readonly Drawing[] {
  const others = drawings.filter(({ from, to }) => from !== one.from || to !== one.to);
  return others.length < drawings.length ? others : [...drawings, one];
}

/** The squares that are marked. */
export function marksOf(drawings: readonly Drawing[]): Square[] {
  return drawings.filter(({ from, to }) => from === to).map(({ from }) => from);
}

/** The arrows. */
export function arrowsOf(drawings: readonly Drawing[]): Drawing[] {
  return drawings.filter(({ from, to }) => from !== to);
}
