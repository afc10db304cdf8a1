// The board as a value: who keeps a number, what a move leaves.
import { describe, expect, it } from 'vitest';
import { applyEvent, applyMove, boardOf, kingsOf, placedOf } from '../src/board/board';
import {
  haveMoved,
  lastMoves,
  madeForYou,
  newsSince,
  sinceYours,
  tickPlace,
} from '../src/board/marks';
import { cellOf } from '../src/board/geometry';
import type { Color } from '../src/protocol';
import { legal, moved, pieces, placed } from './fixtures';

const start = boardOf(pieces);
const idAt = (board: typeof start, square: string) => board.get(square)?.id;

describe('events', () => {
  it('move a man without changing its number', () => {
    const after = applyEvent(start, moved(1, 'red', 'd2', 'd4', 'pawn'));
    expect(idAt(after, 'd4')).toBe(idAt(start, 'd2'));
    expect(after.has('d2')).toBe(false);
    expect(after.get('h1')).toBe(start.get('h1'));
  });

  it('take what stood there', () => {
    const event = moved(1, 'red', 'd2', 'b7', 'pawn');
    const after = applyEvent(start, event);
    expect(idAt(after, 'b7')).toBe(idAt(start, 'd2'));
    expect(after.size).toBe(start.size - 1);
  });

  it('leave the kings where they are found', () => {
    expect(kingsOf(start, ['green', 'blue']).sort()).toEqual(['a8', 'n7']);
    expect(kingsOf(start, [])).toEqual([]);
  });

  it('castle the rook with the king', () => {
    const board = boardOf([placed('h1', 'red', 'king'), placed('k1', 'red', 'rook')]);
    const event = moved(1, 'red', 'h1', 'j1', 'king');
    if (event.action.type !== 'move') throw new Error('a move');
    const rook = placed('k1', 'red', 'rook').piece;
    const after = applyEvent(board, {
      ...event,
      action: { ...event.action, castling: ['k1', 'i1'] },
      changes: [
        ...event.changes,
        { square: 'k1', before: rook, after: null },
        { square: 'i1', before: null, after: rook },
      ],
    });
    expect(idAt(after, 'i1')).toBe(idAt(board, 'k1'));
    expect(idAt(after, 'j1')).toBe(idAt(board, 'h1'));
    expect(after.size).toBe(2);
  });

  it('grey an army where it stands', () => {
    const king = placed('a8', 'blue', 'king');
    const event = moved(1, 'red', 'd2', 'd3', 'pawn');
    const after = applyEvent(start, {
      ...event,
      changes: [
        ...event.changes,
        { square: 'a8', before: king.piece, after: { ...king.piece, grey: true } },
      ],
    });
    expect(after.get('a8')?.piece.grey).toBe(true);
    expect(idAt(after, 'a8')).toBe(idAt(start, 'a8'));
  });
});

describe('a move of ours', () => {
  it('looks as the event will, and keeps the numbers', () => {
    const move = legal('d2', 'd4');
    const picture = applyMove(start, move);
    const after = applyEvent(start, moved(1, 'red', 'd2', 'd4', 'pawn'));
    expect(new Map(placedOf(picture).map((p) => [p.square, p.piece]))).toEqual(
      new Map(placedOf(after).map((p) => [p.square, p.piece])),
    );
    expect(idAt(picture, 'd4')).toBe(idAt(after, 'd4'));
  });

  it('takes en passant and promotes', () => {
    const taken = placed('b7', 'blue', 'pawn');
    const picture = applyMove(start, legal('d2', 'd3', { captures: [taken], promotion: 'queen' }));
    expect(picture.has('b7')).toBe(false);
    expect(picture.get('d3')?.piece).toMatchObject({ kind: 'queen', promoted: true });
  });
});

