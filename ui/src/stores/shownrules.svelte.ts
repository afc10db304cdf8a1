/**
 * The rules of a game that is being set up, as they are shown while the host is still asked.
 */
import { untrack } from 'svelte';
import type { NewGame, RulesView } from '../protocol';
import type { LineState } from './connection.svelte';
import { agreed } from './newgame';
import { VARIANTS, type Rulebook } from './rulebook.svelte';

/** The terms that decide about rules. */
type Terms = Pick<NewGame, 'variant' | 'house'>;

/** What is shown of them. */
export interface ShownRules {
  /** undefined until the host has said anything about the variant. */
  readonly current: RulesView | undefined;
}

/**
 * Asks for the rules of terms that change, while a component lives. What was chosen shows at once.
 * What follows from it (choices, conflicts) is what the host said last about this variant, until it
 * has answered for the new choice.
 */
export function shownRules(
  rulebook: Rulebook,
  line: Pick<LineState, 'ready'>,
  terms: () => Terms,
): ShownRules {
  const rules = $derived(rulebook.get(terms().variant, terms().house));
  let answered = $state.raw(untrack(() => rules && { variant: terms().variant, rules }));
  const told = $derived(
    rules ??
      (answered?.variant === terms().variant ? answered.rules : undefined) ??
      rulebook.get(terms().variant),
  );
  const shown = $derived(told && { ...told, fields: agreed(told.fields, terms().house) });

  $effect(() => {
    if (!line.ready) return;
    const { variant, house } = terms();
    untrack(() => {
      for (const one of VARIANTS) rulebook.ask(one);
      rulebook.ask(variant, house);
    });
  });
  $effect(() => {
    if (rules) answered = { variant: terms().variant, rules };
  });

  return {
    get current() {
      return shown;
    },
  };
}
