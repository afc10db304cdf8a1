/**
 * The language of the screens: what the settings say, else what the system prefers. Every message
 * read in a template follows it at once.
 */
import type { Language } from '../protocol';
import { overwriteGetLocale } from './generated/runtime.js';

const LANGUAGES: readonly Language[] = ['de', 'en', 'ru'];

/** The first of the system's languages that we speak; English when there is none. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((known) => tag.toLowerCase().split('-')[0] === known);
    if (language) return language;
  }
  return 'en';
}

let chosen = $state<Language | null>(null);
const locale = $derived(chosen ?? preferred(navigator.languages));

overwriteGetLocale(() => locale);

/** The language now. */
export function language(): Language {
  return locale;
}

/** Chooses a language; null: the system's. */
export function chooseLanguage(wanted: Language | null): void {
  chosen = wanted;
}
