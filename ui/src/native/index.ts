/**
 * Finds the device under this page.
 */
import { insideApp } from '../backend/tauri';
import { onPhone, TauriNative } from '../backend/tauri-native';
import { BrowserNative } from './browser';
import type { Native } from './native';

export type { Native } from './native';
export { WakeLock } from './wake';

/** The app's shell on phones, else the browser. */
export function openNative(): Native {
  return insideApp() && onPhone() ? new TauriNative() : new BrowserNative();
}
