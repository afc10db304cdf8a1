/**
 * The one seam between the page and whatever runs its games. The app's shell, the relay's socket
 * and the tests' script all look like this.
 */
import type { ClientMessage, ServerMessage } from '../protocol';

/** How it stands with the line to the host. */
export type Link = 'connecting' | 'open' | 'lost';

/** A host that runs games. */
export interface Backend {
  /**
   * Sends a message and gives its number, by which a refusal names it. While the line is not open
   * nothing is sent or kept for later: a gesture is never replayed.
   */
  send(message: ClientMessage): number;
  /** Hears every message of the host. Called once, before `connect`. */
  subscribe(hear: (message: ServerMessage) => void): void;
  /** Hears how it stands with the line. Called once, before `connect`. */
  watch(hear: (link: Link, retryAt: number | null) => void): void;
  /** Opens the line; opens it at once when it waits for its next try. */
  connect(): void;
}
