// The board as a component, played by the clicks of a screen reader, which need no geometry.
import { flushSync, mount, unmount, createRawSnippet } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyMove, boardOf } from '../src/board/board';
import BoardView from '../src/board/BoardView.svelte';
import { IDLE, type Hand } from '../src/board/gestures';
import type { Turn } from '../src/board/geometry';
import type { Zoom } from '../src/board/zoom';
import type { Check, Color, Danger, LegalMove, Premove } from '../src/protocol';
import { legal, pieces, placed } from './fixtures';

const ahead = (from: string, to: string): Premove => ({
  move: `${from}${to}`,
  from,
  to,
  promotion: null,
});

/** The properties of a board on which we are to move. */
function properties() {
  return {
    board: boardOf(pieces),
    turn: 0 as Turn,
    legal: [legal('d2', 'd3'), legal('d2', 'd4')] as readonly LegalMove[],
    last: [],
    fresh: null,
    coordinates: true,
    still: true,
    confirm: () => false,
    position: 'first',
    state: { ply: 0, hash: '', turn: 'red' as Color, yours: true, busy: false },
    hand: IDLE as Hand,
    play: vi.fn<(move: LegalMove) => void>(),
    children: createRawSnippet((turn: () => Turn) => ({
      render: () => `<div class="card">${turn()}</div>`,
    })),
    zoom: undefined as Zoom | null | undefined,
    showTargets: true,
    promotedWorth: null as number | null,
    wandering: [] as readonly Color[],
    checks: [] as readonly Check[],
    dangers: [] as readonly Danger[],
    premoves: null as readonly Premove[] | null,
    premove: null as Premove | null,
    onpremove: vi.fn<(move: Premove | null) => void>(),
  };
}

let shown: Record<string, never> | null = null;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  document.body.replaceChildren();
});

/** A board on the page, its squares labelled, and its properties, which can be changed. */
async function show(some: Partial<ReturnType<typeof properties>> = {}) {
  const props = $state({ ...properties(), ...some });
  shown = mount(BoardView, { target: document.body, props });
  await vi.waitFor(() => expect(document.querySelectorAll('[data-square]')).toHaveLength(160));
  return props;
}

const node = (square: string) => document.querySelector<HTMLElement>(`[data-square="${square}"]`);

function click(square: string): void {
  node(square)?.click();
  flushSync();
}

function press(square: string, key: string): void {
  node(square)?.focus();
  node(square)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  flushSync();
}

const targets = () =>
  [...document.querySelectorAll('[data-target]')].map((one) => one.getAttribute('data-square'));

describe('moves', () => {
  it('are played by two clicks', async () => {
    const props = await show();
    click('d2');
    expect(targets()).toEqual(['d4', 'd3']);
    click('d4');
    expect(props.play).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ move: 'd2d4' }));
  });

  it('can be had without a sign of where they go', async () => {
    const props = await show({ showTargets: false });
    click('d2');
    expect(targets()).toEqual([]);
    click('d4');
    expect(props.play).toHaveBeenCalledOnce();
  });
});

describe('coordinates', () => {
  /** Rows and columns by where their labels lie on the squares. */
  const places = () =>
    new Map(
      [...document.querySelectorAll('text.inside')].map((one) => [
        one.textContent,
        `${one.getAttribute('x')} ${one.getAttribute('y')}`,
      ]),
    );

  it('never get out of the way of a piece', async () => {
    const observer = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(364);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private tell: () => void) {}
        observe() {
          this.tell();
        }
        disconnect() {
          return undefined;
        }
      },
    );
    const props = await show();
    const before = places();
    expect([...before.keys()]).toEqual(expect.arrayContaining(['3', '4', '12', 'c', 'd', 'k']));
    props.board = applyMove(props.board, legal('d2', 'd4'));
    flushSync();
    // What stands on its square hides a label; whatever is there stays where it was.
    expect([...places()].filter(([label]) => label !== '2')).toEqual([...before]);
    expect(places().has('2')).toBe(true);
    props.board = applyMove(props.board, legal('e1', 'e3'));
    flushSync();
    before.delete('e');
    expect([...places()].filter(([label]) => label !== '2')).toEqual([...before]);
    observer.mockRestore();
    vi.unstubAllGlobals();
  });
});

