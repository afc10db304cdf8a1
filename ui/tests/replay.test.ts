// A game step by step: forward and back give the same board, whatever an event changed.
import { describe, expect, it } from 'vitest';
import { placedOf, type Board } from '../src/board/board';
import type { Event, Piece } from '../src/protocol';
import {
  afterSteps,
  beginning,
  carryOn,
  eliminations,
  goTo,
  latest,
  nextMoveOf,
  pointsAt,
  sinceLastOf,
  statusAt,
  turnAt,
} from '../src/stores/replay';
import { legal, moved, now, pieces, placed, view } from './fixtures';

const game = view({
  start: [...pieces, placed('d1', 'red', 'rook'), placed('d9', 'red', 'pawn')],
});
const man = (square: string, color: 'red' | 'blue', kind: 'pawn' | 'king' | 'queen', extra = {}) =>
  placed(square, color, kind, extra).piece;

/** An event that takes, promotes, greys or castles: all that changes more than two squares. */
const EVENTS: Event[] = [
  // Red castles: two men walk.
  (() => {
    const event = moved(1, 'red', 'h1', 'f1', 'king');
    if (event.action.type !== 'move') throw new Error('a move');
    const rook = placed('d1', 'red', 'rook').piece;
    return {
      ...event,
      action: { ...event.action, castling: ['d1', 'g1'] as [string, string] },
      changes: [
        ...event.changes,
        { square: 'd1', before: rook, after: null },
        { square: 'g1', before: null, after: rook },
      ],
    };
  })(),
  moved(2, 'blue', 'b7', 'c7', 'pawn'),
  moved(3, 'yellow', 'g13', 'g12', 'pawn'),
  // Red promotes on b7 while taking, mates Blue with it, whose army turns grey.
  {
    ...moved(4, 'red', 'd9', 'a8', 'pawn'),
    changes: [
      { square: 'd9', before: man('d9', 'red', 'pawn'), after: null },
      { square: 'd10', before: null, after: man('d10', 'red', 'queen', { promoted: true }) },
      {
        square: 'c7',
        before: man('c7', 'blue', 'pawn'),
        after: man('c7', 'blue', 'pawn', { grey: true }),
      },
      {
        square: 'a8',
        before: man('a8', 'blue', 'king'),
        after: man('a8', 'blue', 'king', { grey: true }),
      },
    ],
    action: {
      type: 'move',
      move: 'd9d10q',
      from: 'd9',
      to: 'd10',
      piece: man('d9', 'red', 'pawn'),
      promotion: 'queen',
      captured: [],
      castling: null,
      givesCheck: [],
      forPlayer: false,
    },
    awards: [{ color: 'red', points: 20, reason: { type: 'checkmate', of: 'blue' }, square: 'a8' }],
    statuses: [{ color: 'blue', status: 'mated' }],
    points: [20, 0, 0, 0],
  },
  // Green takes the promoted queen.
  {
    ...moved(5, 'green', 'm7', 'd10', 'pawn'),
    changes: [
      { square: 'm7', before: placed('m7', 'green', 'pawn').piece, after: null },
      {
        square: 'd10',
        before: man('d10', 'red', 'queen', { promoted: true }),
        after: placed('m7', 'green', 'pawn').piece,
      },
    ],
    points: [20, 0, 0, 1],
  },
];

const sorted = (board: Board) => placedOf(board).sort((a, b) => a.square.localeCompare(b.square));
const isPiece = (piece: Piece | undefined) => piece;

