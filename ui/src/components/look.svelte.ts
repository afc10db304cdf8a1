/**
 * How the board looks on this device: which drawings its pieces have. (The shade of its squares is an
 * attribute of the document, `data-shade`, as the theme is.)
 */

/** The drawings: pieces as in a club, or letters for small squares and those who read them faster. */
export const PIECE_SETS = ['classic', 'letters'] as const;
/** A set of drawings. */
export type PieceSet = (typeof PIECE_SETS)[number];

/** The shades that squares can have; see styles/tokens.css. */
export const SHADES = ['sand', 'slate', 'moss'] as const;
/** A shade of the squares. */
export type Shade = (typeof SHADES)[number];

let chosen = $state<PieceSet>('classic');

/** The drawings in use; a template that reads them follows a change at once. */
export function pieceSet(): PieceSet {
  return chosen;
}

/** Chooses drawings and shade for all boards of the page. */
export function chooseLook(pieces: PieceSet, shade: Shade): void {
  chosen = pieces;
  document.documentElement.dataset.pieces = pieces;
  document.documentElement.dataset.shade = shade;
}
