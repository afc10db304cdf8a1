/**
 * The legal moves as a list: in an order that people look for, and filtered by what moves.
 */
import type { Kind, LegalMove } from '../protocol';
import type { Board } from './board';

/** In the order of the filter, and of quiet moves. */
export const KINDS: readonly Kind[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
/** What pieces are worth where points don't say it. */
const WORTH: Readonly<Record<Kind, number>> = {
  pawn: 1,
  knight: 3,
  bishop: 3,
  rook: 5,
  queen: 9,
  king: 20,
};

/** A move in the list. */
export interface Listed {
  readonly move: LegalMove;
  /** What moves. */
  readonly kind: Kind;
  /** Whether it wears a promoted piece's number. */
  readonly promoted: boolean;
}

/** What a move takes, in the eyes of who looks for captures: points first, grey pieces last. */
function gain({ points, captures, eliminates }: LegalMove): number {
  const living = captures.filter(({ piece }) => !piece.grey);
  const taken = living.reduce((sum, { piece }) => sum + WORTH[piece.kind], 0);
  const grey = captures.length > living.length ? 0.5 : 0;
  return Math.max(points, taken) + eliminates.length * WORTH.king + grey;
}

/** The legal moves, best captures first, then by piece. */
export function listed(legal: readonly LegalMove[], board: Board): Listed[] {
  const list = legal.flatMap((move): Listed[] => {
    const piece = board.get(move.from)?.piece;
    return piece ? [{ move, kind: piece.kind, promoted: piece.promoted }] : [];
  });
  const rank = ({ kind }: Listed) => KINDS.indexOf(kind);
  return list.sort((a, b) => gain(b.move) - gain(a.move) || rank(a) - rank(b));
}

/** How many moves each kind of piece has; kinds without any are left out. */
export function countsOf(list: readonly Listed[]): { kind: Kind; count: number }[] {
  return KINDS.map((kind) => ({
    kind,
    count: list.filter((one) => one.kind === kind).length,
  })).filter(({ count }) => count > 0);
}
