/** Screens that are loaded when they are first asked for, kept from then on. */
import type { Component } from 'svelte';

/** Loads a screen's module. */
export type Load<Props extends Record<string, unknown>> = () => Promise<{
  default: Component<Props>;
}>;

const kept = new Map<unknown, unknown>();

/** The screen, if it has come already. */
export function fetched<Props extends Record<string, unknown>>(
  load: Load<Props>,
): Component<Props> | undefined {
  return kept.get(load) as Component<Props> | undefined;
}

/** The screen as soon as it has come. One that failed is asked for anew the next time. */
export async function fetchLater<Props extends Record<string, unknown>>(
  load: Load<Props>,
): Promise<Component<Props>> {
  const { default: screen } = await load();
  kept.set(load, screen);
  return screen;
}
