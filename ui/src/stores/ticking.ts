/**
 * Seconds that go by on the screen, counted only while somebody looks at them.
 */
import { createSubscriber } from 'svelte/reactivity';

const TICK_MS = 250;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

/** Whole seconds until a moment given in milliseconds since 1970; 0 when it is past. */
export function secondsUntil(at: number): number {
  subscribe();
  return Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
