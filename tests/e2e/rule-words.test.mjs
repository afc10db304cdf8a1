/** Every rule of every preset, and every value that it may take, has words in every language. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './lib/relay.mjs';
import { Stage } from './lib/stage.mjs';

const VARIANTS = [
  'solo',
  'teams',
  'vierschach',
  'four-kingdoms',
  'server-ffa',
  'server-ffa-2019',
  'server-teams',
];

/** The words that a message of a catalogue has, by what chooses them. */
function choices(language, key) {
  const text = readFileSync(join(ROOT, `ui/messages/${language}.json`), 'utf8');
  return Object.keys(JSON.parse(text)[key][0].match).map((one) => one.replace(/^\w+=/, ''));
}

/** Values that are numbers or lists of seats are put into words by a sentence of their own. */
const wordless = (name, value) => /^-?\d+$/.test(value) || name === 'seating';

test('rules and their values have words', { timeout: 30_000 }, async (t) => {
  const stage = await Stage.open(t);
  const client = await stage.client(await stage.device());
  const needed = { rule_name: new Set(), rule_value: new Set() };
  for (const variant of VARIANTS) {
    const request = await client.send({ type: 'describe-rules', variant, house: [] });
    const { rules } = await client.take(
      `the rules of ${variant}`,
      (heard) => heard.type === 'rules' && heard.request === request,
    );
    assert.deepEqual(rules.conflict, [], `${variant} makes a game`);
    assert.ok(rules.fields.length > 10, `${variant} has rules`);
    for (const { name, value, preset, choices: may } of rules.fields) {
      needed.rule_name.add(name);
      for (const one of [value, preset, ...(may.values ?? [])]) {
        if (!wordless(name, one)) needed.rule_value.add(`${name}_${one}`);
      }
    }
  }
  for (const language of ['en', 'de', 'ru']) {
    for (const [key, words] of Object.entries(needed)) {
      const known = choices(language, key);
      const missing = [...words].filter((word) => !known.includes(word));
      assert.deepEqual(missing, [], `${language}: ${key}`);
    }
  }
});
