// The position editor: edits of a draft, and what the host is asked about it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { placedIn } from '../src/board/board';
import {
  boardText,
  EMPTY,
  fromStart,
  setCastling,
  setOut,
  setPoints,
  setTurn,
  tapped,
} from '../src/stores/draft';
import { CHECK_AFTER_MS, Editor } from '../src/stores/editor.svelte';
import { Requests } from '../src/stores/requests';
import { settings } from './fixtures';

const QUEEN = { color: 'red', kind: 'queen', promoted: true } as const;
const PAWN = { color: 'blue', kind: 'pawn', promoted: false } as const;

describe('a draft', () => {
  it('has a text that reads as what stands there', () => {
    const text = 'rKh1 rQd9+ bPb7- gNn9+-';
    expect(boardText(placedIn(text))).toBe(text);
  });

  it('takes a piece by a tap, another in its place, and gives it back by the same', () => {
    const one = tapped(EMPTY, 'd4', QUEEN);
    expect(one.board).toBe('rQd4+');
    expect(tapped(one, 'd4', PAWN).board).toBe('bPd4');
    expect(tapped(one, 'd4', QUEEN).board).toBe('');
    expect(tapped(one, 'd4', null).board).toBe('');
    expect(tapped(one, 'e4', null).board).toBe('rQd4+');
  });

  it('greys the army of a player who is out, and what joins it', () => {
    const out = setOut(tapped(EMPTY, 'b7', PAWN), 'blue', true);
    expect(out.board).toBe('bPb7-');
    expect(tapped(out, 'b8', PAWN).board).toBe('bPb7- bPb8-');
    expect(setOut(out, 'blue', false).board).toBe('bPb7');
    expect(out.out).toEqual([false, true, false, false]);
  });

  it('keeps turn, points and castling of each', () => {
    expect(setTurn(EMPTY, 'green').turn).toBe('green');
    expect(setPoints(EMPTY, 'yellow', 12.9).points).toEqual([0, 0, 12, 0]);
    expect(setPoints(EMPTY, 'yellow', NaN).points).toEqual([0, 0, 0, 0]);
    expect(setPoints(EMPTY, 'yellow', -4).points).toEqual([0, 0, 0, 0]);
    expect(setCastling(fromStart(''), 'blue', 1, false).castling[1]).toEqual([true, false]);
  });
});

describe('the editor', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function open() {
    const host = new FakeBackend();
    const requests = new Requests(host);
    requests.hear({
      type: 'welcome',
      protocol: 3,
      version: '0',
      settings,
      games: [],
      levels: [],
      problems: [],
    });
    return { host, requests, editor: new Editor(requests) };
  }

  it('asks the host once the hand rests, and shows what it says', async () => {
    const { host, requests, editor } = open();
    editor.change(tapped(editor.draft, 'd4', QUEEN));
    editor.change(tapped(editor.draft, 'e4', QUEEN));
    expect(host.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(CHECK_AFTER_MS);
    expect(host.sent).toHaveLength(1);
    expect(host.last('check-draft')?.message).toMatchObject({ draft: { board: 'rQd4+ rQe4+' } });
    const problems = [{ type: 'no-king' as const, color: 'red' as const }];
    requests.hear({ type: 'draft-checked', request: 1, fen4: null, problems });
    await vi.advanceTimersByTimeAsync(0);
    expect(editor.problems).toEqual(problems);
    expect(editor.checking).toBe(false);
  });

  it('does not believe an answer about an older draft', async () => {
    const { requests, editor } = open();
    editor.change(tapped(editor.draft, 'd4', QUEEN));
    await vi.advanceTimersByTimeAsync(CHECK_AFTER_MS);
    editor.change(tapped(editor.draft, 'e4', QUEEN));
    await vi.advanceTimersByTimeAsync(CHECK_AFTER_MS);
    requests.hear({ type: 'draft-checked', request: 1, fen4: 'old', problems: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(editor.fen4).toBeNull();
    expect(editor.checking).toBe(true);
    requests.hear({ type: 'draft-checked', request: 2, fen4: 'new', problems: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(editor.fen4).toBe('new');
  });

  it('steps back', () => {
    const { editor } = open();
    expect(editor.canUndo).toBe(false);
    editor.change(tapped(editor.draft, 'd4', QUEEN));
    editor.change(tapped(editor.draft, 'e4', PAWN));
    editor.undo();
    expect(editor.draft.board).toBe('rQd4+');
    editor.undo();
    expect(editor.empty).toBe(true);
    editor.undo();
    expect(editor.canUndo).toBe(false);
    editor.close();
  });

  it('takes the start of the variant, where all may castle', async () => {
    const { requests, editor } = open();
    editor.setRules('teams', []);
    const taken = editor.takeStart();
    const rules = {
      variant: 'teams' as const,
      fields: [],
      board: 'rKh1',
      sides: ['south', 'west', 'north', 'east'] as ['south', 'west', 'north', 'east'],
      teams: true,
      hasPoints: false,
      conflict: [],
    };
    requests.hear({ type: 'rules', request: 1, rules });
    await taken;
    expect(editor.draft).toMatchObject({ board: 'rKh1', castling: fromStart('').castling });
    editor.close();
  });
});
