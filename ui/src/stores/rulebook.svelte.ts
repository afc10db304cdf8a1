/**
 * What the host says about presets under house rules: asked once for each, kept while the page is
 * open.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { Backend } from '../backend/backend';
import type { HouseRule, RulesView, ServerMessage, Variant } from '../protocol';

/** Every preset of the protocol, in the order in which they are offered. */
export const VARIANTS: readonly Variant[] = [
  'solo',
  'teams',
  'vierschach',
  'four-kingdoms',
  'server-ffa',
  'server-teams',
  'server-ffa-2019',
];

/** The rules asked for so far. */
export class Rulebook {
  #backend: Backend;
  #known = new SvelteMap<string, RulesView>();
  /** What was asked and has not been answered, by request. */
  #asked = new Map<number, string>();

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** The rules of a preset under house rules; undefined until the host has answered. */
  get(variant: Variant, house: readonly HouseRule[] = []): RulesView | undefined {
    return this.#known.get(keyOf(variant, house));
  }

  /** Asks for rules that are neither known nor asked for. */
  ask(variant: Variant, house: readonly HouseRule[] = []): void {
    const key = keyOf(variant, house);
    if (this.#known.has(key) || [...this.#asked.values()].includes(key)) return;
    const request = this.#backend.send({ type: 'describe-rules', variant, house: [...house] });
    this.#asked.set(request, key);
  }

  /** Whether a request is ours: nobody asked for it by hand, so its refusal is no news. */
  owns(request: number | null): boolean {
    return request !== null && this.#asked.has(request);
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type === 'rules') {
      const key = this.#asked.get(message.request);
      this.#asked.delete(message.request);
      if (key !== undefined) this.#known.set(key, message.rules);
    } else if (message.type === 'refused' && message.request !== null) {
      this.#asked.delete(message.request);
    } else if (message.type === 'welcome') {
      // A new line: what was under way on the old one is never answered.
      this.#asked.clear();
    }
  }
}

function keyOf(variant: Variant, house: readonly HouseRule[]): string {
  const rules = house.map(({ name, value }) => `${name}=${value}`).sort();
  return [variant, ...rules].join('&');
}
