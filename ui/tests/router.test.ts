// Addresses of screens, and steps back.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromHash, Router, toHash } from '../src/stores/router.svelte';

describe('addresses', () => {
  it('lead back to their screen', () => {
    for (const screen of [
      { name: 'home' },
      { name: 'games' },
      { name: 'settings' },
      { name: 'new' },
      { name: 'game', id: 'a-1' },
      { name: 'replay', id: 'a-1' },
      { name: 'game-rules', id: 'a-1' },
      { name: 'analysis', id: 'a-1', number: 12 },
      { name: 'rules', variant: 'four-kingdoms' },
      { name: 'editor', from: null },
      { name: 'editor', from: { id: 'a-1', number: 0 } },
      { name: 'bin' },
      { name: 'import' },
      { name: 'statistics' },
    ] as const) {
      expect(fromHash(toHash(screen))).toEqual(screen);
    }
  });

  it('that are none of ours lead home', () => {
    for (const hash of [
      '',
      '#/x',
      '#/game/',
      '#/game/a b',
      `#/game/${'a'.repeat(41)}`,
      '#/analysis/a',
      '#/analysis/a/b',
      '#/editor/a',
      '#/bin/x',
    ]) {
      expect(fromHash(hash)).toEqual({ name: 'home' });
    }
  });
});

describe('steps back', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are taken once, however fast the taps', () => {
    const go = vi.spyOn(history, 'go').mockImplementation(() => {});
    const router = new Router();
    router.go({ name: 'game', id: 'a-1' });
    router.open('menu');
    router.close();
    router.close();
    expect(go.mock.calls).toEqual([[-1]]);
    // The browser answers.
    dispatchEvent(new PopStateEvent('popstate', { state: { sheet: null, depth: 1 } }));
    router.back();
    expect(go.mock.calls).toEqual([[-1], [-1]]);
  });

  it('put down first what is in hand, by the arrow and by the system', () => {
    const go = vi.spyOn(history, 'go').mockImplementation(() => {});
    const push = vi.spyOn(history, 'pushState');
    const router = new Router();
    router.go({ name: 'game', id: 'a-1' });
    let inHand = true;
    const free = router.hold(() => {
      const had = inHand;
      inHand = false;
      return had;
    });
    router.back();
    expect([inHand, go.mock.calls.length]).toEqual([false, 0]);

    inHand = true;
    push.mockClear();
    dispatchEvent(new PopStateEvent('popstate', { state: { sheet: null, depth: 0 } }));
    expect(inHand).toBe(false);
    expect(router.screen).toEqual({ name: 'game', id: 'a-1' });
    expect(push).toHaveBeenCalledTimes(1);

    // A sheet lies over it.
    inHand = true;
    router.open('menu');
    router.close();
    expect([inHand, go.mock.calls.length]).toEqual([true, 1]);
    free();
  });
});