describe('a replay', () => {
  const start = beginning(game, EVENTS);

  it('shows the same board whichever way a place is reached', () => {
    for (let at = 0; at <= EVENTS.length; at++) {
      const there = goTo(start, at);
      for (let from = 0; from <= EVENTS.length; from++) {
        const back = goTo(goTo(start, from), at);
        expect(sorted(back.board), `${from} to ${at}`).toEqual(sorted(there.board));
      }
    }
  });

  it('keeps what makes a piece special, forward and back', () => {
    const end = goTo(start, 5);
    const before = goTo(end, 4);
    expect(isPiece(before.board.get('d10')?.piece)).toMatchObject({
      promoted: true,
      kind: 'queen',
    });
    expect(isPiece(before.board.get('a8')?.piece)).toMatchObject({ grey: true });
    expect(isPiece(goTo(before, 3).board.get('a8')?.piece)).toMatchObject({ grey: false });
    expect(isPiece(goTo(before, 3).board.get('d9')?.piece)).toMatchObject({ promoted: false });
  });

  it('moves men back instead of drawing new ones, the castled rook too', () => {
    const castled = goTo(start, 1);
    const ids = (square: string, board: Board) => board.get(square)?.id;
    const back = goTo(castled, 0).board;
    expect(ids('h1', back)).toBe(ids('f1', castled.board));
    expect(ids('d1', back)).toBe(ids('g1', castled.board));
  });

  it('gives each man a number of his own', () => {
    for (const at of [0, 3, 4]) {
      const men = [...goTo(goTo(start, 5), at).board.values()].map(({ id }) => id);
      expect(new Set(men).size).toBe(men.length);
    }
  });

  it('stops at both ends', () => {
    expect(goTo(start, -3)).toBe(start);
    expect(goTo(start, 99).at).toBe(5);
    expect(latest(start)).toBeNull();
    expect(latest(goTo(start, 2))?.color).toBe('blue');
  });

  it('goes on when the game does, and back when a move is taken back', () => {
    const shorter = EVENTS.slice(0, 4);
    const here = goTo(beginning(game, shorter), 4);
    expect(carryOn(here, game, EVENTS)).toMatchObject({ at: 4, board: here.board });
    const other = [...EVENTS.slice(0, 3), moved(6, 'red', 'd2', 'd3', 'pawn')];
    const anew = carryOn(here, game, other);
    expect(anew.at).toBe(4);
    expect(anew.board.has('d3')).toBe(true);
    expect(anew.board.has('d10')).toBe(false);
    expect(carryOn(here, game, EVENTS.slice(0, 2)).at).toBe(2);
  });
});

describe('what is told beside the board', () => {
  const gone = now({ status: ['in', 'mated', 'in', 'out'], turn: 'yellow' });

  it('are the points, those at the start too', () => {
    expect(pointsAt(EVENTS, 5)).toEqual([20, 0, 0, 1]);
    expect(pointsAt(EVENTS, 0)).toEqual([0, 0, 0, 0]);
    expect(pointsAt([], 0)).toEqual([0, 0, 0, 0]);
    const mate = EVENTS.slice(3).map((event) => ({ ...event, points: [27, 1, 0, 0] }));
    expect(pointsAt(mate as Event[], 0)).toEqual([7, 1, 0, 0]);
  });

  it('is who is out: by an event from then on, without one from the start', () => {
    expect(statusAt(EVENTS, 3, gone)).toEqual(['in', 'in', 'in', 'out']);
    expect(statusAt(EVENTS, 4, gone)).toEqual(['in', 'mated', 'in', 'out']);
  });

  it('is whose turn it was', () => {
    expect([0, 1, 4].map((at) => turnAt(EVENTS, at, gone))).toEqual(['red', 'blue', 'green']);
    expect(turnAt(EVENTS, 5, gone)).toBe('yellow');
  });

  it('is where a player moves next', () => {
    const start = beginning(game, EVENTS);
    expect(nextMoveOf(start, 'red')).toBe(1);
    expect(nextMoveOf(goTo(start, 1), 'red')).toBe(4);
    expect(nextMoveOf(goTo(start, 4), 'red')).toBeNull();
  });

  it('is where somebody went out, and since when it is news', () => {
    expect(eliminations(EVENTS)).toEqual([4]);
    expect(sinceLastOf(EVENTS, ['red'])).toBe(4);
    expect(sinceLastOf(EVENTS.slice(2, 3), ['red'])).toBeNull();
  });
});

describe('a line of an analysis', () => {
  it('is shown step by step', () => {
    const { board } = beginning(game, []);
    const steps = [
      {
        color: 'red' as const,
        piece: man('d2', 'red', 'pawn'),
        move: legal('d2', 'd4'),
        changes: moved(1, 'red', 'd2', 'd4', 'pawn').changes,
      },
    ];
    const after = afterSteps(board, steps);
    expect(after.get('d4')?.id).toBe(board.get('d2')?.id);
    expect(afterSteps(board, [])).toBe(board);
  });
});
