// Text grows with the reader's wish: no style sheet measures it in pixels.
import { describe, expect, it } from 'vitest';

const sources = import.meta.glob('../src/**/*.{svelte,css}', {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>;

/** Text in these is part of a drawing, in the drawing's own units. */
const DRAWN = /board\/(Squares|Men)\.svelte|Sprite\.svelte|picture/i;
/** Up to so many pixels beside a board, where there is no more room: `min(1rem, 20.8px)`. */
const CLAMPED = /min\([\d.]+rem,\s*[\d.]+px\)/g;

/** The style sheet of a file. */
const styleOf = (file: string, text: string) =>
  file.endsWith('.css') ? text : (text.split('<style>')[1] ?? '');

describe('text', () => {
  it.each(Object.keys(sources).filter((file) => !DRAWN.test(file)))('%s', (file) => {
    const style = styleOf(file, sources[file] ?? '').replace(CLAMPED, '');
    const pixels = style.match(/(?:font|font-size|line-height|--t-[\w-]+):[^;]*\d+px[^;]*;/g);
    expect(pixels ?? []).toEqual([]);
  });
});
