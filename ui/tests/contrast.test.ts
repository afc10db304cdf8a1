// The tokens: every pair of colours that must be told apart is, in each theme.
import { describe, expect, it } from 'vitest';
import css from '../src/styles/tokens.css?raw';

type Shades = Record<string, string>;

/** The shades of the squares other than sand, which is in the themes themselves. */
const OTHERS = ['slate', 'strong'];

function block(selector: string): Shades {
  const start = css.indexOf(selector);
  if (start < 0) throw new Error(`tokens.css has no ${selector}`);
  const body = css.slice(start).split('\n}')[0] ?? '';
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})\b/g)].map(([, name, value]) => [name, value]),
  );
}

const light = block(':root');
const dark = { ...light, ...block("[data-theme='dark'] {") };
const themes: Record<string, Shades> = {
  light,
  dark,
  contrast: { ...light, ...block("[data-theme='contrast'] {") },
  ...Object.fromEntries(
    OTHERS.flatMap((shade) => [
      [`light ${shade}`, { ...light, ...block(`\n[data-shade='${shade}'] {`) }],
      [`dark ${shade}`, { ...dark, ...block(`[data-theme='dark'] [data-shade='${shade}'] {`) }],
    ]),
  ),
};

function luminance(hex: string): number {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits;
  const [r = 0, g = 0, b = 0] = [0, 2, 4]
    .map((at) => parseInt(full.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(theme: Shades, a: string, b: string): number {
  const shade = (name: string) => luminance(theme[name] ?? 'unknown');
  const [high = 1, low = 1] = [shade(a), shade(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const words: [string, string[]][] = [
  ['ink', ['bg', 'surface', 'surface-2']],
  ['ink-2', ['bg', 'surface', 'surface-2']],
  ['ink-3', ['bg', 'surface', 'surface-2']],
  ['accent', ['bg', 'surface', 'accent-soft']],
  ['accent-ink', ['accent']],
  ['alarm', ['bg', 'surface', 'alarm-soft']],
];
const armies = ['p-r', 'p-b', 'p-y', 'p-g'];

describe.each(Object.entries(themes))('%s', (_, theme) => {
  it('has readable words', () => {
    for (const [word, grounds] of words) {
      for (const ground of grounds) expect(ratio(theme, word, ground)).toBeGreaterThanOrEqual(4.5);
    }
    for (const army of armies) {
      expect(ratio(theme, `${army}-word`, `${army}-tint`)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('writes coordinates that can be read', () => {
    for (const square of ['sq-light', 'sq-dark']) {
      expect(ratio(theme, 'sq-ink', square)).toBeGreaterThanOrEqual(3);
    }
  });

  it('outlines pieces and marks so that they stand out from both squares', () => {
    for (const army of [...armies, 'p-out']) {
      expect(ratio(theme, `${army}-line`, 'sq-light')).toBeGreaterThanOrEqual(3);
      expect(ratio(theme, `${army}-line`, 'sq-dark')).toBeGreaterThanOrEqual(3);
      expect(ratio(theme, `${army}-mark`, `${army}-fill`)).toBeGreaterThanOrEqual(3);
    }
  });
});
