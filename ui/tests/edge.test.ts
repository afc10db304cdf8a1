// A piece dragged to the edge of a zoomed board: where it pulls the window, and when.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EDGE_AFTER_MS, EDGE_SPEED, EdgePull, pullAt, STILL } from '../src/board/edge';
import { LIFT_SQUARES } from '../src/board/gestures';

const BOX = 350;
const SQUARE = 50;

describe('the pull', () => {
  it('is none in the middle', () => {
    expect(pullAt({ x: 175, y: 175 }, BOX, SQUARE, true)).toBe(STILL);
  });

  it('goes where the finger is at an edge', () => {
    expect(pullAt({ x: 10, y: 175 }, BOX, SQUARE, false)).toEqual({ x: -1, y: 0 });
    expect(pullAt({ x: 345, y: 345 }, BOX, SQUARE, false)).toEqual({ x: 1, y: 1 });
  });

  it('goes up where the lifted piece is at the edge, down where the finger is', () => {
    const below = LIFT_SQUARES * SQUARE + 10;
    expect(pullAt({ x: 175, y: below }, BOX, SQUARE, true)).toEqual({ x: 0, y: -1 });
    expect(pullAt({ x: 175, y: below }, BOX, SQUARE, false)).toBe(STILL);
    expect(pullAt({ x: 175, y: 345 }, BOX, SQUARE, true)).toEqual({ x: 0, y: 1 });
  });
});

describe('the window', () => {
  afterEach(() => vi.useRealTimers());

  it('moves when the piece has stayed at the edge, until it leaves', () => {
    vi.useFakeTimers({
      toFake: ['performance', 'requestAnimationFrame', 'cancelAnimationFrame'],
    });
    let [x, y] = [0, 0];
    const edge = new EdgePull((by) => {
      x += by.x;
      y += by.y;
    });
    edge.aim({ x: 0, y: -1 });
    vi.advanceTimersByTime(EDGE_AFTER_MS - 40);
    expect([x, y]).toEqual([0, 0]);
    vi.advanceTimersByTime(1040);
    expect(x).toBeCloseTo(0);
    expect(y).toBeLessThan(-0.9 * EDGE_SPEED);
    expect(y).toBeGreaterThan(-1.1 * EDGE_SPEED);
    const before = y;
    edge.aim(STILL);
    vi.advanceTimersByTime(1000);
    expect(y).toBe(before);
  });
});
