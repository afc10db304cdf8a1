// Moves without the board: the list's order, and coordinates by keys and by keyboard.
import { describe, expect, it } from 'vitest';
import { boardOf } from '../src/board/board';
import { countsOf, listed } from '../src/board/movelist';
import {
  activeHalf,
  EMPTY,
  enterDigit,
  enterLetter,
  enterNumber,
  entered,
  erase,
  openLetters,
  openNumbers,
  squareOf,
  type Entry,
} from '../src/board/pad';
import { groupMoves } from '../src/board/targets';
import { legal, placed } from './fixtures';

const board = boardOf([
  placed('d1', 'red', 'queen'),
  placed('k1', 'red', 'rook'),
  placed('d2', 'red', 'pawn'),
  placed('h1', 'red', 'king'),
]);
const rook = placed('d8', 'blue', 'rook');
const grey = placed('a1', 'green', 'king', { grey: true });

describe('the list', () => {
  const moves = [
    legal('d2', 'd3'),
    legal('h1', 'g1'),
    legal('d1', 'a1', { captures: [grey] }),
    legal('k1', 'k4', { captures: [placed('k4', 'blue', 'pawn')], points: 1 }),
    legal('d1', 'd8', { captures: [rook], points: 5 }),
  ];

  it("keeps the host's order and leaves out what nobody stands for", () => {
    const order = listed([...moves, legal('n7', 'n8')], board).map(({ move }) => move.move);
    expect(order).toEqual(moves.map(({ move }) => move));
  });

  it('counts the moves of each kind, those that have any', () => {
    expect(countsOf(listed(moves, board))).toEqual([
      { kind: 'king', count: 1 },
      { kind: 'queen', count: 2 },
      { kind: 'rook', count: 1 },
      { kind: 'pawn', count: 1 },
    ]);
  });
});

describe('the coordinates', () => {
  const moves = groupMoves([
    legal('d1', 'd3'),
    legal('d1', 'd13'),
    legal('d1', 'e1'),
    legal('d11', 'c11'),
    legal('k1', 'k2'),
    legal('k1', 'k3', { move: 'k1k3q', promotion: 'queen' }),
    legal('k1', 'k3', { move: 'k1k3r', promotion: 'rook' }),
  ]);
  const type = (keys: string) =>
    [...keys].reduce<Entry>(
      (entry, key) =>
        /\d/.test(key) ? enterDigit(entry, key, moves) : enterLetter(entry, key, moves),
      EMPTY,
    );

  it('offer only what leads to a legal move', () => {
    expect([...openLetters(EMPTY, moves)]).toEqual(['d', 'k']);
    const d = enterLetter(EMPTY, 'd', moves);
    expect([...openNumbers(d, moves)]).toEqual(['1', '11']);
    const from = enterNumber(d, '1', moves);
    expect(activeHalf(from)).toBe('to');
    expect([...openLetters(from, moves)]).toEqual(['d', 'e']);
    expect([...openNumbers(enterLetter(from, 'd', moves), moves)]).toEqual(['3', '13']);
  });

  it('take nothing else', () => {
    expect(enterLetter(EMPTY, 'a', moves)).toBe(EMPTY);
    const d = enterLetter(EMPTY, 'd', moves);
    expect(enterNumber(d, '4', moves)).toBe(d);
  });

  it('drop a number that the new letter does not fit', () => {
    const to = type('d1d3');
    expect(enterLetter(to, 'e', moves).to).toEqual({ letter: 'e', number: null });
  });

  it('make a move when both squares are there', () => {
    expect(entered(type('d1d'), moves)).toEqual([]);
    expect(entered(type('d1e1'), moves).map(({ move }) => move)).toEqual(['d1e1']);
    expect(entered(type('k1k3'), moves)).toHaveLength(2);
  });

  it('are typed with two digits too', () => {
    expect(entered(type('d1d13'), moves).map(({ move }) => move)).toEqual(['d1d13']);
    expect(entered(type('d11c11'), moves).map(({ move }) => move)).toEqual(['d11c11']);
  });

  it('go back step by step', () => {
    const once = erase(type('d1d13'));
    expect(once.to).toEqual({ letter: 'd', number: null });
    expect(squareOf(erase(once).from)).toBe('d1');
    expect(erase(erase(once)).from).toEqual({ letter: 'd', number: null } as const);
    expect(erase(EMPTY)).toBe(EMPTY);
  });
});
