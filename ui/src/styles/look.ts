/**
 * How the page looks by the settings: attributes of the document that the tokens follow.
 */
import type { Settings, Speed, Theme } from '../protocol';

/** A theme that the tokens have. */
export type Worn = Exclude<Theme, 'system'>;

/** What the system asks for. */
export interface Preferred {
  readonly dark: boolean;
  readonly contrast: boolean;
}

/** By how much the times of everything that moves are stretched: `--pace` in the tokens. */
export const PACE: Readonly<Record<Speed, number>> = { slow: 1.8, normal: 1, fast: 0.5, off: 0 };

/** Where the theme is kept for the next start, which wears it before the host has answered. */
const HINT = 'theme';

/** The theme to wear; public/look.js has the same rule. */
export function themeOf(wanted: Theme, preferred: Preferred): Worn {
  if (wanted !== 'system') return wanted;
  if (preferred.contrast) return 'contrast';
  return preferred.dark ? 'dark' : 'light';
}

/** Puts a look on the document. */
export function wear(settings: Settings, theme: Worn): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.shade = settings.board;
  root.dataset.speed = settings.speed;
  const ground = getComputedStyle(root).getPropertyValue('--bg').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}

/** Keeps the wish for the next start. */
export function remember(theme: Theme): void {
  try {
    localStorage.setItem(HINT, theme);
  } catch {
    // A private window may have no storage: the next start flashes, nothing else.
  }
}
