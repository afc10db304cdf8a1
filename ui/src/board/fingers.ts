/**
 * From pointers to gestures: taps, double taps, drags, long presses, pinches. It knows where fingers
 * are and when, nothing of squares or pieces: the glass under them says what a gesture does.
 */
import { distance, type Point } from './geometry';
import { DRAG_AFTER_PX, type Press } from './gestures';

/** A press that stays so long, in milliseconds, draws instead of playing. */
export const LONG_PRESS_MS = 500;
/** Two taps on nothing so close in time and place are a double tap. */
export const DOUBLE_TAP_MS = 320;
export const DOUBLE_TAP_PX = 24;
/** Two fingers have pinched when their distance has grown or shrunk by this. */
export const PINCH_BY = 1.2;

/** What a pointer tells, as far as it matters here. */
export interface Touch {
  readonly id: number;
  /** Where, in pixels of the board's box. */
  readonly at: Point;
  /** When, in milliseconds. */
  readonly time: number;
  readonly kind: 'mouse' | 'finger';
  /** The mouse's right button, which draws. */
  readonly right: boolean;
}

/** What lies under the fingers. */
export interface Glass {
  /** A tap; whether it hit nothing: no piece was in hand before, none is now. */
  tap(at: Point): boolean;
  /** Two taps on nothing. */
  doubleTap(at: Point): void;
  /** The finger moved while pressed; whether it drags a piece. */
  drag(press: Press, at: Point): boolean;
  /** The finger that dragged was lifted. */
  drop(): void;
  /** The piece in the finger goes back: the system took the finger away. */
  abandon(): void;
  /** A finger moved that holds no piece; whether the board follows it. */
  pan(by: Point): boolean;
  /** No finger moves the board any more. */
  rest(): void;
  /** Two fingers moved apart (`out`) or together, around a point. */
  pinch(out: boolean, around: Point): void;
  /** Drawing begins; whether there is a square to draw on. */
  draw(from: Point): boolean;
  /** The drawing finger moved, or was lifted. */
  drawTo(at: Point, done: boolean): void;
  /** The drawing was taken away. */
  drawNothing(): void;
}

type Mode =
  | { readonly type: 'free' }
  | { readonly type: 'pressed'; readonly touch: Touch; readonly press: Press }
  | { readonly type: 'dragging'; readonly press: Press }
  | { readonly type: 'panning'; readonly at: Point }
  | { readonly type: 'drawing' }
  | { readonly type: 'pinching'; readonly spread: number; readonly middle: Point }
  /** Nothing more happens until all fingers are lifted. */
  | { readonly type: 'spent' };

const FREE: Mode = { type: 'free' };
const SPENT: Mode = { type: 'spent' };

/** The fingers on a board. */
export class Fingers {
  #glass: Glass;
  #mode: Mode = FREE;
  #down = new Map<number, Point>();
  /** The finger that came first: only it drags, draws and taps. */
  #first = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The last tap, if it hit nothing. */
  #missed: { readonly at: Point; readonly time: number } | null = null;

  constructor(glass: Glass) {
    this.#glass = glass;
  }

  /** Whether a piece is being dragged: the pointer may then leave the board. */
  get dragging(): boolean {
    return this.#mode.type === 'dragging';
  }

