/**
 * The hand on the board: two taps, dragging, confirming. A pure machine: it gets points and gives
 * back its next state and at most one move. Nothing here draws, waits or knows chess.
 */
import type { LegalMove, Square } from '../protocol';
import { squareUnder, type Point } from './geometry';
import { aimAt, chooseAt, movesBetween, type Aim, type Field } from './targets';

/** A press becomes a drag after so many CSS pixels. */
export const DRAG_AFTER_PX = 6;
/** The lifted piece is aimed so many squares above the finger. */
export const LIFT_SQUARES = 1.4;

/** What the hand is doing. */
export type Hand =
  | { readonly type: 'idle' }
  | {
      readonly type: 'chosen';
      readonly from: Square;
      /** Other pieces that the finger may have meant. */
      readonly besides?: readonly Square[];
    }
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
  | {
      readonly type: 'promoting';
      readonly moves: readonly LegalMove[];
      /** Whether the move waits for the tick once the new piece is chosen. */
      readonly confirm: boolean;
      /** Other targets that the finger may have meant. */
      readonly besides?: readonly Square[];
    }
  | {
      readonly type: 'confirming';
      readonly move: LegalMove;
      /** Other targets that the finger may have meant. */
      readonly besides?: readonly Square[];
    };

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
function decide(
  moves: readonly LegalMove[],
  confirm: boolean,
  besides: readonly Square[] = [],
): Turned {
  const [only] = moves;
  if (!only) return { hand: IDLE };
  if (moves.length > 1) return { hand: { type: 'promoting', moves, confirm, besides } };
  return confirm
    ? { hand: { type: 'confirming', move: only, besides } }
    : { hand: IDLE, play: only };
}

/** The pawn's new piece was chosen: the move is one like others now, and waits for its tick or not. */
export function promote(hand: Hand, move: LegalMove): Turned {
  if (hand.type !== 'promoting' || !hand.moves.includes(move)) return { hand };
  return decide([move], hand.confirm, hand.besides);
}

/** Whether a finger at a point, aiming with this hand, may have meant another move. */
function doubtful(hand: Hand, aim: Aim, point: Point, field: Field): boolean {
  if (hand.type === 'confirming' || aim.besides.length > 0) return true;
  if (hand.type !== 'chosen' || !hand.besides) return false;
  return hand.besides.some((other) => aimAt(point, field, other) !== null);
}

/**
 * A tap at a point. Where moves aren't confirmed it still asks when the finger may have meant
 * another target, or another piece that goes there too.
 */
export function tap(hand: Hand, point: Point, field: Field, confirm: boolean): Turned {
  const from = heldSquare(hand);
  const under = squareUnder(point, field.size, field.turn);
  // A tap on the held piece itself never slips to a neighbouring target.
  const aim = from === null || under === from ? null : aimAt(point, field, from);
  if (from !== null && aim) {
    const other = under !== null && field.moves.has(under) && under !== aim.square;
    if (!other) {
      const ask = confirm || doubtful(hand, aim, point, field);
      return decide(movesBetween(field.moves, from, aim.square), ask, aim.besides);
    }
  }
  const chosen = chooseAt(point, field, from);
  if (!chosen) return { hand: IDLE };
  return { hand: { type: 'chosen', from: chosen.square, besides: chosen.besides } };
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
  const from = chooseAt(press.start, field, null)?.square;
  if (from === undefined) return hand;
  return { type: 'dragging', from, at, over: aimOf(from, press, at, field), lifted: press.touch };
}

function aimOf(from: Square, press: Press, at: Point, field: Field): Square | null {
  const up = press.touch ? LIFT_SQUARES * field.size : 0;
  return aimAt({ x: at.x, y: at.y - up }, field, from)?.square ?? null;
}

/** The finger was lifted at the end of a drag. */
export function drop(hand: Hand, field: Field, confirm: boolean): Turned {
  if (hand.type !== 'dragging') return { hand };
  if (hand.over === null) return { hand: IDLE };
  return decide(movesBetween(field.moves, hand.from, hand.over), confirm);
}
