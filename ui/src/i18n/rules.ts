/**
 * The words of rules: a field's name, a value, and what two of them have against each other. The
 * host says which fields there are; nothing here knows what they do.
 */
import type { RuleField } from '../protocol';
import { m } from './generated/messages.js';

/** What of a field has words. */
type Named = Pick<RuleField, 'name' | 'value'>;

/** A message chosen by a word that comes from the host; the word itself where there is none. */
function chosen(message: string, key: string, word: string): string {
  return message === key ? word : message;
}

/** "Stalemate", "Giving checkmate". */
export function ruleName(name: string): string {
  return chosen(m.rule_name({ name: name as never }), 'rule_name', name);
}

/** "the game is drawn", "rank 8", "200 moves", "5". */
export function ruleValue({ name, value }: Named): string {
  const number = /^-?\d+$/.test(value) ? Number(value) : null;
  if (name === 'promotion.rank' && number !== null) return m.rule_rank({ rank: value });
  if (name === 'move_limit' && number !== null) return m.rule_moves({ count: number });
  if (name === 'seating') return seatingWords(value);
  if (number !== null) return value;
  return chosen(m.rule_value({ value: `${name}_${value}` as never }), 'rule_value', value);
}

/** Colours in the order in which they sit, clockwise, from the sides of Red, Blue, Yellow, Green. */
function seatingWords(sides: string): string {
  const clockwise = ['south', 'west', 'north', 'east'];
  const colors = ['red', 'blue', 'yellow', 'green'] as const;
  const at = sides.split(', ').map((side) => clockwise.indexOf(side));
  return colors
    .map((color, n) => ({ color, place: ((at[n] ?? 0) - (at[0] ?? 0) + 4) % 4 }))
    .sort((a, b) => a.place - b.place)
    .map(({ color }) => m.color({ color }))
    .join(' – ');
}

/** The fields that are not as in the preset, in the rules' order. */
export function differences(fields: readonly RuleField[]): RuleField[] {
  return fields.filter(({ value, preset }) => value !== preset);
}

/** "These don't go together: …"; empty when the rules make a game. */
export function conflictOf(names: readonly string[]): string {
  if (names.length === 0) return '';
  return m.rules_conflict({ names: names.map(ruleName).join(' · ') });
}

/** One or two sentences on a rule with this value; null where its name says enough. */
export function ruleText({ name, value }: Named): string | null {
  for (const topic of [`${name}.${value}`, name]) {
    const text = m.rule_text({ topic });
    if (text !== topic) return text;
  }
  return null;
}

/** "Move limit: 200 moves instead of none". */
export function ruleInstead({ name, value, preset }: RuleField): string {
  return m.rule_instead({
    name: ruleName(name),
    value: ruleValue({ name, value }),
    preset: ruleValue({ name, value: preset }),
  });
}
