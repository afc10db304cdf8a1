// Groups of radio buttons and tabs by the keyboard, and that every one of them has it.
import { describe, expect, it } from 'vitest';
import { roving, stepTo } from '../src/components/roving';

const sources = import.meta.glob('../src/**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>;

function group(role: 'radio' | 'tab', chosen: number) {
  const state = role === 'radio' ? 'aria-checked' : 'aria-selected';
  const root = document.createElement('div');
  const buttons = [0, 1, 2].map((n) => {
    const button = document.createElement('button');
    button.setAttribute('role', role);
    button.setAttribute(state, String(n === chosen));
    button.addEventListener('click', () => {
      for (const one of buttons) one.setAttribute(state, String(one === button));
    });
    root.append(button);
    return button;
  });
  document.body.append(root);
  const end = roving(root);
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(
      new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  const stops = () => buttons.map(({ tabIndex }) => tabIndex);
  return { buttons, press, stops, end };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('roving', () => {
  it('steps round and to both ends', () => {
    expect(stepTo('ArrowRight', 2, 3)).toBe(0);
    expect(stepTo('ArrowUp', 0, 3)).toBe(2);
    expect(stepTo('Home', 2, 3)).toBe(0);
    expect(stepTo('End', 0, 3)).toBe(2);
    expect(stepTo('a', 0, 3)).toBeNull();
  });

  it.each(['radio', 'tab'] as const)('makes a group of %ss one stop', async (role) => {
    const { buttons, press, stops, end } = group(role, 1);
    expect(stops()).toEqual([-1, 0, -1]);
    buttons[1]?.focus();
    press('ArrowRight');
    await settled();
    expect(document.activeElement).toBe(buttons[2]);
    expect(stops()).toEqual([-1, -1, 0]);
    end();
  });

  it('has a stop even where nothing is chosen', () => {
    const { stops, end } = group('radio', -1);
    expect(stops()).toEqual([0, -1, -1]);
    end();
  });
});

describe('every group of the screens', () => {
  const groups = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/<[a-z][^<]*?role="(?:radiogroup|tablist)"(?:[^>"]|"[^"]*"|=>)*>/g)].map(
      ([tag]) => [file, tag] as const,
    ),
  );

  it('is found', () => expect(groups.length).toBeGreaterThan(4));

  it.each(groups)('%s is one stop of the Tab key', (_, tag) => {
    expect(tag).toContain('{@attach roving}');
  });
});
