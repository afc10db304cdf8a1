// What the shell on Android gives the page: shared texts, and the edges beside the board.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { keepEdges, onShared } from '../src/native/shell';
import { App } from '../src/stores/app.svelte';

let waiting: string[];
let kept: [number, number][];

beforeEach(() => {
  location.hash = '';
  waiting = [];
  kept = [];
  window.vierschachShell = {
    takeShared: () => waiting.shift() ?? '',
    keepEdges: (top, bottom) => kept.push([top, bottom]),
  };
});
afterEach(() => delete window.vierschachShell);

describe('a shared text', () => {
  it('is heard at the start and later, each once', () => {
    const heard: string[] = [];
    waiting = ['1. h2-h3'];
    onShared((text) => heard.push(text));
    waiting = ['1. g2-g3'];
    window.dispatchEvent(new Event('vierschach-shared'));
    window.dispatchEvent(new Event('vierschach-shared'));
    expect(heard).toEqual(['1. h2-h3', '1. g2-g3']);
  });

  it('leads to where games are brought in, and is taken there once', () => {
    const app = new App(new FakeBackend());
    app.bringIn('1. h2-h3');
    expect(app.router.screen).toEqual({ name: 'import' });
    expect(app.takeBrought()).toBe('1. h2-h3');
    expect(app.takeBrought()).toBeNull();
  });
});

describe('the edges', () => {
  it("are the board's as long as it is there", () => {
    const board = document.createElement('div');
    keepEdges(board)();
    expect(kept.at(-1)).toEqual([0, 0]);
  });

  it('are left alone where there is no such shell', () => {
    delete window.vierschachShell;
    expect(() => keepEdges(document.createElement('div'))()).not.toThrow();
  });
});
