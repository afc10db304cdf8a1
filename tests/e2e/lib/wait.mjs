/** Waiting for a condition, never for a length of time alone. */
import { setTimeout as delay } from 'node:timers/promises';

/** How long anything may take that needs no thinking, in milliseconds. */
export const SOON_MS = 10_000;

/** A value in a line that is not too long to be read. */
function brief(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

/**
 * Asks until the answer is neither null, undefined nor false, and gives that answer.
 * @template T
 * @param {string} what words for the error: what was waited for
 * @param {() => T | Promise<T>} ask
 * @param {{ within?: number, every?: number, state?: () => unknown }} [options] `state` is printed
 *   when time is up
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(what, ask, { within = SOON_MS, every = 20, state } = {}) {
  const end = performance.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) {
      const seen = state ? `; instead: ${brief(await state())}` : '';
      throw new Error(`Waited ${within} ms in vain for ${what}${seen}`);
    }
    await delay(every);
  }
}

/**
 * The promise's answer, or an error when it takes too long.
 * @template T
 * @param {string} what words for the error
 * @param {Promise<T>} promise
 * @param {number} [within] milliseconds
 * @returns {Promise<T>}
 */
export async function soon(what, promise, within = SOON_MS) {
  const over = new AbortController();
  const late = delay(within, undefined, { signal: over.signal }).then(
    () => {
      throw new Error(`Waited ${within} ms in vain for ${what}`);
    },
    () => /** @type {never} */ (undefined),
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    over.abort();
  }
}
