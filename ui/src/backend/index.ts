/**
 * Finds the host of this page, and the device around it.
 */
import type { Backend } from './backend';
import { BrowserDevice, type Device } from './device';
import { RelayBackend } from './relay';
import { TauriBackend, insideApp } from './tauri';
import { TauriDevice } from './tauri-device';

export type { Backend, Link } from './backend';
export type { Device } from './device';

/** The app's shell where there is one, else the relay that served the page. */
export function openBackend(): Backend {
  return insideApp() ? new TauriBackend() : new RelayBackend(location);
}

/** What keeps files and shares. */
export function openDevice(): Device {
  return insideApp() ? new TauriDevice() : new BrowserDevice();
}
