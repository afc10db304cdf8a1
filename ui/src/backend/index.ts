/**
 * Finds the host of this page, and the device around it.
 */
import type { Backend } from './backend';
import { BrowserDevice, type Device } from './device';
import { SteadyLine, type Line } from './line';
import { RelayBackend } from './relay';
import { TauriBackend, insideApp } from './tauri';
import { TauriDevice } from './tauri-device';
import type { Shell } from './shell';
import { TauriShell } from './tauri-shell';
import { shellWire } from './tauri-room';

export type { Backend, Link } from './backend';
export type { Device } from './device';
export type { Line } from './line';
export type { Shell } from './shell';

/** The app's shell where there is one, else the relay that served the page. */
export function openBackend(): Backend {
  return insideApp() ? new TauriBackend() : new RelayBackend(location);
}

/** What keeps files and shares. */
export function openDevice(): Device {
  return insideApp() ? new TauriDevice() : new BrowserDevice();
}

/**
 * A line to a room, which opens when it is told to.
 * @param relay the relay's address, as in `https://play.example`; null: the app's own. A browser
 * reaches no other relay than the one that its page came from.
 * @param found hears the address that was meant, where the page does not know it
 */
export function openRoomLine(relay: string | null, found: (address: string) => void): Line {
  return insideApp()
    ? new SteadyLine((events) => shellWire(relay, found, events))
    : new RelayBackend(location, '/room');
}

/** What only the app can; null in a browser. */
export function openShell(): Shell | null {
  return insideApp() ? new TauriShell() : null;
}
