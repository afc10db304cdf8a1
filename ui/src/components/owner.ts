/**
 * From the protocol's words to the names in the sprite and in the tokens.
 */
import type { Color, Kind, PieceSet } from '../protocol';
import { pieceSet } from './look.svelte';

const LETTERS: Readonly<Record<Kind, string>> = {
  pawn: 'p',
  knight: 'n',
  bishop: 'b',
  rook: 'r',
  queen: 'q',
  king: 'k',
};

/** The class that gives an owner's colours to all below. */
export function ownerClass(color: Color): string {
  return `own-${color.charAt(0)}`;
}

/** The address of an owner's mark. */
export function markHref(color: Color): string {
  return `#mk-${color.charAt(0)}`;
}

/** The address of a piece's drawing, in the set that is chosen or in a given one. */
export function pieceHref(kind: Kind, set: PieceSet = pieceSet()): string {
  return `#${set === 'letters' ? 'lt' : 'pc'}-${LETTERS[kind]}`;
}
