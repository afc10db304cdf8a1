/**
 * Which drawings the pieces have on this device. (The shade of the squares is an attribute of the
 * document, as the theme is: see styles/look.ts.)
 */
import type { PieceSet } from '../protocol';

let chosen = $state<PieceSet>('classic');

/** The drawings in use; a template that reads them follows a change at once. */
export function pieceSet(): PieceSet {
  return chosen;
}

/** Chooses the drawings of all pieces of the page. */
export function choosePieces(pieces: PieceSet): void {
  chosen = pieces;
}
