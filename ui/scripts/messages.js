/**
 * What can be wrong with catalogues of messages. Pure, so that a test can break them.
 */

/** The messages of a catalogue: all keys but the schema's address. */
function keysOf(catalogue) {
  return Object.keys(catalogue).filter((key) => !key.startsWith('$'));
}

/** Texts of a message: one, or one for each variant. */
function textsOf(message) {
  return typeof message === 'string' ? [message] : Object.values(message[0].match);
}

/** Inputs that a message names between braces, in order. */
function inputsOf(message) {
  const names = textsOf(message).flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  );
  const declared =
    typeof message === 'string'
      ? []
      : message[0].declarations.flatMap((line) => /^input (\w+)$/.exec(line)?.[1] ?? []);
  return [...new Set([...names, ...declared])].sort();
}

/** Variants of a message that chooses by a word; null when it doesn't. */
function variantsOf(message) {
  if (typeof message === 'string' || isPlural(message)) return null;
  return Object.keys(message[0].match).sort();
}

function isPlural(message) {
  return (
    typeof message !== 'string' && message[0].declarations.some((line) => line.endsWith(': plural'))
  );
}

/** Forms of the plural that a message has no text for. */
function missingForms(language, message) {
  if (!isPlural(message)) return [];
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return forms.filter(
    (form) => !Object.keys(message[0].match).some((key) => key.endsWith(`=${form}`)),
  );
}

/**
 * All problems of catalogues by language, as sentences.
 *
 * @param {Record<string, Record<string, any>>} catalogues
 * @param {Record<string, string>} comments for translators, by key
 * @returns {string[]}
 */
export function problemsOf(catalogues, comments) {
  const problems = [];
  const all = new Set(Object.values(catalogues).flatMap(keysOf));
  const [base] = Object.keys(catalogues);
  for (const key of all) {
    if (!comments[key]) problems.push(`${key}: no comment for translators`);
    const model = catalogues[base][key];
    for (const [language, catalogue] of Object.entries(catalogues)) {
      const message = catalogue[key];
      if (message === undefined || textsOf(message).some((text) => text.trim() === '')) {
        problems.push(`${language}: ${key} is missing`);
        continue;
      }
      for (const form of missingForms(language, message)) {
        problems.push(`${language}: ${key} has no plural form "${form}"`);
      }
      if (model === undefined) continue;
      if (String(inputsOf(message)) !== String(inputsOf(model))) {
        problems.push(`${language}: ${key} has other inputs than in ${base}`);
      }
      if (String(variantsOf(message)) !== String(variantsOf(model))) {
        problems.push(`${language}: ${key} has other variants than in ${base}`);
      }
    }
  }
  for (const key of Object.keys(comments)) {
    if (!all.has(key)) problems.push(`comments: ${key} is no message`);
  }
  return problems;
}
