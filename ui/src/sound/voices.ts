/**
 * The sounds as strokes: wood on felt, dry, a quarter of a second at most; only the end is longer.
 */
import type { Color } from '../protocol';
import type { Cue } from './cues';

/** One stroke: a tone that falls silent, or a breath of noise. Times in seconds, pitches in Hz. */
export interface Stroke {
  readonly kind: 'sine' | 'triangle' | 'noise';
  /** Pitch of the tone, or middle of the noise's band. */
  readonly pitch: number;
  /** Where the pitch glides to; the same where it stays. */
  readonly to: number;
  /** When it begins. */
  readonly at: number;
  /** How long until it is silent. */
  readonly length: number;
  /** Loudness, 0 to 1. */
  readonly gain: number;
}

/** A sound may last so long, in seconds; the end of a game is told by a chord. */
export const LONGEST_S = 0.25;

/** A knock of each player's: Red low, Green high. */
export const KNOCK_HZ: Readonly<Record<Color, number>> = {
  red: 174,
  blue: 208,
  yellow: 247,
  green: 294,
};
/** A note of each player's in the last chord. */
const CHORD_HZ: Readonly<Record<Color, number>> = { red: 262, blue: 330, yellow: 392, green: 523 };

function stroke(
  kind: Stroke['kind'],
  pitch: number,
  length: number,
  gain: number,
  more: Partial<Stroke> = {},
): Stroke {
  return { kind, pitch, to: pitch, at: 0, length, gain, ...more };
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

/** The strokes of a cue. */
export function strokesOf(cue: Cue): Stroke[] {
  switch (cue.type) {
    case 'move': {
      const pitch = KNOCK_HZ[cue.color];
      const knock = [
        stroke('sine', pitch * 1.4, 0.1, cue.mine ? 0.55 : 0.5, { to: pitch }),
        stroke('noise', 900, 0.03, 0.22),
      ];
      return cue.capture ? [...knock, stroke('noise', 3200, 0.025, 0.4, { at: 0.04 })] : knock;
    }
    case 'turn':
      return [stroke('sine', 587, 0.12, 0.3), stroke('sine', 784, 0.14, 0.3, { at: 0.1 })];
    case 'check': {
      const gain = cue.mine ? 0.5 : 0.12;
      return [
        stroke('sine', 220, 0.25, gain),
        stroke('sine', 220 * 2.76, 0.16, gain * 0.45),
        stroke('sine', 220 * 5.4, 0.07, gain * 0.2),
      ];
    }
    case 'points':
      return range(cue.ticks).map((n) => stroke('triangle', 1760, 0.04, 0.2, { at: n * 0.065 }));
    case 'out':
      return [stroke('noise', 1800, 0.24, 0.25, { to: 350 })];
    case 'low-time':
      return [stroke('triangle', 930, 0.06, 0.5), stroke('noise', 2000, 0.012, 0.25)];
    case 'end':
      return cue.order.map((color, n) =>
        stroke('triangle', CHORD_HZ[color], 0.9 - n * 0.12, 0.22, { at: n * 0.13 }),
      );
  }
}

/** When a cue begins after what caused it, in seconds: knock first, then what it did. */
export function delayOf(cue: Cue): number {
  switch (cue.type) {
    case 'check':
      return 0.06;
    case 'points':
      return 0.16;
    case 'out':
      return 0.2;
    case 'turn':
      return 0.3;
    case 'end':
      return 0.35;
    default:
      return 0;
  }
}

/** How long strokes last altogether, in seconds. */
export function lengthOf(strokes: readonly Stroke[]): number {
  return Math.max(0, ...strokes.map(({ at, length }) => at + length));
}
