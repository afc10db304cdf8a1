/**
 * The legal moves as a list, in the host's order, and how many each kind of piece has: the filter.
 */
import type { Kind, LegalMove } from '../protocol';
import type { Board } from './board';

/** In the order of the filter. */
export const KINDS: readonly Kind[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

/** A move in the list. */
export interface Listed {
  readonly move: LegalMove;
  /** What moves. */
  readonly kind: Kind;
  /** Whether it wears a promoted piece's number. */
  readonly promoted: boolean;
}

/** The legal moves with what moves; the host has put first what people look for. */
export function listed(legal: readonly LegalMove[], board: Board): Listed[] {
  return legal.flatMap((move): Listed[] => {
    const piece = board.get(move.from)?.piece;
    return piece ? [{ move, kind: piece.kind, promoted: piece.promoted }] : [];
  });
}

/** How many moves each kind of piece has; kinds without any are left out. */
export function countsOf(list: readonly Listed[]): { kind: Kind; count: number }[] {
  return KINDS.map((kind) => ({
    kind,
    count: list.filter((one) => one.kind === kind).length,
  })).filter(({ count }) => count > 0);
}
