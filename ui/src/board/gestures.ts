/**
 * The hand on the board: two taps, dragging, confirming. A pure machine: it gets points and gives
 * back its next state and at most one move. Nothing here draws, waits or knows chess.
 */
import type { LegalMove, Square } from '../protocol';
import { squareUnder, type Point } from './geometry';
import { aimAt, chooseAt, movesBetween, type Field } from './targets';

/** A press becomes a drag after so many CSS pixels. */
export const DRAG_AFTER_PX = 6;
/** The lifted piece is aimed so many squares above the finger. */
export const LIFT_SQUARES = 1.4;

/** What the hand is doing. */
export type Hand =
  | { readonly type: 'idle' }
  | { readonly type: 'chosen'; readonly from: Square }
  | {
      readonly type: 'dragging';
      readonly from: Square;
      /** The finger, in board pixels. */
      readonly at: Point;
      /** Where letting go drops the piece; null: back home. */
      readonly over: Square | null;
      /** Whether the piece is lifted out from under a finger; a mouse hides nothing. */
      readonly lifted: boolean;
    }
  | { readonly type: 'promoting'; readonly moves: readonly LegalMove[] }
  | { readonly type: 'confirming'; readonly move: LegalMove };

/** A press that may become a tap or a drag. */
export interface Press {
  readonly start: Point;
  readonly touch: boolean;
}

/** The machine's answer. */
export interface Turned {
  readonly hand: Hand;
  /** The move to play now. */
  readonly play?: LegalMove;
}

export const IDLE: Hand = { type: 'idle' };

/** The square whose piece is in hand. */
export function heldSquare(hand: Hand): Square | null {
  switch (hand.type) {
    case 'idle':
      return null;
    case 'chosen':
    case 'dragging':
      return hand.from;
    case 'promoting':
      return hand.moves[0]?.from ?? null;
    case 'confirming':
      return hand.move.from;
  }
}

/** Plays, asks for the pawn's new piece, or waits for the tick. */
function decide(moves: readonly LegalMove[], confirm: boolean): Turned {
  const [only] = moves;
  if (!only) return { hand: IDLE };
  if (moves.length > 1) return { hand: { type: 'promoting', moves } };
  return confirm ? { hand: { type: 'confirming', move: only } } : { hand: IDLE, play: only };
}

/** A tap at a point. */
export function tap(hand: Hand, point: Point, field: Field, confirm: boolean): Turned {
  const from = heldSquare(hand);
  if (from !== null) {
    const under = squareUnder(point, field.size, field.turn);
    const other = under !== null && under !== from && field.moves.has(under);
    const exact = under !== null && movesBetween(field.moves, from, under).length > 0;
    const to = exact ? under : other ? null : aimAt(point, field, from);
    // A tap on the held piece itself never slips to a neighbouring target.
    if (to !== null && under !== from) return decide(movesBetween(field.moves, from, to), confirm);
  }
  const chosen = chooseAt(point, field, from);
  return { hand: chosen === null ? IDLE : { type: 'chosen', from: chosen } };
}

/** A tap on exactly one square, without snapping: the keyboard's cursor, a screen reader. */
export function pick(hand: Hand, square: Square, field: Field, confirm: boolean): Turned {
  const from = heldSquare(hand);
  if (hand.type === 'confirming' && hand.move.to === square) return { hand: IDLE, play: hand.move };
  if (from !== null) {
    const moves = movesBetween(field.moves, from, square);
    if (moves.length > 0) return decide(moves, confirm);
  }
  const chosen = square !== from && field.moves.has(square);
  return { hand: chosen ? { type: 'chosen', from: square } : IDLE };
}

/** The finger moved while pressed. */
export function drag(hand: Hand, press: Press, at: Point, field: Field): Hand {
  if (hand.type === 'dragging') return { ...hand, at, over: aimOf(hand.from, press, at, field) };
  if (Math.hypot(at.x - press.start.x, at.y - press.start.y) < DRAG_AFTER_PX) return hand;
  const from = chooseAt(press.start, field, null);
  if (from === null) return hand;
  return { type: 'dragging', from, at, over: aimOf(from, press, at, field), lifted: press.touch };
}

function aimOf(from: Square, press: Press, at: Point, field: Field): Square | null {
  const up = press.touch ? LIFT_SQUARES * field.size : 0;
  return aimAt({ x: at.x, y: at.y - up }, field, from);
}

/** The finger was lifted at the end of a drag. */
export function drop(hand: Hand, field: Field, confirm: boolean): Turned {
  if (hand.type !== 'dragging') return { hand };
  if (hand.over === null) return { hand: IDLE };
  return decide(movesBetween(field.moves, hand.from, hand.over), confirm);
}
