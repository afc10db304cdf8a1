/**
 * The cross as paths, in units of 45 to a square (630 to the board).
 */
import { LINES, onBoard, squareAt, isDark, type Point, type Turn } from './geometry';

/** Units of a square in the board's drawings. */
export const UNIT = 45;
/** Units of the whole board. */
export const WIDTH = UNIT * LINES;

/** The rim of the cross, with rounded outer corners. */
export const OUTLINE =
  'M143 0H487q8 0 8 8V135H622q8 0 8 8V487q0 8-8 8H495V622q0 8-8 8H143q-8 0-8-8V495H8q-8 0-8-8V143q0-8 8-8H135V8q0-8 8-8Z';

/** All dark squares as one path. A quarter turn swaps them with the light ones. */
export function darkSquares(turn: Turn): string {
  let path = '';
  for (let row = 0; row < LINES; row++) {
    for (let col = 0; col < LINES; col++) {
      const cell = { col, row };
      const square = onBoard(cell) ? squareAt(cell, turn) : null;
      if (square && isDark(square)) path += squarePath({ x: col * UNIT, y: row * UNIT });
    }
  }
  return path;
}

/** The path of a square whose upper left corner is given. */
export function squarePath({ x, y }: Point): string {
  return `M${x} ${y}h${UNIT}v${UNIT}h-${UNIT}z`;
}

/** The path of a target's dot around its middle. */
export function dotPath({ x, y }: Point): string {
  const r = 7.4;
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/** The four corner marks of a capture, around the square whose upper left corner is given. */
export function captureCorners({ x, y }: Point): string {
  const far = UNIT;
  return (
    `M${x} ${y}h14.5l-14.5 14.5zM${x + far} ${y}v14.5l-14.5-14.5z` +
    `M${x + far} ${y + far}h-14.5l14.5-14.5zM${x} ${y + far}v-14.5l14.5 14.5z`
  );
}
