// From pointers to gestures.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Fingers, LONG_PRESS_MS, type Glass, type Touch } from '../src/board/fingers';

/** Notes what the fingers do; holds a piece, a window and a square to draw on as told. */
class Notes implements Glass {
  said: string[] = [];
  piece = false;
  window = false;
  nothing = true;

  tap = () => this.#say('tap') && this.nothing;
  doubleTap = () => this.#say('double');
  drag = () => this.piece && this.#say('drag');
  drop = () => this.#say('drop');
  abandon = () => this.#say('abandon');
  pan = ({ x, y }: { x: number; y: number }) => this.window && this.#say(`pan ${x} ${y}`);
  rest = () => this.#say('rest');
  pinch = (out: boolean) => this.#say(out ? 'out' : 'in');
  draw = () => this.#say('draw');
  drawTo = (_: unknown, done: boolean) => this.#say(done ? 'drawn' : 'drawing');
  drawNothing = () => this.#say('nothing');

  #say(what: string): boolean {
    this.said.push(what);
    return true;
  }
}

const touch = (x: number, y = 0, extra: Partial<Touch> = {}): Touch => ({
  id: 1,
  at: { x, y },
  time: 0,
  kind: 'finger',
  right: false,
  ...extra,
});

let glass: Notes;
let fingers: Fingers;

beforeEach(() => {
  vi.useFakeTimers();
  glass = new Notes();
  fingers = new Fingers(glass);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A tap at a place and a time. */
function tapAt(x: number, time: number): void {
  fingers.down(touch(x, 0, { time }));
  fingers.up(touch(x, 0, { time: time + 40 }));
}

describe('one finger', () => {
  it('taps, and drags a piece after six pixels', () => {
    tapAt(10, 0);
    glass.piece = true;
    fingers.down(touch(10));
    fingers.move(touch(14));
    expect(fingers.dragging).toBe(false);
    fingers.move(touch(18));
    expect(fingers.dragging).toBe(true);
    fingers.up(touch(30));
    expect(glass.said).toEqual(['tap', 'drag', 'drop']);
  });

  it('moves the window where there is no piece, and lets it rest', () => {
    glass.window = true;
    fingers.down(touch(10));
    fingers.move(touch(30, 5));
    fingers.move(touch(35, 5));
    fingers.up(touch(35, 5));
    expect(glass.said).toEqual(['pan 20 5', 'pan 5 0', 'rest']);
  });

  it('puts the piece back when the system takes the finger away', () => {
    glass.piece = true;
    fingers.down(touch(10));
    fingers.move(touch(30));
    fingers.cancel(1);
    expect(fingers.up(touch(30))).toBe(false);
    expect(glass.said).toEqual(['drag', 'abandon']);
  });
});

describe('double taps', () => {
  it('are two taps on nothing, soon and near', () => {
    tapAt(10, 0);
    tapAt(20, 200);
    expect(glass.said).toEqual(['tap', 'tap', 'double']);
  });

  it('are not two taps late or apart', () => {
    tapAt(10, 0);
    tapAt(10, 500);
    tapAt(60, 600);
    expect(glass.said).toEqual(['tap', 'tap', 'tap']);
  });

  it('never come from taps that choose or play', () => {
    glass.nothing = false;
    tapAt(10, 0);
    tapAt(10, 100);
    glass.nothing = true;
    tapAt(10, 200);
    expect(glass.said).not.toContain('double');
  });

  it('count once: a third tap begins anew', () => {
    tapAt(10, 0);
    tapAt(10, 100);
    tapAt(10, 200);
    expect(glass.said.filter((word) => word === 'double')).toHaveLength(1);
  });
});

describe('drawing', () => {
  it('begins with a long press and ends with the finger', () => {
    glass.piece = true;
    fingers.down(touch(10));
    vi.advanceTimersByTime(LONG_PRESS_MS);
    fingers.move(touch(60));
    fingers.up(touch(60));
    expect(glass.said).toEqual(['draw', 'drawing', 'drawn']);
  });

  it('does not begin once the finger has moved', () => {
    glass.piece = true;
    fingers.down(touch(10));
    fingers.move(touch(30));
    vi.advanceTimersByTime(LONG_PRESS_MS);
    expect(glass.said).toEqual(['drag']);
  });

  it("begins at once with the mouse's right button", () => {
    fingers.down(touch(10, 0, { kind: 'mouse', right: true }));
    fingers.up(touch(10, 0, { kind: 'mouse', right: true }));
    expect(glass.said).toEqual(['draw', 'drawn']);
  });
});

describe('two fingers', () => {
  const second = (x: number) => touch(x, 0, { id: 2 });

  it('pinch out and in, and never tap', () => {
    fingers.down(touch(100));
    fingers.down(second(140));
    fingers.move(second(160));
    fingers.move(second(170));
    fingers.move(second(130));
    fingers.up(second(130));
    fingers.up(touch(100));
    expect(glass.said).toEqual(['out', 'in', 'rest']);
  });

  it('move the window together', () => {
    glass.window = true;
    fingers.down(touch(100));
    fingers.down(second(140));
    fingers.move(touch(104));
    expect(glass.said).toEqual(['pan 2 0']);
  });

  it('leave a piece that is dragged in the hand', () => {
    glass.piece = true;
    fingers.down(touch(100));
    fingers.move(touch(120));
    fingers.down(second(200));
    fingers.move(second(300));
    fingers.up(second(300));
    expect(glass.said).toEqual(['drag']);
  });
});

it('goes on looking when the position changes', () => {
  fingers.down(touch(100));
  fingers.down(touch(140, 0, { id: 2 }));
  fingers.reset();
  fingers.move(touch(200, 0, { id: 2 }));
  expect(glass.said).toEqual(['out']);
});

it('forgets what was begun when the position changes', () => {
  fingers.down(touch(10));
  fingers.reset();
  vi.advanceTimersByTime(LONG_PRESS_MS);
  fingers.up(touch(10));
  expect(glass.said).toEqual([]);
});
