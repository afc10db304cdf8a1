// The picture of a board that stands alone: everything it shows is in it, and nothing breaks it.
import { describe, expect, it } from 'vitest';
import { boardOf } from '../src/board/board';
import { pictureOf, pictureStyle, type PictureParts } from '../src/components/picture';
import { pieces, placed } from './fixtures';

const parts = (extra: Partial<PictureParts> = {}): PictureParts => ({
  board: boardOf(pieces),
  turn: 0,
  cards: [{ color: 'red', corner: 'bottom-right', name: 'Mia', points: 12, out: false }],
  caption: 'Solo',
  promotedWorth: 1,
  ...extra,
});

const draw = (extra: Partial<PictureParts> = {}) => {
  const text = pictureOf(
    parts(extra),
    '<g id="pc-k"/>',
    pictureStyle((token) => `v${token}`),
  );
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(read.querySelector('parsererror')).toBeNull();
  return { text, read };
};

describe('a picture', () => {
  it('has every piece, its owner and where it stands', () => {
    const { text } = draw();
    expect(text.match(/<use href="#pc-/g)).toHaveLength(pieces.length);
    expect(text).toContain('<svg x="315" y="585" width="45"');
    expect(text).toContain('own-r');
  });

  it('shows who is out, and what a promoted piece counts', () => {
    const odd = boardOf([
      placed('a8', 'blue', 'king', { grey: true }),
      placed('d9', 'red', 'queen', { promoted: true }),
    ]);
    const { text } = draw({ board: odd });
    expect(text).toContain('own-b out');
    expect(text).toMatch(/text-anchor="middle">1<\/text>/);
    expect(draw({ board: odd, promotedWorth: null }).text).not.toMatch(/middle">1</);
  });

  it('takes any name', () => {
    const cards = [
      { ...parts().cards[0], name: '<Opa> & "Oma" von nebenan' },
    ] as PictureParts['cards'];
    const { text } = draw({ cards });
    expect(text).not.toContain('<Opa>');
    expect(text).toContain('&#60;Opa&#62; &#38; ');
    expect(text).toContain('…');
  });

  it('has no points where none count', () => {
    const cards = [{ ...parts().cards[0], points: null }] as PictureParts['cards'];
    expect(draw({ cards }).text).not.toContain('font-size="34"');
  });
});
