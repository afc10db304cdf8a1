/**
 * What only the app can do for a page: be a relay itself for the people around it, tell of links
 * that open it, look through the camera.
 */

/** Where a relay on this device is found. */
export interface OwnRelay {
  /** Its addresses for friends, the likeliest one first. */
  readonly urls: readonly string[];
  /** Its address for this device's own line. */
  readonly own: string;
}

/** The app around the page. */
export interface Shell {
  /** Runs a relay on this device, for this network. */
  startHosting(): Promise<OwnRelay>;
  /** Ends it. */
  stopHosting(): Promise<void>;
  /** Hears every link that opens the app. Called once. */
  onLink(hear: (url: string) => void): void;
  /** Whether there is a camera to look for codes with. */
  readonly canScan: boolean;
  /** Looks for a QR picture and gives its text; null: there was none. */
  scan(): Promise<string | null>;
}
