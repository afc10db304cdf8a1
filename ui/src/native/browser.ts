/**
 * The device as a browser gives it.
 */
import type { Strength } from '../sound/cues';
import type { Native } from './native';

/** How long each strength vibrates, in milliseconds: on, off, on. */
const PATTERNS: Readonly<Record<Strength, number[]>> = {
  light: [12],
  medium: [30],
  heavy: [45, 40, 70],
};

/** Vibrates where the browser and the device can. */
export class BrowserNative implements Native {
  get canVibrate(): boolean {
    return 'vibrate' in navigator && window.matchMedia('(pointer: coarse)').matches;
  }

  impact(strength: Strength): void {
    // Before the first gesture browsers refuse, and some shout about it in the console.
    if (this.canVibrate && (navigator.userActivation?.hasBeenActive ?? true)) {
      navigator.vibrate(PATTERNS[strength]);
    }
  }
}
