// Addresses of screens.
import { describe, expect, it } from 'vitest';
import { fromHash, toHash } from '../src/stores/router.svelte';

describe('addresses', () => {
  it('lead back to their screen', () => {
    for (const screen of [
      { name: 'home' },
      { name: 'games' },
      { name: 'settings' },
      { name: 'game', id: 'a-1' },
    ] as const) {
      expect(fromHash(toHash(screen))).toEqual(screen);
    }
  });

  it('that are none of ours lead home', () => {
    for (const hash of ['', '#/x', '#/game/', '#/game/a b', `#/game/${'a'.repeat(41)}`]) {
      expect(fromHash(hash)).toEqual({ name: 'home' });
    }
  });
});