  /** A pointer went down. */
  down(touch: Touch): void {
    this.#down.set(touch.id, touch.at);
    if (this.#down.size === 2) this.#second();
    if (this.#down.size > 1) return;
    this.#first = touch.id;
    if (touch.right) {
      this.#mode = this.#glass.draw(touch.at) ? { type: 'drawing' } : SPENT;
      return;
    }
    this.#mode = { type: 'pressed', touch, press: { start: touch.at, touch: isFinger(touch) } };
    if (isFinger(touch)) this.#timer = setTimeout(() => this.#long(touch.at), LONG_PRESS_MS);
  }

  /** A pointer moved. */
  move({ id, at }: Touch): void {
    const before = this.#down.get(id);
    if (!before) return;
    this.#down.set(id, at);
    const mode = this.#mode;
    if (id !== this.#first && mode.type !== 'pinching') return;
    switch (mode.type) {
      case 'pressed':
        this.#begin(mode.press, at);
        break;
      case 'dragging':
        this.#glass.drag(mode.press, at);
        break;
      case 'panning':
        this.#glass.pan(minus(at, mode.at));
        this.#mode = { type: 'panning', at };
        break;
      case 'drawing':
        this.#glass.drawTo(at, false);
        break;
      case 'pinching':
        this.#pinch(mode.spread, mode.middle);
        break;
      case 'free':
      case 'spent':
        break;
    }
  }

  /** A pointer was lifted; whether it was a gesture of ours. */
  up(touch: Touch): boolean {
    if (!this.#down.delete(touch.id)) return false;
    const mode = this.#mode;
    if (touch.id !== this.#first && mode.type !== 'pinching') return true;
    clearTimeout(this.#timer);
    this.#mode = this.#down.size > 0 ? SPENT : FREE;
    switch (mode.type) {
      case 'pressed':
        this.#tap(touch);
        break;
      case 'dragging':
        this.#glass.drop();
        break;
      case 'drawing':
        this.#glass.drawTo(touch.at, true);
        break;
      case 'panning':
      case 'pinching':
        this.#glass.rest();
        break;
      case 'free':
      case 'spent':
        break;
    }
    return true;
  }

  /** The system took a pointer away. */
  cancel(id: number): void {
    if (!this.#down.delete(id)) return;
    if (id === this.#first || this.#mode.type === 'pinching')
      this.#stop(this.#down.size > 0 ? SPENT : FREE);
  }

  /** The position has changed: what was meant for the other one is put down. Looking goes on. */
  reset(): void {
    this.#missed = null;
    const { type } = this.#mode;
    if (type === 'panning' || type === 'pinching') return;
    this.#stop(this.#down.size > 0 ? SPENT : FREE);
  }

  /** Forgets all pointers: one that was let go outside the window. */
  clear(): void {
    if (this.#down.size === 0) return;
    this.#down.clear();
    this.#missed = null;
    this.#stop(FREE);
  }

  #stop(next: Mode): void {
    clearTimeout(this.#timer);
    const mode = this.#mode;
    this.#mode = next;
    if (mode.type === 'dragging') this.#glass.abandon();
    else if (mode.type === 'drawing') this.#glass.drawNothing();
    else if (mode.type === 'panning' || mode.type === 'pinching') this.#glass.rest();
  }

  #begin(press: Press, at: Point): void {
    if (distance(press.start, at) < DRAG_AFTER_PX) return;
    clearTimeout(this.#timer);
    if (this.#glass.drag(press, at)) this.#mode = { type: 'dragging', press };
    else if (this.#glass.pan(minus(at, press.start))) this.#mode = { type: 'panning', at };
  }

  #long(at: Point): void {
    if (this.#mode.type === 'pressed' && this.#glass.draw(at)) this.#mode = { type: 'drawing' };
  }

  #tap({ at, time }: Touch): void {
    const last = this.#missed;
    this.#missed = null;
    if (!this.#glass.tap(at)) return;
    const soon = last && time - last.time <= DOUBLE_TAP_MS;
    if (soon && distance(last.at, at) <= DOUBLE_TAP_PX) this.#glass.doubleTap(at);
    else this.#missed = { at, time };
  }

  /** A second finger: two fingers look, they don't play. A piece that is dragged stays so. */
  #second(): void {
    const { type } = this.#mode;
    if (type === 'dragging' || type === 'drawing') return;
    clearTimeout(this.#timer);
    const { spread, middle } = this.#pair();
    this.#mode = { type: 'pinching', spread, middle };
  }

  #pinch(from: number, before: Point): void {
    const { spread, middle } = this.#pair();
    const out = spread > from * PINCH_BY;
    const pinched = out || spread * PINCH_BY < from;
    if (pinched) this.#glass.pinch(out, middle);
    else this.#glass.pan(minus(middle, before));
    this.#mode = { type: 'pinching', spread: pinched ? spread : from, middle };
  }

  #pair(): { spread: number; middle: Point } {
    const [a = { x: 0, y: 0 }, b = a] = [...this.#down.values()];
    return { spread: distance(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
  }
}

const isFinger = ({ kind }: Touch) => kind === 'finger';
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