describe('a snapshot', () => {
  it('leaves men that stand where they stood, and gives others new numbers', () => {
    const board = boardOf([placed('d4', 'red', 'pawn'), placed('h1', 'red', 'king')], start);
    expect(board.get('h1')).toBe(start.get('h1'));
    expect([...start.values()].map((man) => man.id)).not.toContain(idAt(board, 'd4'));
  });
});

describe('marks', () => {
  const events = [
    moved(1, 'red', 'd2', 'd4', 'pawn'),
    moved(2, 'blue', 'b7', 'd7', 'pawn'),
    moved(3, 'yellow', 'g13', 'g11', 'pawn'),
    moved(4, 'blue', 'd7', 'e7', 'pawn'),
  ];

  it('show the newest move of each opponent since ours', () => {
    expect(lastMoves(events, ['red'])).toEqual([
      { color: 'yellow', from: 'g13', to: 'g11' },
      { color: 'blue', from: 'd7', to: 'e7' },
    ]);
    expect(sinceYours(events, ['red']).map((event) => event.number)).toEqual([2, 3, 4]);
  });

  it('tell what a CPU played in our seat while we were gone', () => {
    const sat = (number: number, cpu: boolean) =>
      moved(number, 'red', 'd2', 'd4', 'pawn', {
        action: {
          type: 'seat',
          player: cpu ? { type: 'cpu', level: 4 } : { type: 'person', me: true },
        },
      });
    const gone = [
      ...events,
      sat(5, true),
      moved(6, 'red', 'e2', 'e4', 'pawn'),
      moved(7, 'blue', 'b8', 'd8', 'pawn'),
      moved(8, 'yellow', 'h13', 'h11', 'pawn'),
      moved(9, 'green', 'm7', 'k7', 'pawn'),
      sat(10, false),
    ];
    const numbers = (found: { number: number }[]) => found.map(({ number }) => number);
    expect(numbers(sinceYours(gone, ['red']))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(numbers(newsSince(gone, ['red'], 3))).toEqual([6, 8, 9]);
    expect(lastMoves(gone, ['red'])[0]).toMatchObject({ color: 'red', to: 'e4' });
    expect(haveMoved(gone, ['red'])).toBe(true);
    // Who took the seat over from a CPU has not moved yet.
    expect(haveMoved(gone.slice(5), ['red'])).toBe(false);
    expect(haveMoved(events, ['green'])).toBe(false);
  });

  it('tell of the players that a seat gets one after the other the last one alone', () => {
    const level = (number: number, color: Color, level: number) =>
      moved(number, color, 'd2', 'd4', 'pawn', {
        action: { type: 'seat', player: { type: 'cpu', level } },
      });
    const changed = [...events, level(5, 'blue', 3), level(6, 'blue', 4), level(7, 'green', 4)];
    const numbers = newsSince(changed, ['red'], 3).map(({ number }) => number);
    expect(numbers).toEqual([4, 6, 7]);
  });

  it('tell of a move that was made for us when time had run out', () => {
    expect(madeForYou(events, ['red'])).toBeNull();
    const [first, ...others] = events;
    if (first?.action.type !== 'move') throw new Error('no move');
    const forced = { ...first, action: { ...first.action, forPlayer: true } };
    expect(madeForYou([forced, ...others], ['red'])?.number).toBe(1);
    expect(madeForYou([forced, ...others], ['blue'])).toBeNull();
    expect(lastMoves([forced, ...others], ['red'])[0]).toMatchObject({ from: 'd2', to: 'd4' });
  });

  it('keep the tick off the move and off checked kings', () => {
    for (const [to, clear] of [
      ['d14', ['d2']],
      ['h8', ['h10', 'j8']],
      ['n7', ['m7', 'l7']],
    ] as const) {
      const { x, y } = tickPlace(to, clear, 0);
      for (const square of [to, ...clear]) {
        const { col, row } = cellOf(square, 0);
        expect(Math.max(Math.abs(col + 0.5 - x), Math.abs(row + 0.5 - y))).toBeGreaterThan(1);
      }
    }
  });
});
