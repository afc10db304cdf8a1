/**
 * What the legal moves of the host mean for the hand: which squares can be chosen, where each can
 * go, and which square a finger that is wider than a square meant.
 */
import type { LegalMove, Square } from '../protocol';
import { centreOf, distance, squareUnder, type Point, type Turn } from './geometry';

/** A finger may miss a piece by so many CSS pixels. */
export const CHOOSE_WITHIN_PX = 22;
/** A finger may miss a target by this share of a square. */
export const AIM_WITHIN_SQUARES = 0.9;

/** Legal moves by the square they start from. */
export type Moves = ReadonlyMap<Square, readonly LegalMove[]>;

/** The board as the hand sees it. */
export interface Field {
  /** Side of a square in CSS pixels. */
  readonly size: number;
  readonly turn: Turn;
  readonly moves: Moves;
}

/** Groups legal moves by their start. */
export function groupMoves(legal: readonly LegalMove[]): Moves {
  const moves = new Map<Square, LegalMove[]>();
  for (const move of legal) {
    const list = moves.get(move.from);
    if (list) list.push(move);
    else moves.set(move.from, [move]);
  }
  return moves;
}

/** Where the piece on a square can go; each square once, whatever a pawn may become there. */
export function targetsOf(moves: Moves, from: Square): Square[] {
  return [...new Set((moves.get(from) ?? []).map((move) => move.to))];
}

/** The moves between two squares: more than one only when a pawn can become several pieces. */
export function movesBetween(moves: Moves, from: Square, to: Square): LegalMove[] {
  return (moves.get(from) ?? []).filter((move) => move.to === to);
}

function nearest(squares: Iterable<Square>, point: Point, field: Field, within: number): Square[] {
  return [...squares]
    .map((square) => ({ square, away: distance(point, centreOf(square, field.size, field.turn)) }))
    .filter(({ away }) => away <= within)
    .sort((a, b) => a.away - b.away)
    .map(({ square }) => square);
}

/**
 * The piece that a finger chose: the one under it, else the nearest movable one in reach. When
 * that is the one already chosen, the next nearest, so that a second tap goes on.
 */
export function chooseAt(point: Point, field: Field, chosen: Square | null): Square | null {
  const under = squareUnder(point, field.size, field.turn);
  if (under !== null && under !== chosen && field.moves.has(under)) return under;
  const near = nearest(field.moves.keys(), point, field, CHOOSE_WITHIN_PX);
  if (chosen === null || near[0] !== chosen) return near[0] ?? null;
  return near[1] ?? null;
}

/** The target that a finger meant: the one under it, else the nearest within 0.9 square. */
export function aimAt(point: Point, field: Field, from: Square): Square | null {
  const targets = targetsOf(field.moves, from);
  const under = squareUnder(point, field.size, field.turn);
  if (under !== null && targets.includes(under)) return under;
  return nearest(targets, point, field, AIM_WITHIN_SQUARES * field.size)[0] ?? null;
}
