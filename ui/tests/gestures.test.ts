// The hand: taps that snap, drags that are lifted, moves that wait.
import { describe, expect, it } from 'vitest';
import { centreOf, type Point } from '../src/board/geometry';
import { drag, drop, IDLE, LIFT_SQUARES, pick, promote, tap } from '../src/board/gestures';
import type { Hand } from '../src/board/gestures';
import { groupMoves, type Field } from '../src/board/targets';
import { legal } from './fixtures';

const SIZE = 26;
const queen = ['q', 'n'].map((letter) =>
  legal('k10', 'k11', { move: `k10k11${letter}`, promotion: letter === 'q' ? 'queen' : 'knight' }),
);
const moves = [
  legal('d2', 'd3'),
  legal('d2', 'd4'),
  legal('e2', 'e3'),
  legal('e1', 'f3'),
  legal('e1', 'd3'),
  ...queen,
];
const field: Field = { size: SIZE, turn: 0, moves: groupMoves(moves) };

/** The middle of a square, missed by some pixels. */
function near(square: string, dx = 0, dy = 0): Point {
  const { x, y } = centreOf(square, SIZE, 0);
  return { x: x + dx, y: y + dy };
}

const chosen = (from: string): Hand => ({ type: 'chosen', from });

describe('choosing', () => {
  it('takes the piece under the finger', () => {
    expect(tap(IDLE, near('d2'), field, false).hand).toMatchObject(chosen('d2'));
  });

  it('takes the nearest movable piece within 22 pixels', () => {
    expect(tap(IDLE, near('d2', -21), field, false).hand).toMatchObject(chosen('d2'));
    expect(tap(IDLE, near('d2', -23), field, false).hand).toEqual(IDLE);
  });

  it('goes on to the next piece when the chosen one is tapped again between two', () => {
    const between = near('d2', SIZE / 2 - 1);
    expect(tap(IDLE, between, field, false).hand).toMatchObject(chosen('d2'));
    expect(tap(chosen('d2'), between, field, false).hand).toMatchObject(chosen('e2'));
  });

  it('puts the chosen piece down when it is tapped again', () => {
    expect(tap(chosen('d2'), near('d2'), field, false).hand).toEqual(IDLE);
  });

  it('changes to another piece of ours', () => {
    expect(tap(chosen('d2'), near('e1'), field, false).hand).toMatchObject(chosen('e1'));
  });
});

describe('aiming', () => {
  it('plays to the square under the finger', () => {
    expect(tap(chosen('d2'), near('d4'), field, false)).toEqual({ hand: IDLE, play: moves[1] });
  });

  it('snaps to the nearest target within 0.9 square', () => {
    expect(tap(chosen('d2'), near('d4', 0, -0.85 * SIZE), field, false).play).toBe(moves[1]);
    expect(tap(chosen('d2'), near('d4', 0, -0.95 * SIZE), field, false).play).toBeUndefined();
  });

  it('never plays a move that is not legal', () => {
    expect(tap(chosen('d2'), near('h8'), field, false)).toEqual({ hand: IDLE });
  });
});

describe('doubt', () => {
  /** Between d3 and d4, nearer to d4. */
  const between = near('d4', 0, 0.3 * SIZE);

  it('asks where moves are not confirmed, and names the other target', () => {
    const { hand, play } = tap(chosen('d2'), between, field, false);
    expect(play).toBeUndefined();
    expect(hand).toMatchObject({ type: 'confirming', move: moves[1], besides: ['d3'] });
    const surer = near('d4', 0, 0.2 * SIZE);
    expect(tap(chosen('d2'), surer, field, false).play).toBe(moves[1]);
  });

  it('goes on asking until the tick', () => {
    const { hand } = tap(chosen('d2'), between, field, false);
    expect(tap(hand, near('d3'), field, false)).toMatchObject({
      hand: { type: 'confirming', move: moves[0] },
    });
  });

  it('asks when the first tap lay between two pieces that both go there', () => {
    // d2 and e1 both go to d3.
    const corner = near('d2', 0.49 * SIZE, 0.45 * SIZE);
    const { hand } = tap(IDLE, corner, field, false);
    expect(hand).toMatchObject({ type: 'chosen', from: 'd2', besides: ['e2', 'e1'] });
    expect(tap(hand, near('d3'), field, false).hand.type).toBe('confirming');
    expect(tap(chosen('d2'), near('d3'), field, false).play).toBe(moves[0]);
  });

  it('asks nobody who sees where a drag will drop', () => {
    const drawn = drag(IDLE, { start: near('d2'), touch: false }, between, field);
    expect(drop(drawn, field, false).play).toBe(moves[1]);
  });
});

