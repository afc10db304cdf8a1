/**
 * How the board looks on this device: which drawings its pieces have. (The shade of its squares is an
 * attribute of the document, `data-shade`, as the theme is.)
 */

import type { BoardShade, PieceSet } from '../protocol';

/** Pieces as in a club, or letters for small squares and those who read them faster. */
export const PIECE_SETS: readonly PieceSet[] = ['classic', 'letters'];
/** The shades that squares can have; see styles/tokens.css. */
export const SHADES: readonly BoardShade[] = ['sand', 'slate', 'strong'];

let chosen = $state<PieceSet>('classic');

/** The drawings in use; a template that reads them follows a change at once. */
export function pieceSet(): PieceSet {
  return chosen;
}

/** Chooses drawings and shade for all boards of the page. */
export function chooseLook(pieces: PieceSet, shade: BoardShade): void {
  chosen = pieces;
  document.documentElement.dataset.pieces = pieces;
  document.documentElement.dataset.shade = shade;
}
