/**
/**
 * Which drawings the pieces have on this device and how fast they move. (The shade of the squares is
 * an attribute of the document, as the theme is: see styles/look.ts.)
 */
import type { PieceSet, Speed } from '../protocol';

let chosen = $state<PieceSet>('classic');
let speed = $state<Speed>('normal');

/** The drawings in use; a template that reads them follows a change at once. */
export function pieceSet(): PieceSet {
  return chosen;
}

/** Chooses the drawings of all pieces of the page. */
export function choosePieces(pieces: PieceSet): void {
  chosen = pieces;
}

/** How fast pieces move. */
export function moveSpeed(): Speed {
  return speed;
}

/** Chooses how fast pieces move. */
export function chooseSpeed(wanted: Speed): void {
  speed = wanted;
}
