/**
 * The device around the app's web view. Files go through the shell's command `save_file`: the bytes
 * as they are, the name percent-encoded in the header `name`; it answers whether a file was kept.
 */
import { invoke } from '@tauri-apps/api/core';
import { BrowserDevice, type OutFile } from './device';

/** The app's shell around the page. */
export class TauriDevice extends BrowserDevice {
  override readonly mayHaveApp = false;

  override async saveFile({ name, content }: OutFile): Promise<boolean> {
    const bytes = new Uint8Array(await new Blob([content]).arrayBuffer());
    const headers = { name: encodeURIComponent(name) };
    // A shell without the command is one that can't.
    return await invoke<boolean>('save_file', bytes, { headers }).catch(() => false);
  }
}
