/**
 * The device as the app's shell gives it on phones: the haptics plugin.
 */
import { invoke } from '@tauri-apps/api/core';
import type { Strength } from '../sound/cues';
import type { Native } from '../native/native';

/** Whether the app runs on a phone, where the shell has the plugin. */
export function onPhone(agent = navigator.userAgent): boolean {
  return /Android|iPhone|iPad/.test(agent);
}

/** Ticks by the phone's own haptic engine. */
export class TauriNative implements Native {
  readonly canVibrate = true;

  impact(strength: Strength): void {
    // A phone without an engine refuses: nothing is lost.
    invoke('plugin:haptics|impact_feedback', { style: strength }).catch(() => {});
  }
}