describe('confirming', () => {
  it('waits for the tick', () => {
    const { hand, play } = tap(chosen('d2'), near('d4'), field, true);
    expect(play).toBeUndefined();
    expect(hand).toMatchObject({ type: 'confirming', move: moves[1] });
  });

  it('changes the target, or gives up, by a tap elsewhere', () => {
    const waiting: Hand = { type: 'confirming', move: legal('d2', 'd4') };
    expect(tap(waiting, near('d3'), field, true).hand).toMatchObject({
      type: 'confirming',
      move: moves[0],
    });
    expect(tap(waiting, near('h8'), field, true).hand).toEqual(IDLE);
  });

  it('plays by Enter on the target', () => {
    const waiting: Hand = { type: 'confirming', move: legal('d2', 'd4') };
    expect(pick(waiting, 'd4', field, true).play).toEqual(legal('d2', 'd4'));
  });
});

describe('promoting', () => {
  it('asks only when the pawn may become several pieces', () => {
    const { hand, play } = tap(chosen('k10'), near('k11'), field, false);
    expect(play).toBeUndefined();
    expect(hand).toMatchObject({ type: 'promoting', moves: queen, confirm: false });
    const one: Field = { ...field, moves: groupMoves(queen.slice(0, 1)) };
    expect(tap(chosen('k10'), near('k11'), one, false).play).toBe(queen[0]);
  });

  it('plays the chosen piece at once, or waits for the tick where moves do', () => {
    const [, knight] = queen;
    if (!knight) throw new Error('no knight');
    const { hand } = tap(chosen('k10'), near('k11'), field, false);
    expect(promote(hand, knight)).toEqual({ hand: IDLE, play: knight });
    const asked = tap(chosen('k10'), near('k11'), field, true).hand;
    expect(promote(asked, knight)).toMatchObject({ hand: { type: 'confirming', move: knight } });
    expect(promote(asked, legal('d2', 'd3'))).toEqual({ hand: asked });
  });

  it('still asks, and knows the other target, where the finger was between two', () => {
    const both: Field = { ...field, moves: groupMoves([...queen, legal('k10', 'l11')]) };
    const { hand } = tap(chosen('k10'), near('k11', SIZE / 2 - 2), both, false);
    expect(hand).toMatchObject({ type: 'promoting', confirm: true, besides: ['l11'] });
    const [, knight] = queen;
    if (!knight) throw new Error('no knight');
    expect(promote(hand, knight).hand).toMatchObject({ type: 'confirming', besides: ['l11'] });
  });
});

describe('dragging', () => {
  const finger = { start: near('d2'), touch: true };
  const mouse = { start: near('d2'), touch: false };

  it('begins after six pixels', () => {
    expect(drag(IDLE, finger, near('d2', 5), field)).toBe(IDLE);
    expect(drag(IDLE, finger, near('d2', 0, -7), field).type).toBe('dragging');
  });

  it('aims above the finger, and at the tip of a mouse', () => {
    const below = near('d4', 0, LIFT_SQUARES * SIZE);
    expect(drag(IDLE, finger, below, field)).toMatchObject({ over: 'd4', lifted: true });
    expect(drag(IDLE, mouse, near('d4'), field)).toMatchObject({ over: 'd4', lifted: false });
  });

  it('plays where it is dropped and cancels off the board', () => {
    const over = drag(IDLE, mouse, near('d4'), field);
    expect(drop(over, field, false).play).toBe(moves[1]);
    const off = drag(over, mouse, { x: -80, y: 40 }, field);
    expect(drop(off, field, false)).toEqual({ hand: IDLE });
  });

  it('does not begin on a piece that cannot move', () => {
    const press = { start: near('h8'), touch: true };
    expect(drag(IDLE, press, near('h10'), field)).toBe(IDLE);
  });
});
