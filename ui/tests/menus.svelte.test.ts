// Sheets with rows to tap: while one is open no row appears and none goes, so that a finger that is
// on its way meets what it aimed at.
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import MenuSheet from '../src/components/MenuSheet.svelte';

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
