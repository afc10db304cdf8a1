// The window of a zoomed board, what people draw, whom pieces face, how the board turns.
import { describe, expect, it } from 'vitest';
import { Drawings, toggled } from '../src/board/drawings.svelte';
import { facingOf } from '../src/board/geometry';
import { tickPlace } from '../src/board/marks';
import { degreesOff } from '../src/board/turning';
import {
  extent,
  including,
  panned,
  settled,
  shiftOf,
  shows,
  windowAround,
  windowAt,
} from '../src/board/zoom';

describe('the window', () => {
  it('lies around a point and never beyond the board', () => {
    expect(windowAround({ x: 6.5, y: 6.5 })).toEqual({ x: 3, y: 3 });
    expect(windowAround({ x: 0.5, y: 13.5 })).toEqual({ x: 0, y: 7 });
    expect(windowAt({ x: -2, y: 9 })).toEqual({ x: 0, y: 7 });
  });

  it('goes against the finger, and rests on whole squares', () => {
    const moved = panned({ x: 3, y: 3 }, { x: 1.2, y: -2.6 });
    expect(moved.x).toBeCloseTo(1.8);
    expect(moved.y).toBeCloseTo(5.6);
    expect(settled(moved)).toEqual({ x: 2, y: 6 });
  });

  it('moves just so far that the cursor is seen', () => {
    const zoom = { x: 3, y: 7 };
    expect(including(zoom, { col: 4, row: 8 })).toBe(zoom);
    expect(including(zoom, { col: 10, row: 8 })).toEqual({ x: 4, y: 7 });
    expect(including(zoom, { col: 4, row: 2 })).toEqual({ x: 3, y: 2 });
    expect(shows(zoom, { col: 9, row: 13 })).toBe(true);
    expect(shows(zoom, { col: 10, row: 13 })).toBe(false);
  });

  it('is told by files and ranks, turned too', () => {
    expect(extent({ x: 3, y: 7 }, 0)).toEqual({ files: 'd–j', ranks: '1–7' });
    // West at the bottom: files grow upwards, ranks to the left.
    expect(extent({ x: 3, y: 7 }, 1)).toEqual({ files: 'a–g', ranks: '5–11' });
    // Its lower left corner is no part of the cross.
    expect(extent({ x: 0, y: 7 }, 0)).toEqual({ files: 'a–g', ranks: '1–7' });
  });

  it('is brought before the eye by a shift of the board made larger around its middle', () => {
    expect(shiftOf({ x: 3.5, y: 3.5 })).toBe('0% 0%');
    expect(shiftOf({ x: 0, y: 7 })).toBe('50% -50%');
  });
});

describe('the tick', () => {
  it('lies in the window, next to the target', () => {
    const zoom = { x: 3, y: 7 };
    const { x, y } = tickPlace('d1', ['d2'], 0, zoom);
    expect(shows(zoom, { col: x - 0.5, row: y - 0.5 })).toBe(true);
    expect(Math.max(Math.abs(x - 3.5), Math.abs(y - 13.5))).toBe(1);
    expect([x, y]).not.toEqual([3.5, 12.5]);
  });
});

describe('drawings', () => {
  it('come and go', () => {
    const mark = { from: 'd4', to: 'd4' };
    const arrow = { from: 'd4', to: 'd6' };
    expect(toggled(toggled([mark], arrow), { ...mark })).toEqual([arrow]);
  });

  it('follow the pen, are nothing off the board, and are wiped', () => {
    const drawings = new Drawings();
    drawings.begin('d4');
    expect(drawings.marks).toEqual(['d4']);
    drawings.lead('d6');
    expect(drawings.marks).toEqual([]);
    drawings.end();
    expect(drawings.arrows).toEqual([{ from: 'd4', to: 'd6', tone: 'note' }]);
    drawings.begin('e5');
    drawings.lead(null);
    drawings.end();
    expect([drawings.marks, drawings.arrows.length]).toEqual([[], 1]);
    expect([drawings.wipe(), drawings.wipe()]).toEqual([true, false]);
    expect(drawings.arrows).toEqual([]);
  });
});

describe('facing', () => {
  const sides = ['south', 'west', 'north', 'east'] as const;

  it('turns pieces to their owners: the feet are there', () => {
    const owners = facingOf('owners', sides, 0);
    expect([owners('red'), owners('blue'), owners('yellow'), owners('green')]).toEqual([
      0, 90, 180, -90,
    ]);
    expect(facingOf('owners', sides, 1)('blue')).toBe(0);
    expect(facingOf('owners', ['north', 'west', 'south', 'east'], 0)('red')).toBe(180);
  });

  it('turns all of them to one side, or none', () => {
    expect(facingOf(3, sides, 0)('red')).toBe(-90);
    expect(facingOf('south', sides, 2)('blue')).toBe(0);
  });
});

it('turns the board the shorter way', () => {
  expect(degreesOff(0, 1)).toBe(90);
  expect(degreesOff(3, 0)).toBe(90);
  expect(degreesOff(1, 0)).toBe(-90);
  expect(degreesOff(0, 2)).toBe(180);
});
