/**
 * The board as a picture that stands alone: one SVG with drawings, colours, names and points, and
 * the PNG made of it. Colours are those on the screen.
 */
import type { Board, Man } from '../board/board';
import { cellOf, type Corner, type Turn } from '../board/geometry';
import { darkSquares, OUTLINE, UNIT, WIDTH } from '../board/outline';
import type { Color } from '../protocol';
import { markHref, ownerClass, pieceHref } from './owner';

/** A player's card on the picture. */
export interface PictureCard {
  readonly color: Color;
  readonly corner: Corner;
  readonly name: string;
  /** null: points don't count. */
  readonly points: number | null;
  readonly out: boolean;
}

/** What a picture shows. */
export interface PictureParts {
  readonly board: Board;
  readonly turn: Turn;
  readonly cards: readonly PictureCard[];
  /** The line below the board. */
  readonly caption: string;
  /** What a promoted piece counts, worn by it; null: it wears nothing. */
  readonly promotedWorth: number | null;
}

/** Sides of the picture in pixels. */
export const PICTURE = { width: 1080, height: 1180 } as const;
const MARGIN = 36;
const SCALE = (PICTURE.width - 2 * MARGIN) / WIDTH;
const CARD = 3 * UNIT;
/** More letters than this don't fit into a card, and more than that only pressed together. */
const LETTERS = 14;
const EASY_LETTERS = 10;

/** Custom properties that the drawings read. */
const TOKENS = [
  'bg',
  'surface',
  'hair',
  'ink',
  'ink-2',
  'sq-light',
  'sq-dark',
  'board-edge',
  'pc-w',
];
const OWNERS = ['r', 'b', 'y', 'g', 'out'];
const PARTS = ['fill', 'line', 'mark'];

/** The style sheet of the picture, from the values that hold on the page. */
export function pictureStyle(valueOf: (token: string) => string): string {
  const tokens = [...TOKENS, ...OWNERS.flatMap((o) => PARTS.map((part) => `p-${o}-${part}`))];
  const root = tokens.map((token) => `--${token}:${valueOf(`--${token}`)}`).join(';');
  const marks = ['r', 'b', 'y', 'g'];
  const owners = marks.map(
    (o) =>
      `.own-${o}{${PARTS.map((part) => `--pc-${part}:var(--p-${o}-${part})`).join(';')};` +
      `${marks.map((other) => `--mk-${other}:${other === o ? 'inline' : 'none'}`).join(';')};--pc-hatch:none}`,
  );
  const out = `.out{${PARTS.map((part) => `--pc-${part}:var(--p-out-${part})`).join(';')};--pc-hatch:inline}`;
  return `svg{${root}}${owners.join('')}${out}`;
}

/** Text that is safe between tags and in attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function shortened(name: string): string {
  const signs = [...name];
  return signs.length > LETTERS ? `${signs.slice(0, LETTERS - 1).join('')}…` : name;
}

const CORNERS: Readonly<Record<Corner, readonly [number, number]>> = {
  'top-left': [0, 0],
  'top-right': [WIDTH - CARD, 0],
  'bottom-left': [0, WIDTH - CARD],
  'bottom-right': [WIDTH - CARD, WIDTH - CARD],
};

function cardOf({ color, corner, name, points, out }: PictureCard): string {
  const [x, y] = CORNERS[corner];
  const shown = shortened(name);
  const pressed =
    [...shown].length > EASY_LETTERS ? ' textLength="104" lengthAdjust="spacingAndGlyphs"' : '';
  const number =
    points === null
      ? ''
      : `<text x="14" y="110" font-size="34" font-weight="700" fill="var(--ink)">${points}</text>`;
  return (
    `<g transform="translate(${x} ${y})" class="${ownerClass(color)}${out ? ' out' : ''}">` +
    `<rect x="5" y="5" width="125" height="125" rx="16" fill="var(--surface)" stroke="var(--hair)" stroke-width="1.500"/>` +
    `<use href="${markHref(color)}" transform="translate(25 28) scale(1.5)" fill="var(--pc-fill)" stroke="var(--pc-line)" stroke-width="1.800"/>` +
    `<text x="14" y="66" font-size="16" font-weight="600" fill="var(--ink)"${pressed}>${escaped(shown)}</text>` +
    `${number}</g>`
  );
}

function manOf({ square, piece }: Man, turn: Turn, worth: number | null): string {
  const { col, row } = cellOf(square, turn);
  const badge =
    piece.promoted && !piece.grey && worth !== null
      ? '<circle cx="36" cy="9.4" r="8" fill="#15171c" stroke="#fff" stroke-width="1.600"/>' +
        `<text x="36" y="14" font-size="13" font-weight="700" fill="#fff" text-anchor="middle">${worth}</text>`
      : '';
  return (
    `<svg x="${col * UNIT}" y="${row * UNIT}" width="${UNIT}" height="${UNIT}" viewBox="0 0 45 45" overflow="visible" ` +
    `class="${ownerClass(piece.color)}${piece.grey ? ' out' : ''}"><use href="${pieceHref(piece.kind)}"/>${badge}</svg>`
  );
}

/**
 * The picture as an SVG's text. `sprite` is the markup of the page's drawings, `style` what
 * {@link pictureStyle} gives.
 */
export function pictureOf(parts: PictureParts, sprite: string, style: string): string {
  const { board, turn, cards, caption, promotedWorth } = parts;
  const { width, height } = PICTURE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="-apple-system, Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"><style>${style}</style>` +
    `<svg width="0" height="0">${sprite}</svg>` +
    `<rect width="${width}" height="${height}" fill="var(--bg)"/>` +
    `<g transform="translate(${MARGIN} ${MARGIN}) scale(${SCALE})">` +
    `<path d="${OUTLINE}" fill="var(--sq-light)"/>` +
    `<clipPath id="rim"><path d="${OUTLINE}"/></clipPath>` +
    `<path d="${darkSquares(turn)}" fill="var(--sq-dark)" clip-path="url(#rim)"/>` +
    `<path d="${OUTLINE}" fill="none" stroke="var(--board-edge)" stroke-width="1.600"/>` +
    `${cards.map(cardOf).join('')}` +
    `${[...board.values()].map((man) => manOf(man, turn, promotedWorth)).join('')}</g>` +
    `<text x="${width / 2}" y="${height - 56}" font-size="36" font-weight="600" fill="var(--ink)" text-anchor="middle">${escaped(caption)}</text></svg>`
  );
}

/** The picture with this page's drawings and colours, as a PNG. Fails where the page can't draw. */
export async function pngOf(parts: PictureParts): Promise<Blob> {
  const sprite = document.querySelector('svg.sprite');
  if (!sprite) throw new Error('no drawings on this page');
  const computed = getComputedStyle(document.documentElement);
  const style = pictureStyle((token) => computed.getPropertyValue(token));
  const markup = new XMLSerializer().serializeToString(sprite);
  const image = new Image(PICTURE.width, PICTURE.height);
  // A data address, since some web views won't let a canvas be read that drew a blob's SVG.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pictureOf(parts, markup, style))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PICTURE.width;
  canvas.height = PICTURE.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, PICTURE.width, PICTURE.height);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
