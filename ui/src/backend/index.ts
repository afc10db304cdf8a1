/**
 * Finds the host of this page.
 */
import type { Backend } from './backend';
import { RelayBackend } from './relay';
import { TauriBackend, insideApp } from './tauri';

export type { Backend, Link } from './backend';

/** The app's shell where there is one, else the relay that served the page. */
export function openBackend(): Backend {
  return insideApp() ? new TauriBackend() : new RelayBackend(location);
}
