/**
 * What the legal moves of the host mean for the hand: which squares can be chosen, where each can
 * go, and which square a finger that is wider than a square meant.
 */
import type { LegalMove, Premove, Square } from '../protocol';
import { centreOf, distance, squareUnder, type Point, type Turn } from './geometry';

/** A finger may miss a piece by so many CSS pixels. */
export const CHOOSE_WITHIN_PX = 22;
/** A finger may miss a target by this share of a square. */
export const AIM_WITHIN_SQUARES = 0.9;
/** Of two squares whose distances from a finger differ by less than this, either may be meant. */
export const SURE_BY_SQUARES = 0.55;

/** Legal moves by the square they start from. */
export type Moves = ReadonlyMap<Square, readonly LegalMove[]>;

/** The board as the hand sees it. */
export interface Field {
  /** Side of a square in CSS pixels. */
  readonly size: number;
  readonly turn: Turn;
  readonly moves: Moves;
}

/** A move that may be entered in advance as the hand takes it; what it will do nobody knows yet. */
export function inAdvance(premove: Premove): LegalMove {
  return {
    ...premove,
    captures: [],
    points: 0,
    givesCheck: [],
    eliminates: [],
    castling: null,
  };
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

/** What a finger meant, and what else it may have meant: what lies nearly as close to it. */
export interface Aim {
  readonly square: Square;
  readonly besides: readonly Square[];
}

interface Near {
  readonly square: Square;
  readonly away: number;
}

/** The squares by their distance from a point, nearest first. */
function nearest(squares: Iterable<Square>, point: Point, { size, turn }: Field): Near[] {
  return [...squares]
    .map((square) => ({ square, away: distance(point, centreOf(square, size, turn)) }))
    .sort((a, b) => a.away - b.away);
}

/** The squares after the first that are nearly as near. */
function nearlyAs({ square, away }: Near, near: readonly Near[], { size }: Field): Square[] {
  return near
    .filter((one) => one.square !== square && one.away - away < SURE_BY_SQUARES * size)
    .map((one) => one.square);
}

/**
 * The piece that a finger chose: the one under it, else the nearest movable one in reach. When
 * that is the one already chosen, the next nearest, so that a second tap goes on.
 */
export function chooseAt(point: Point, field: Field, chosen: Square | null): Aim | null {
  const under = squareUnder(point, field.size, field.turn);
  const near = nearest(field.moves.keys(), point, field);
  const exact = near.find(({ square }) => square === under && square !== chosen);
  const reached = near.filter(({ away }) => away <= CHOOSE_WITHIN_PX);
  const first = exact ?? reached[chosen !== null && reached[0]?.square === chosen ? 1 : 0];
  if (!first) return null;
  // A second tap says: not the one before.
  const others = near.filter(({ square }) => square !== chosen);
  return { square: first.square, besides: nearlyAs(first, others, field) };
}

/** The target that a finger meant: the nearest, if it lies within 0.9 square. */
export function aimAt(point: Point, field: Field, from: Square): Aim | null {
  const near = nearest(targetsOf(field.moves, from), point, field);
  const [first] = near;
  if (!first || first.away > AIM_WITHIN_SQUARES * field.size) return null;
  return { square: first.square, besides: nearlyAs(first, near, field) };
}
