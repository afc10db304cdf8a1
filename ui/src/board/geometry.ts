/**
 * The cross of 160 squares on a plane: names, quarter turns, centres, corners. Lengths are in any
 * unit the caller likes; the board's width is then 14 squares of it. No chess here.
 */
import type { Color, Side, Square } from '../protocol';

/** Columns and rows of the square that the cross is cut from. */
export const LINES = 14;
/** Side of a missing corner, in squares. */
export const CORNER = 3;

/** Quarter turns by which the board is turned so that a player sits at the bottom. */
export type Turn = 0 | 1 | 2 | 3;
/** Where a player's card lies: the missing corner at the player's right hand. */
export type Corner = 'bottom-right' | 'bottom-left' | 'top-left' | 'top-right';

/** A point of the plane; y grows downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A square's place on the screen, counted from the upper left corner. */
export interface Cell {
  readonly col: number;
  readonly row: number;
}

const SIDES: readonly Side[] = ['south', 'west', 'north', 'east'];
const IN_TURN: readonly Color[] = ['red', 'blue', 'yellow', 'green'];
const CORNERS: readonly Corner[] = ['bottom-right', 'bottom-left', 'top-left', 'top-right'];

/** Column number 0–13 of a square's letter. */
export function fileOf(square: Square): number {
  return square.charCodeAt(0) - 97;
}

/** Row number 0–13 of a square's number. */
export function rankOf(square: Square): number {
  return Number(square.slice(1)) - 1;
}

/** The name of the square at a file and a rank, both from 0. */
export function nameOf(file: number, rank: number): Square {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

/** Whether the cell lies on the cross. */
export function onBoard({ col, row }: Cell): boolean {
  const inside = (n: number) => n >= 0 && n < LINES;
  const middle = (n: number) => n >= CORNER && n < LINES - CORNER;
  return inside(col) && inside(row) && (middle(col) || middle(row));
}

/** Whether a square is dark; a1, if it existed, would be. */
export function isDark(square: Square): boolean {
  return (fileOf(square) + rankOf(square)) % 2 === 0;
}

/** The turn that puts a side at the bottom. */
export function turnFor(side: Side): Turn {
  return SIDES.indexOf(side) as Turn;
}

/** Whom pieces face: the bottom, their owners, or a side given by quarter turns clockwise. */
export type Facing = 'south' | 'owners' | number;

/**
 * By how many degrees each player's pieces are turned, clockwise, so that they face whom they should
 * (their feet are there).
 */
export function facingOf(
  facing: Facing,
  sides: readonly Side[],
  turn: Turn,
): (color: Color) => number {
  const quarters = (color: Color) => {
    if (typeof facing === 'number') return facing;
    if (facing === 'south') return 0;
    return SIDES.indexOf(sides[IN_TURN.indexOf(color)] ?? 'south') - turn;
  };
  return (color) => {
    const n = ((quarters(color) % 4) + 4) % 4;
    return n === 3 ? -90 : n * 90;
  };
}

/** The corner of the screen at the right hand of the player on a side. */
export function cornerOf(side: Side, turn: Turn): Corner {
  const at = (SIDES.indexOf(side) - turn + 4) % 4;
  return CORNERS[at] ?? 'bottom-right';
}

/** Where a square lies on the screen. */
export function cellOf(square: Square, turn: Turn): Cell {
  const file = fileOf(square);
  const rank = rankOf(square);
  const last = LINES - 1;
  switch (turn) {
    case 0:
      return { col: file, row: last - rank };
    case 1:
      return { col: last - rank, row: last - file };
    case 2:
      return { col: last - file, row: rank };
    case 3:
      return { col: rank, row: file };
  }
}

/** The square at a place of the screen, if there is one. */
export function squareAt(cell: Cell, turn: Turn): Square | null {
  if (!onBoard(cell)) return null;
  const { col, row } = cell;
  const last = LINES - 1;
  switch (turn) {
    case 0:
      return nameOf(col, last - row);
    case 1:
      return nameOf(last - row, last - col);
    case 2:
      return nameOf(last - col, row);
    case 3:
      return nameOf(row, col);
  }
}

/** The square under a point of a board whose squares have this size. */
export function squareUnder(point: Point, size: number, turn: Turn): Square | null {
  return squareAt({ col: Math.floor(point.x / size), row: Math.floor(point.y / size) }, turn);
}

/** The middle of a square. */
export function centreOf(square: Square, size: number, turn: Turn): Point {
  const { col, row } = cellOf(square, turn);
  return { x: (col + 0.5) * size, y: (row + 0.5) * size };
}

/** Distance of two points. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** How far a move goes, in squares, along its longer side. */
export function reach(from: Square, to: Square): number {
  return Math.max(Math.abs(fileOf(from) - fileOf(to)), Math.abs(rankOf(from) - rankOf(to)));
}

/** All squares as rows of the screen, from above. */
export function rowsOf(turn: Turn): Square[][] {
  const lines = Array.from({ length: LINES }, (_, n) => n);
  return lines.map((row) =>
    lines.flatMap((col) => {
      const square = squareAt({ col, row }, turn);
      return square === null ? [] : [square];
    }),
  );
}

/** The next square of the screen in a direction, over the edge of an arm if need be; null at the rim. */
export function neighbour(square: Square, step: Cell, turn: Turn): Square | null {
  const { col, row } = cellOf(square, turn);
  return squareAt({ col: col + step.col, row: row + step.row }, turn);
}
