/**
 * Short notices above everything, one at a time: refusals, of the host and of the page itself, and what
 * people in a room hear of each other.
 */
import type { ErrorCode, ServerMessage } from '../protocol';
import { GRAVITY, type Tiding } from './tidings';

/** How long a notice stays, in milliseconds. */
export const NOTICE_MS = 6000;
/** How long a tiding stays: it asks for nothing. */
export const TIDING_MS = 4000;
/** So many tidings wait for their turn; of more the least important are not told. */
const MOST_WAITING = 3;
/** What comes and goes with people's lines is not told again so soon. */
const REPEAT_MS = 20_000;
const FLEETING: readonly Tiding['type'][] = ['came', 'lost', 'back', 'stand-in', 'relieved'];

/**
 * What the page itself has to say. `moved-on`: the game has, while a question was open;
 * `leave-later`: a relay that can't be reached is told later that one has left; `restored`: a game is
 * back from the bin.
 */
export type Word = 'moved-on' | 'leave-later' | 'restored';

/** Something to be read. */
export interface Notice {
  readonly id: number;
  readonly code: ErrorCode | Word | 'tiding';
  /** What is told, with the code `tiding`. */
  readonly tiding: Tiding | null;
}

/** Refusals that have a place of their own: the screens of versions and of the other process, the missing game. */
const ELSEWHERE: readonly ErrorCode[] = ['version', 'no-hello', 'no-such-game', 'already-open'];

/** What of somebody is told, for the question whether it was told before. */
const keyOf = ({ type, name }: Tiding): string => `${type} ${name ?? ''}`;

/** What is being said. */
export class Notices {
  current = $state.raw<Notice | null>(null);

  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: Tiding[] = [];
  /** When something was told last, in milliseconds since 1970. */
  #told = new Map<string, number>();

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type !== 'refused' || ELSEWHERE.includes(message.code)) return;
    this.say(message.code);
  }

  /** Says why something did not happen, or what will; now. */
  say(code: ErrorCode | Word): void {
    this.#show({ id: ++this.#count, code, tiding: null }, NOTICE_MS);
  }

  /** Tells what is new in a room, each thing when nothing else is being said. */
  tell(tidings: readonly Tiding[]): void {
    for (const tiding of tidings) {
      // Who is back before anybody has read that they were gone was not gone.
      const lost = this.#waiting.findIndex(
        ({ type, name }) => type === 'lost' && name === tiding.name,
      );
      if (tiding.type === 'back' && lost >= 0) this.#waiting.splice(lost, 1);
      else if (this.#isNew(tiding)) this.#waiting.push(tiding);
      if (this.#waiting.length > MOST_WAITING) this.#dropOne();
    }
    if (this.current === null) this.#next();
  }

  /** Puts it away; the next one follows. */
  dismiss(): void {
    clearTimeout(this.#timer);
    this.current = null;
    this.#next();
  }

  /** Tells nothing more of the room that one was in. */
  forgetTidings(): void {
    this.#waiting = [];
    this.#told.clear();
    if (this.current?.tiding) this.dismiss();
  }

  #dropOne(): void {
    const gravity = this.#waiting.map(({ type }) => GRAVITY.indexOf(type));
    this.#waiting.splice(gravity.lastIndexOf(Math.max(...gravity)), 1);
  }

  #isNew(tiding: Tiding): boolean {
    if (!FLEETING.includes(tiding.type)) return true;
    const key = keyOf(tiding);
    if (this.#waiting.some((one) => keyOf(one) === key)) return false;
    return Date.now() - (this.#told.get(key) ?? -Infinity) >= REPEAT_MS;
  }

  #next(): void {
    const tiding = this.#waiting.shift();
    if (!tiding) return;
    this.#told.set(keyOf(tiding), Date.now());
    this.#show({ id: ++this.#count, code: 'tiding', tiding }, TIDING_MS);
  }

  #show(notice: Notice, forMs: number): void {
    this.current = notice;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismiss(), forMs);
  }
}
