// Sheets with rows to tap: while one is open no row appears and none goes, so that a finger that is
// on its way meets what it aimed at.
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import MenuSheet from '../src/components/MenuSheet.svelte';
import SeatSheet from '../src/components/SeatSheet.svelte';
import type { Player, Status } from '../src/protocol';
import { seats } from './fixtures';

let shown: Record<string, never> | null = null;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  document.body.replaceChildren();
});

/** Puts a component on the page; what changes in its properties is shown at once. */
function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props) {
  shown = mount(component, { target: document.body, props }) as Record<string, never>;
  flushSync();
}

const button = (testid: string) => {
  const found = document.querySelector<HTMLButtonElement>(`button[data-testid="${testid}"]`);
  if (!found) throw new Error(`No ${testid}`);
  return found;
};
const ids = () => [...document.querySelectorAll('button')].map((one) => one.dataset.testid ?? '');
const live = (testid: string) => !button(testid).disabled;

describe("the game's menu", () => {
  const nothing = () => undefined;
  type Act = (() => void) | null;

  function menu() {
    const props = $state({
      ready: true,
      claim: null as Act,
      resign: nothing as Act,
      view: null,
      list: nothing as Act,
      replay: nothing,
      rules: nothing,
      again: null,
      room: nothing as Act,
      settings: nothing,
      leave: nothing,
      close: nothing,
    });
    show(MenuSheet, props);
    return props;
  }

  it('keeps its rows while the line is lost, and offers them no more', () => {
    const props = menu();
    const before = ids();
    expect(before).toContain('menu-resign');
    expect(live('menu-resign')).toBe(true);
    props.ready = false;
    flushSync();
    expect(ids()).toEqual(before);
    expect(live('menu-resign')).toBe(false);
    expect(live('menu-room')).toBe(true);
    props.ready = true;
    flushSync();
    expect(live('menu-resign')).toBe(true);
  });

  it('keeps a row that has become impossible, and shows no new one', () => {
    const props = menu();
    const before = ids();
    props.resign = null;
    props.claim = nothing;
    flushSync();
    expect(ids()).toEqual(before);
    expect(live('menu-resign')).toBe(false);
  });
});

describe("a CPU's sheet", () => {
  const setLevel = vi.fn<(level: number) => void>();

  function sheet() {
    setLevel.mockClear();
    const cpu = (level: number) => {
      const player: Player = { type: 'cpu', level };
      return seats.map((seat) => (seat.color === 'blue' ? { ...seat, player } : seat));
    };
    const props = $state({
      color: 'blue' as const,
      cast: { seats: cpu(2), yours: ['red' as const] },
      points: 3 as number | null,
      status: 'in' as Status,
      awards: [],
      ready: true,
      change: (() => undefined) as (() => void) | null,
      levels: [1, 2, 3],
      setLevel: setLevel as ((level: number) => void) | null,
      close: () => undefined,
    });
    show(SeatSheet, props);
    return { props, cpu };
  }

  const chosen = () =>
    document.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')?.dataset.testid;

  it('gives it another level, once', () => {
    const { props, cpu } = sheet();
    expect(chosen()).toBe('level-2');
    button('level-2').click();
    expect(setLevel).not.toHaveBeenCalled();
    button('level-3').click();
    flushSync();
    expect(chosen(), 'before the game has told it').toBe('level-3');
    button('level-3').click();
    expect(setLevel.mock.calls).toEqual([[3]]);
    props.cast = { ...props.cast, seats: cpu(1) };
    flushSync();
    expect(chosen(), 'somebody else has chosen').toBe('level-1');
  });

  it('keeps its buttons when the line is lost, and when the player is out', () => {
    const { props } = sheet();
    const before = ids();
    expect(before).toContain('seat-change');
    props.ready = false;
    flushSync();
    expect(ids()).toEqual(before);
    expect([live('level-1'), live('seat-change')]).toEqual([false, false]);
    props.ready = true;
    props.status = 'mated';
    props.change = null;
    props.setLevel = null;
    flushSync();
    expect(ids()).toEqual(before);
    expect([live('level-1'), live('seat-change')]).toEqual([false, false]);
  });
});
