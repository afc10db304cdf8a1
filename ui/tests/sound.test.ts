// Sounds and vibration: what of a game is heard and felt.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Color, type Event } from '../src/protocol';
import { chordOf, cueOfMove, cuesOf, feltOf, isHeard, isLowTime } from '../src/sound/cues';
import type { Cue } from '../src/sound/cues';
import { KNOCK_HZ, LONGEST_S, lengthOf, strokesOf } from '../src/sound/voices';
import { legal, moved, placed } from './fixtures';

const ME: readonly Color[] = ['red'];
const { sounds, haptics } = DEFAULT_SETTINGS;
const types = (cues: readonly Cue[]) => cues.map(({ type }) => type);

/** Blue's knight takes Red's rook and checks Red and Green. */
function fork(): Event {
  const event = moved(5, 'blue', 'd5', 'e7', 'knight');
  if (event.action.type === 'move') {
    event.action.givesCheck = ['red', 'green'];
    event.action.captured = [placed('e7', 'red', 'rook')];
  }
  event.awards = [
    {
      color: 'blue',
      points: 5,
      reason: { type: 'capture', kind: 'rook', from: 'red', promoted: false },
      square: 'e7',
    },
    {
      color: 'blue',
      points: 5,
      reason: { type: 'multi-check', kings: 2, queen: false },
      square: null,
    },
  ];
  return event;
}

function mate(): Event {
  return moved(6, 'yellow', 'g13', 'g12', 'queen', {
    awards: [
      { color: 'yellow', points: 20, reason: { type: 'checkmate', of: 'green' }, square: null },
    ],
    statuses: [{ color: 'green', status: 'mated' }],
  });
}

describe('what is heard', () => {
  it('is a knock for a quiet move, mine or not', () => {
    const [cue] = cuesOf(moved(1, 'blue', 'b7', 'd7', 'pawn'), ME, false);
    expect(cue).toEqual({ type: 'move', color: 'blue', mine: false, capture: false });
    const [own] = cuesOf(moved(1, 'red', 'd2', 'd4', 'pawn'), ME, false);
    expect(own).toMatchObject({ mine: true });
  });

  it('is what a move did: capture, check to me, a tick for each award', () => {
    const cues = cuesOf(fork(), ME, false);
    expect(cues[0]).toMatchObject({ type: 'move', capture: true });
    expect(cues).toContainEqual({ type: 'check', mine: true });
    expect(cues).toContainEqual({ type: 'points', ticks: 2 });
  });

  it('is a check to others when it is not to me', () => {
    expect(cuesOf(fork(), ['yellow'], false)).toContainEqual({ type: 'check', mine: false });
  });

  it('has no second knock for a move heard when it was played', () => {
    const take = legal('d5', 'e7', { captures: [placed('e7', 'red', 'rook')] });
    expect(cueOfMove(take, 'blue')).toMatchObject({ type: 'move', capture: true });
    expect(types(cuesOf(fork(), ['blue'], true))).toEqual(['check', 'points']);
  });

  it('is three ticks for a mate, and a brush for who is out', () => {
    const cues = cuesOf(mate(), ME, false);
    expect(cues).toContainEqual({ type: 'points', ticks: 3 });
    expect(cues).toContainEqual({ type: 'out' });
  });

  it('is a chord at the end in place of the brush, the winner last', () => {
    const result = { reason: 'last-player', places: [2, 4, 1, 3] } as const;
    const event = { ...mate(), result: { ...result, places: [...result.places] } } as Event;
    expect(types(cuesOf(event, ME, false))).toEqual(['move', 'points', 'end']);
    expect(event.result && chordOf(event.result)).toEqual(['blue', 'green', 'red', 'yellow']);
  });

  it('is nothing for points that are none', () => {
    const event = moved(1, 'red', 'd2', 'c3', 'pawn', {
      awards: [
        {
          color: 'red',
          points: 0,
          reason: { type: 'capture', kind: 'pawn', from: 'blue', promoted: false },
          square: 'c3',
        },
      ],
    });
    expect(types(cuesOf(event, ME, false))).toEqual(['move']);
  });

  it('is a block at 10, 3, 2 and 1 seconds', () => {
    expect([11, 10, 9, 4, 3, 2, 1, 0].filter(isLowTime)).toEqual([10, 3, 2, 1]);
  });
});

describe('the switches', () => {
  const mine: Cue = { type: 'move', color: 'red', mine: true, capture: false };

  it('silence what they name, and one all', () => {
    expect(isHeard(mine, sounds)).toBe(true);
    expect(isHeard(mine, { ...sounds, mine: false })).toBe(false);
    expect(isHeard({ ...mine, mine: false }, { ...sounds, mine: false })).toBe(true);
    expect(isHeard({ type: 'low-time' }, { ...sounds, lowTime: false })).toBe(false);
    expect(isHeard({ type: 'end', order: ME }, { ...sounds, ending: false })).toBe(false);
    expect(isHeard(mine, { ...sounds, on: false })).toBe(false);
  });

  it('leave the next weaker thing to be felt', () => {
    const event = { ...fork(), statuses: mate().statuses };
    expect(feltOf(event, ME, haptics)).toBe('heavy');
    expect(feltOf(event, ME, { ...haptics, mate: false })).toBe('medium');
    expect(feltOf(event, ME, { ...haptics, mate: false, check: false })).toBe('light');
    expect(feltOf(event, ME, { others: false, check: false, mate: false })).toBeNull();
  });

  it('let nothing be felt of one’s own quiet move', () => {
    expect(feltOf(moved(1, 'red', 'd2', 'd4', 'pawn'), ME, haptics)).toBeNull();
  });
});

describe('the strokes', () => {
  const colors: readonly Color[] = ['red', 'blue', 'yellow', 'green'];
  const all: Cue[] = [
    ...colors.map((color): Cue => ({ type: 'move', color, mine: false, capture: true })),
    { type: 'turn' },
    { type: 'check', mine: true },
    { type: 'points', ticks: 4 },
    { type: 'out' },
    { type: 'low-time' },
  ];

  it('last a quarter of a second at most', () => {
    for (const cue of all) expect(lengthOf(strokesOf(cue))).toBeLessThanOrEqual(LONGEST_S);
  });

  it('rise from Red to Green', () => {
    const pitches = colors.map((color) => KNOCK_HZ[color]);
    expect(pitches).toEqual(pitches.toSorted((a, b) => a - b));
    expect(new Set(pitches).size).toBe(4);
  });

  it('are far quieter for a check to others', () => {
    const loudest = (mine: boolean) =>
      Math.max(...strokesOf({ type: 'check', mine }).map(({ gain }) => gain));
    expect(loudest(false)).toBeLessThan(loudest(true) / 3);
  });

  it('are one note for each player at the end, together long', () => {
    const strokes = strokesOf({ type: 'end', order: colors });
    expect(new Set(strokes.map(({ pitch }) => pitch)).size).toBe(4);
    expect(lengthOf(strokes)).toBeGreaterThan(LONGEST_S);
  });
});
