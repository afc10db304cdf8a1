/**
 * Fails when a language lacks a message, has one too many, names other inputs, or when a plural
 * lacks a form that its language has; and when a message has no comment for translators.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemsOf } from './messages.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../messages');
const read = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

const catalogues = Object.fromEntries(
  ['en', 'de', 'ru'].map((language) => [language, read(language)]),
);
const problems = problemsOf(catalogues, read('comments'));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${Object.keys(catalogues.en).length - 1} messages, complete in 3 languages`);
