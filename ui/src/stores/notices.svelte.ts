/**
 * Refusals, of the host and of the page itself, each shown for a while where the finger is.
 */
import type { ErrorCode, ServerMessage } from '../protocol';

/** How long a notice stays, in milliseconds. */
export const NOTICE_MS = 6000;

/** A refusal to be read. */
export interface Notice {
  readonly id: number;
  readonly code: ErrorCode | 'moved-on';
}

/** Refusals that have a place of their own: the screens of versions and of the other process, the missing game. */
const ELSEWHERE: readonly ErrorCode[] = ['version', 'no-hello', 'no-such-game', 'already-open'];

/** What is being said. */
export class Notices {
  current = $state.raw<Notice | null>(null);

  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type !== 'refused' || ELSEWHERE.includes(message.code)) return;
    this.say(message.code);
  }

  /** Says why something did not happen; `moved-on`: the game has, while a question was open. */
  say(code: Notice['code']): void {
    this.current = { id: ++this.#count, code };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismiss(), NOTICE_MS);
  }

  /** Puts it away. */
  dismiss(): void {
    clearTimeout(this.#timer);
    this.current = null;
  }
}
