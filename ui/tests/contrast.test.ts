// The tokens: every pair of colours that must be told apart is, in each theme.
import { describe, expect, it } from 'vitest';
import css from '../src/styles/tokens.css?raw';

type Shades = Record<string, string>;

/** The colours that a rule sets; a rule that is not there is a mistake of the test. */
function block(selector: string): Shades {
  const at = css.indexOf(`${selector} {`);
  if (at < 0) throw new Error(`no rule for ${selector}`);
  const body = css.slice(at).split('\n}')[0] ?? '';
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})\b/g)].map(([, name, value]) => [name, value]),
  );
}

const light = block("[data-theme='light']");
const dark = { ...light, ...block("[data-theme='dark']") };
const themes: Record<string, Shades> = {
  light,
  dark,
  contrast: { ...light, ...block("[data-theme='contrast']") },
};
for (const shade of ['slate', 'strong']) {
  themes[`light, ${shade}`] = { ...light, ...block(`\n[data-shade='${shade}']`) };
  themes[`dark, ${shade}`] = { ...dark, ...block(`[data-theme='dark'] [data-shade='${shade}']`) };
}

/** Linear RGB of a colour. */
function linear(hex: string): number[] {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits;
  return [0, 2, 4]
    .map((at) => parseInt(full.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = linear(hex);
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

  it('outlines pieces and marks so that they stand out from both squares', () => {
    for (const army of [...armies, 'p-out']) {
      expect(ratio(theme, `${army}-line`, 'sq-light')).toBeGreaterThanOrEqual(3);
      expect(ratio(theme, `${army}-line`, 'sq-dark')).toBeGreaterThanOrEqual(3);
      expect(ratio(theme, `${army}-mark`, `${army}-fill`)).toBeGreaterThanOrEqual(3);
    }
  });

  it('has readable coordinates, and dots and rings that one of their colours carries', () => {
    expect(ratio(theme, 'sq-ink', 'sq-light')).toBeGreaterThanOrEqual(4.5);
    expect(ratio(theme, 'sq-ink', 'sq-dark')).toBeGreaterThanOrEqual(3);
    for (const square of ['sq-light', 'sq-dark']) {
      for (const [one, other] of [
        ['hl-dot', 'hl-dot-case'],
        ['hl-danger-a', 'hl-danger-b'],
      ] as const) {
        const best = Math.max(ratio(theme, one, square), ratio(theme, other, square));
        expect(best).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('has armies of four lightnesses, for eyes that tell no hues apart', () => {
    const steps = armies
      .map((army) => luminance(theme[`${army}-fill`] ?? 'unknown'))
      .sort((a, b) => a - b);
    for (const [n, step] of steps.slice(1).entries()) {
      expect((step + 0.05) / ((steps[n] ?? 0) + 0.05)).toBeGreaterThanOrEqual(1.25);
    }
  });
});

/** Hues as dichromats see them: Viénot, Brettel and Mollon 1999, on linear RGB. */
const EYES: Record<string, number[][]> = {
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

/** CIE Lab of linear RGB. */
function lab([r = 0, g = 0, b = 0]: number[]): number[] {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe.each(Object.entries(EYES))('%s', (_, matrix) => {
  it.each(['light', 'dark', 'contrast'])('tells the armies apart, %s', (name) => {
    const theme = themes[name] ?? {};
    const seen = armies.map((army) => {
      const rgb = linear(theme[`${army}-fill`] ?? 'unknown');
      return lab(matrix.map((row) => row.reduce((sum, k, n) => sum + k * (rgb[n] ?? 0), 0)));
    });
    for (const [n, one] of seen.entries()) {
      for (const other of seen.slice(n + 1)) {
        const apart = Math.hypot(...one.map((v, k) => v - (other[k] ?? 0)));
        expect(apart).toBeGreaterThanOrEqual(20);
      }
    }
  });
});
