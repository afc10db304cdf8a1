/**
 * What the app's shell can beside running games: commands `host_start` and `host_stop`, the
 * links that open the app, and on phones the plugin for the camera.
 */
import { Channel, invoke } from '@tauri-apps/api/core';
import { onPhone } from './tauri-native';
import type { OwnRelay, Shell } from './shell';

/** The app's shell. */
export class TauriShell implements Shell {
  readonly canScan = onPhone();

  async startHosting(): Promise<OwnRelay> {
    return await invoke<OwnRelay>('host_start');
  }

  async stopHosting(): Promise<void> {
    await invoke('host_stop');
  }

  onLink(hear: (url: string) => void): void {
    const channel = new Channel<string>();
    channel.onmessage = hear;
    // A shell without the command has no links to tell of.
    invoke('listen_links', { channel }).catch(() => {});
  }

  async scan(): Promise<string | null> {
    try {
      const { camera } = await invoke<{ camera: string }>(
        'plugin:barcode-scanner|request_permissions',
      );
      if (camera !== 'granted') return null;
      const { content } = await invoke<{ content: string }>('plugin:barcode-scanner|scan', {
        formats: ['QR_CODE'],
        windowed: false,
      });
      return content;
    } catch {
      // Closed without a picture, or there is no camera after all.
      return null;
    }
  }
}
