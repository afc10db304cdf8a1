// What stands beside the board, as it reads on the page: dangers.
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import DangerList from '../src/components/DangerList.svelte';
import { chooseLanguage } from '../src/i18n';
import type { Danger, Kind, Square } from '../src/protocol';
import { placed, seats } from './fixtures';

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
