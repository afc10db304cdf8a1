// Texts of other games that people take for ours.
import { expect, it } from 'vitest';
import { isTwoPlayerFen } from '../src/stores/foreign';

it('a position of chess for two is known by its eight rows', () => {
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  expect(isTwoPlayerFen(start)).toBe(true);
  expect(isTwoPlayerFen(`position fen ${start}`)).toBe(true);
  expect(isTwoPlayerFen(`[FEN "${start}"]`)).toBe(true);
});

it('nothing else is', () => {
  const four = 'R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-x,x,x,yR,yN,yB,yK,yQ,yB,yN,yR,x,x,x/14/14';
  for (const text of ['', four, '1. e4 e5 2. Nf3', '8/8/8/8/8/8/8 w', 'a/b/c/d/e/f/g/h w']) {
    expect(isTwoPlayerFen(text), text).toBe(false);
  }
});
