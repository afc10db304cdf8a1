/**
 * What the device can do besides showing a page. The browser and the app's shell on phones look
 * like this.
 */
import type { Strength } from '../sound/cues';

/** The device under the page. */
export interface Native {
  /** Whether anything can be felt. */
  readonly canVibrate: boolean;
  /** A tick in the hand. */
  impact(strength: Strength): void;
}
