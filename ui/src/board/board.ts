/**
 * What stands on the board, as values that never change. Every man keeps its number for life, so
 * that a screen moves it instead of drawing it anew. Consequences come from the host's events.
 */
import type {
  Board as BoardText,
  Color,
  Event,
  Kind,
  LegalMove,
  Piece,
  Placed,
  Square,
  SquareChange,
} from '../protocol';

/** A piece with an identity. */
export interface Man {
  readonly id: number;
  readonly square: Square;
  readonly piece: Piece;
}

/** A position: its men by square. */
export type Board = ReadonlyMap<Square, Man>;

const samePiece = (a: Piece, b: Piece) =>
  a.color === b.color && a.kind === b.kind && a.promoted === b.promoted && a.grey === b.grey;

/** A number that no man of the board has. */
export function nextId(board: Board): number {
  let top = 0;
  for (const man of board.values()) top = Math.max(top, man.id);
  return top + 1;
}

/**
 * The board of a list of pieces. Men of `before` that still stand where they stood stay the same.
 */
export function boardOf(placed: readonly Placed[], before: Board = new Map()): Board {
  let id = nextId(before);
  return new Map(
    placed.map(({ square, piece }) => {
      const old = before.get(square);
      const man = old && samePiece(old.piece, piece) ? old : { id: id++, square, piece };
      return [square, man];
    }),
  );
}

const COLOR_SIGNS: Readonly<Record<string, Color>> = {
  r: 'red',
  b: 'blue',
  y: 'yellow',
  g: 'green',
};
const KIND_SIGNS: Readonly<Record<string, Kind>> = {
  K: 'king',
  Q: 'queen',
  R: 'rook',
  B: 'bishop',
  N: 'knight',
  P: 'pawn',
};

/** The pieces in a board's text; what can't be read is left out. */
export function placedIn(text: BoardText): Placed[] {
  return text.split(' ').flatMap((word) => {
    const [, c = '', k = '', square = '', promoted, grey] =
      /^([rbyg])([KQRBNP])([a-n]\d{1,2})(\+?)(-?)$/.exec(word) ?? [];
    const color = COLOR_SIGNS[c];
    const kind = KIND_SIGNS[k];
    if (!color || !kind) return [];
    return [{ square, piece: { color, kind, promoted: promoted === '+', grey: grey === '-' } }];
  });
}

/** The board as a list of pieces. */
export function placedOf(board: Board): Placed[] {
  return [...board.values()].map(({ square, piece }) => ({ square, piece }));
}

/** Where the kings of these players stand. */
export function kingsOf(board: Board, colors: readonly Color[]): Square[] {
  return [...board.values()]
    .filter(({ piece }) => piece.kind === 'king' && colors.includes(piece.color))
    .map(({ square }) => square);
}

/** From where to where a man walks. */
type Walk = readonly [Square, Square];

/** Who walks where in an event or a move: the piece itself and, when castling, the rook. */
export function walksOf(move: {
  from: Square;
  to: Square;
  castling: [Square, Square] | null;
}): readonly Walk[] {
  return move.castling ? [[move.from, move.to], move.castling] : [[move.from, move.to]];
}

/** The board after an event. */
export function applyEvent(board: Board, { action, changes }: Event): Board {
  return applyChanges(board, action.type === 'move' ? walksOf(action) : [], changes);
}

/** The board after changes to it; men who walk stay the same men. */
export function applyChanges(
  board: Board,
  walks: readonly Walk[],
  changes: readonly SquareChange[],
): Board {
  const next = new Map(board);
  let id = nextId(board);
  const arrived = new Map<Square, Man>();
  for (const [from, to] of walks) {
    const man = board.get(from);
    if (man) arrived.set(to, man);
  }
  for (const { square, after } of changes) {
    if (!after) {
      next.delete(square);
      continue;
    }
    const walker = arrived.get(square);
    const stayer = board.get(square);
    const same = walker ?? (stayer?.piece.color === after.color ? stayer : undefined);
    next.set(square, { id: same?.id ?? id++, square, piece: after });
  }
  return next;
}

/**
 * The board as a move of ours will leave it, before the host has answered: what it takes, who
 * walks where, what the pawn becomes. The host's event then replaces this picture.
 */
export function applyMove(board: Board, move: LegalMove): Board {
  const next = new Map(board);
  for (const taken of move.captures) next.delete(taken.square);
  const arrivals = walksOf(move).flatMap(([from, to]) => {
    const man = board.get(from);
    next.delete(from);
    return man ? [[to, man] as const] : [];
  });
  for (const [to, man] of arrivals) {
    const becomes = to === move.to ? move.promotion : null;
    const piece = becomes ? { ...man.piece, kind: becomes, promoted: true } : man.piece;
    next.set(to, { id: man.id, square: to, piece });
  }
  return next;
}
