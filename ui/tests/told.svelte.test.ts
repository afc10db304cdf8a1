// What stands beside the board, as it reads on the page: dangers, the counsel above it,
// the standing; and the levels of CPUs.
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Counsel from '../src/components/Counsel.svelte';
import DangerList from '../src/components/DangerList.svelte';
import Ladder from '../src/components/Ladder.svelte';
import LevelGrid from '../src/components/LevelGrid.svelte';
import { chooseLanguage } from '../src/i18n';
import type { Danger, Kind, Square } from '../src/protocol';
import { FakeBackend } from '../src/backend/fake';
import { boardOf } from '../src/board/board';
import { Advice } from '../src/stores/advice.svelte';
import { LATE_MS } from '../src/stores/patience.svelte';
import { legal, pieces, placed, seats } from './fixtures';

const cast = { seats, yours: ['red' as const] };

let shown: Record<string, never> | null = null;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  document.body.replaceChildren();
  chooseLanguage('en');
});

/** Puts a component on the page. */
function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props) {
  shown = mount(component, { target: document.body, props }) as Record<string, never>;
  flushSync();
}

const words = (testid: string) =>
  document.querySelector(`[data-testid="${testid}"]`)?.textContent.trim();

describe('the list of dangers', () => {
  const covered = (square: Square, kind: Kind): Danger => ({
    ...placed(square, 'red', kind),
    by: [{ square: 'k10', color: 'green' }],
    covered: true,
    forNothing: false,
  });
  const pawns = [covered('d4', 'pawn'), covered('e4', 'pawn')];
  const list = (dangers: Danger[]) =>
    show(DangerList, { dangers, cast, mover: 'red', ready: true });

  it('counts covered pawns on top of what it names', () => {
    list([covered('f4', 'knight'), ...pawns]);
    expect(words('danger-more')).toBe('2 covered pawns more');
  });

  it.each([
    ['en', 'Only 2 covered pawns'],
    ['de', 'Nur 2 gedeckte Bauern'],
    ['ru', 'Только 2 защищённые пешки'],
  ] as const)('says no "more" where nothing stands before them (%s)', (language, said) => {
    chooseLanguage(language);
    list(pawns);
    expect(words('danger-more')).toBe(said);
  });
});

describe('the counsel', () => {
  const capture = {
    color: 'red' as const,
    piece: placed('k3', 'red', 'pawn').piece,
    move: legal('k3', 'l4', { captures: [placed('l4', 'green', 'knight')] }),
    changes: [],
  };

  function counsel() {
    const advice = new Advice(new FakeBackend());
    show(Counsel, { dangers: [], advice, premove: null, board: boardOf(pieces), cast });
    return advice;
  }

  it.each([
    ['en', 'Hint: Pawn k3 takes knight l4'],
    ['de', 'Tipp: Bauer k3 schlägt Springer l4'],
    ['ru', 'Подсказка: Пешка k3 бьёт коня l4'],
  ] as const)('names the square a capture comes from (%s)', (language, said) => {
    chooseLanguage(language);
    const advice = counsel();
    advice.hint = { evaluation: { type: 'points', value: 300 }, steps: [capture] };
    flushSync();
    expect(words('counsel')).toBe(said);
  });

  it('says that others are served first when no hint comes', () => {
    vi.useFakeTimers();
    try {
      const advice = counsel();
      advice.ask('g1', 0);
      flushSync();
      expect(words('counsel')).toBe('Looking for a good move …');
      vi.advanceTimersByTime(LATE_MS);
      flushSync();
      expect(words('counsel')).toBe('The computer is still busy. One moment …');
      advice.clear();
      advice.ask('g1', 0);
      flushSync();
      expect(words('counsel')).toBe('Looking for a good move …');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the standing', () => {
  const standing = (points: number[]) => {
    const status = ['resigned' as const, 'in' as const, 'in' as const, 'in' as const];
    show(Ladder, { cast, points, status, awards: [], holder: 'red' });
    const rungs = [...document.querySelectorAll('.rung')];
    return rungs.map((rung) => rung.querySelector('i')?.textContent ?? null);
  };

  it('has no places while all have the same, somebody out or not', () => {
    expect(standing([0, 0, 0, 0])).toEqual([null, null, null, null]);
  });

  it('has them from the first points on', () => {
    expect(standing([0, 5, 0, 3])).toEqual(['1.', '2.', '3.', '3.']);
  });
});

describe('the levels', () => {
  it('are told apart by name, chosen or not', () => {
    show(LevelGrid, { label: 'Strength', levels: [1, 4, 8], value: 4, choose: () => {} });
    const named = [1, 4, 8].map((level) => words(`level-${level}`)?.replace(/\s+/g, ''));
    expect(named).toEqual(['1Beginner', '4Medium', '8Master']);
  });
});
