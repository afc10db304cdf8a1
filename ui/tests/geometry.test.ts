// The cross: its squares, its four turns, the players' corners.
import { describe, expect, it } from 'vitest';
import {
  cellOf,
  centreOf,
  cornerOf,
  isDark,
  neighbour,
  rowsOf,
  squareAt,
  squareUnder,
  turnFor,
  type Turn,
} from '../src/board/geometry';

const TURNS: readonly Turn[] = [0, 1, 2, 3];

describe('the cross', () => {
  it.each(TURNS)('has 160 squares, each once, when turned by %i quarters', (turn) => {
    const squares = rowsOf(turn).flat();
    expect(new Set(squares).size).toBe(160);
    for (const square of squares) expect(squareAt(cellOf(square, turn), turn)).toBe(square);
  });

  it('has no corners', () => {
    expect(squareAt({ col: 2, row: 0 }, 0)).toBeNull();
    expect(squareAt({ col: 3, row: 0 }, 0)).toBe('d14');
    expect(squareAt({ col: 14, row: 5 }, 0)).toBeNull();
    expect(squareAt({ col: -1, row: 5 }, 0)).toBeNull();
  });

  it('has light d1 and h1', () => {
    expect(isDark('d1')).toBe(false);
    expect(isDark('h1')).toBe(false);
    expect(isDark('e1')).toBe(true);
  });
});

describe('turning', () => {
  // The left end of each army's own back row, as its player sees it.
  it.each([
    ['south', 'd1'],
    ['west', 'a11'],
    ['north', 'k14'],
    ['east', 'n4'],
  ] as const)('puts %s at the bottom', (side, leftmost) => {
    expect(cellOf(leftmost, turnFor(side))).toEqual({ col: 3, row: 13 });
  });

  it('lays the cards at the right hand of their players', () => {
    expect(cornerOf('south', 0)).toBe('bottom-right');
    expect(cornerOf('west', 0)).toBe('bottom-left');
    expect(cornerOf('north', 0)).toBe('top-left');
    expect(cornerOf('east', 0)).toBe('top-right');
    expect(cornerOf('west', turnFor('west'))).toBe('bottom-right');
    expect(cornerOf('south', turnFor('west'))).toBe('top-right');
  });
});

describe('points', () => {
  it('finds the square under its own middle', () => {
    for (const turn of TURNS) {
      for (const square of rowsOf(turn).flat()) {
        expect(squareUnder(centreOf(square, 27.9, turn), 27.9, turn)).toBe(square);
      }
    }
  });

  it('steps to the neighbour on the screen and stops at the rim', () => {
    expect(neighbour('d4', { col: 0, row: -1 }, 0)).toBe('d5');
    expect(neighbour('d4', { col: 0, row: -1 }, 2)).toBe('d3');
    expect(neighbour('d3', { col: -1, row: 0 }, 0)).toBeNull();
  });
});
