/**
 * A position that somebody sets up: pure edits of it. Whether it can be played, the host says.
 */
import { placedIn } from '../board/board';
import type { Color, Draft, Kind, Piece, Placed, Square } from '../protocol';
import { COLORS, indexOf, of } from './colors';

/** What a tap on a square puts there; null: it takes away. */
export type Tool = {
  readonly color: Color;
  readonly kind: Kind;
  readonly promoted: boolean;
} | null;

const KIND_SIGNS: Readonly<Record<Kind, string>> = {
  king: 'K',
  queen: 'Q',
  rook: 'R',
  bishop: 'B',
  knight: 'N',
  pawn: 'P',
};

/** Pieces as a board's text. */
export function boardText(placed: readonly Placed[]): string {
  return placed
    .map(({ square, piece }) => {
      const marks = `${piece.promoted ? '+' : ''}${piece.grey ? '-' : ''}`;
      return `${piece.color.charAt(0)}${KIND_SIGNS[piece.kind]}${square}${marks}`;
    })
    .join(' ');
}

/** A list of four with one entry changed. */
function withEntry<T>(four: readonly T[], color: Color, value: T): [T, T, T, T] {
  return COLORS.map((one, n) => (one === color ? value : four[n])) as [T, T, T, T];
}

/** Nothing on the board, Red to move. */
export const EMPTY: Draft = {
  board: '',
  turn: 'red',
  out: [false, false, false, false],
  points: [0, 0, 0, 0],
  castling: [
    [false, false],
    [false, false],
    [false, false],
    [false, false],
  ],
};

/** A variant's start: everybody in, nobody has moved. */
export function fromStart(board: string): Draft {
  const both: [boolean, boolean] = [true, true];
  return { ...EMPTY, board, castling: [both, both, both, both] };
}

/** The draft with a square emptied, or filled; an army that is out is grey. */
export function put(draft: Draft, square: Square, tool: Tool): Draft {
  const others = placedIn(draft.board).filter((one) => one.square !== square);
  if (!tool) return { ...draft, board: boardText(others) };
  const piece: Piece = { ...tool, grey: of(draft.out, tool.color) };
  return { ...draft, board: boardText([...others, { square, piece }]) };
}

/** A tap with a tool: the same piece again takes it away. */
export function tapped(draft: Draft, square: Square, tool: Tool): Draft {
  const there = placedIn(draft.board).find((one) => one.square === square)?.piece;
  const same =
    tool !== null &&
    there?.color === tool.color &&
    there.kind === tool.kind &&
    there.promoted === tool.promoted;
  return put(draft, square, same ? null : tool);
}

/** Puts a player out, whose army turns grey, or in again. */
export function setOut(draft: Draft, color: Color, out: boolean): Draft {
  const board = placedIn(draft.board).map((one) =>
    one.piece.color === color ? { ...one, piece: { ...one.piece, grey: out } } : one,
  );
  return { ...draft, board: boardText(board), out: withEntry(draft.out, color, out) };
}

/** Who is to move. */
export function setTurn(draft: Draft, turn: Color): Draft {
  return { ...draft, turn };
}

/** A player's points: a whole number, none below 0. */
export function setPoints(draft: Draft, color: Color, points: number): Draft {
  const whole = Number.isFinite(points) ? Math.min(999, Math.max(0, Math.trunc(points))) : 0;
  return { ...draft, points: withEntry(draft.points, color, whole) };
}

/** Whether a player may castle: 0 to the king's side, 1 to the queen's. */
export function setCastling(draft: Draft, color: Color, side: 0 | 1, may: boolean): Draft {
  const [king, queen] = draft.castling[indexOf(color)] ?? [false, false];
  const rights: [boolean, boolean] = side === 0 ? [may, queen] : [king, may];
  return { ...draft, castling: withEntry(draft.castling, color, rights) };
}