describe('moves in advance', () => {
  const others = { ply: 1, hash: '', turn: 'blue' as Color, yours: false, busy: false };

  it('are told, not played', async () => {
    const props = await show({ state: others, legal: [], premoves: [ahead('d2', 'd4')] });
    click('d2');
    click('d4');
    expect(props.onpremove).toHaveBeenCalledExactlyOnceWith(ahead('d2', 'd4'));
    expect(props.play).not.toHaveBeenCalled();
  });

  it('are framed, and taken back by a tap on them or by Escape', async () => {
    const premove = ahead('d2', 'd4');
    const props = await show({ state: others, legal: [], premoves: [premove], premove });
    const framed = [...document.querySelectorAll('[data-premove]')];
    expect(framed.map((one) => one.getAttribute('data-premove'))).toEqual(['d2', 'd4']);
    click('d4');
    press('g8', 'Escape');
    expect(props.onpremove.mock.calls).toEqual([[null], [null]]);
  });

  it('stay in hand while the others play, but not into our turn', async () => {
    const props = await show({ state: others, legal: [], premoves: [ahead('d2', 'd4')] });
    click('d2');
    props.position = 'second';
    flushSync();
    expect(node('d2')?.getAttribute('aria-selected')).toBe('true');
    props.premoves = null;
    props.state = { ...others, yours: true };
    props.position = 'third';
    flushSync();
    expect(node('d2')?.getAttribute('aria-selected')).toBe('false');
  });
});

describe('turning', () => {
  it('waits until the piece has arrived, and takes the cards along', async () => {
    const busy = { ...properties().state, busy: true };
    const props = await show({ state: busy });
    const card = () => document.querySelector('.card')?.textContent;
    props.turn = 1;
    flushSync();
    expect(card()).toBe('0');
    props.state = { ...busy, busy: false };
    flushSync();
    const square = document.querySelector('[role=row] [data-square]');
    expect(square?.getAttribute('data-square')).toBe('n11');
  });
});

describe('zoom', () => {
  it('is there only where the screen has a way back', async () => {
    await show();
    press('g8', '+');
    expect(document.querySelector('[data-zoomed]')).toBeNull();
  });

  it('goes around the cursor, follows it, and ends', async () => {
    await show({ zoom: null });
    const zoomed = () => document.querySelector('[data-board]')?.getAttribute('data-zoomed');
    press('d2', '+');
    expect(zoomed()).toBe('0,7');
    press('d2', 'ArrowUp');
    expect(zoomed()).toBe('0,7');
    press('g7', 'ArrowRight');
    expect(zoomed()).toBe('1,7');
    press('h7', '-');
    expect(zoomed()).toBeNull();
  });
});

describe('badges', () => {
  it('say what promoted pieces count and whom chance moves', async () => {
    const board = boardOf([
      placed('d4', 'red', 'rook', { promoted: true }),
      placed('e4', 'red', 'queen', { promoted: true, grey: true }),
      placed('a8', 'blue', 'king'),
    ]);
    await show({ board, promotedWorth: 1, wandering: ['blue'] });
    const badge = (square: string) =>
      document.querySelector(`[data-at="${square}"] [data-badge]`)?.getAttribute('data-badge');
    expect([badge('d4'), badge('e4'), badge('a8')]).toEqual(['1', undefined, 'wanders']);
  });
});

describe('what is read out of a square', () => {
  it('says what the board shows: worth, chance, check, danger', async () => {
    const rook = placed('d4', 'red', 'rook', { promoted: true });
    const board = boardOf([
      rook,
      placed('e4', 'red', 'queen', { promoted: true, grey: true }),
      placed('a8', 'blue', 'king'),
      placed('f4', 'red', 'pawn'),
    ]);
    const danger = { covered: true, by: [{ square: 'd9', color: 'yellow' as const }] };
    const props = await show({
      board,
      promotedWorth: 1,
      wandering: ['blue'],
      checks: [{ color: 'blue', king: 'a8', from: ['d4'] }],
      dangers: [
        { ...danger, square: 'd4', piece: rook.piece, forNothing: true },
        { ...danger, square: 'f4', piece: placed('f4', 'red', 'pawn').piece, forNothing: false },
      ],
    });
    const label = (square: string) => node(square)?.getAttribute('aria-label');
    expect(label('d4')).toBe('d4, Rook, red, counts 1, in danger from Yellow');
    expect(label('a8')).toBe('a8, King, blue, moves at random, in check');
    expect(label('f4')).toBe('f4, Pawn, red');
    expect(label('e4')).toBe('e4, Queen, red, out');
    props.dangers = [];
    flushSync();
    expect(label('d4')).toBe('d4, Rook, red, counts 1');
  });
});

describe('drawing by keys', () => {
  const drawn = () =>
    [...document.querySelectorAll('[data-note], [data-arrow]')].map((one) =>
      one instanceof SVGElement ? (one.dataset.note ?? one.dataset.arrow) : null,
    );

  it('marks the square, and draws from one square to another', async () => {
    await show();
    press('d2', 'm');
    expect(drawn()).toEqual(['d2']);
    press('d2', 'm');
    expect(drawn()).toEqual([]);
    press('d4', 'a');
    press('d4', 'ArrowUp');
    press('d5', 'ArrowRight');
    press('e5', 'a');
    expect(drawn()).toEqual(['d4e5']);
    press('e5', 'Escape');
    expect(drawn()).toEqual([]);
  });
});
