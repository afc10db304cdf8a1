/**
 * What is said in a room: set phrases and squares pointed at, each for a while. Whom this page has
 * muted says nothing here.
 */
import type { MemberId, Phrase, ServerMessage, Square } from '../protocol';

/** How long a phrase can be read, in milliseconds. */
export const SAID_MS = 7000;
/** How long a square is pointed at, in milliseconds. */
export const POINTED_MS = 5000;

/** A phrase of somebody. */
export interface Said {
  readonly id: number;
  readonly from: MemberId;
  readonly phrase: Phrase;
}

/** A square that somebody points at. */
export interface Pointed {
  readonly id: number;
  readonly from: MemberId;
  readonly square: Square;
}

/** What can be heard now. */
export class TalkHeard {
  /** The newest phrase of each who has said something just now. */
  said = $state.raw<readonly Said[]>([]);
  pointed = $state.raw<readonly Pointed[]>([]);
  muted = $state.raw<ReadonlySet<MemberId>>(new Set());

  #count = 0;

  /** Mutes somebody, or hears them again. */
  mute(member: MemberId, muted: boolean): void {
    const next = new Set(this.muted);
    if (muted) next.add(member);
    else next.delete(member);
    this.muted = next;
    this.said = this.said.filter(({ from }) => !next.has(from));
    this.pointed = this.pointed.filter(({ from }) => !next.has(from));
  }

  /** Another room: its people are others. */
  clear(): void {
    this.said = [];
    this.pointed = [];
    this.muted = new Set();
  }

  /** Takes a message of the relay. */
  hear(message: ServerMessage): void {
    if (message.type !== 'said' && message.type !== 'pointed') return;
    const { from } = message;
    if (this.muted.has(from)) return;
    const id = ++this.#count;
    if (message.type === 'said') {
      const others = this.said.filter((one) => one.from !== from);
      this.said = [...others, { id, from, phrase: message.phrase }];
      setTimeout(() => (this.said = this.said.filter((one) => one.id !== id)), SAID_MS);
    } else {
      const others = this.pointed.filter((one) => one.from !== from);
      this.pointed = [...others, { id, from, square: message.square }];
      setTimeout(() => (this.pointed = this.pointed.filter((one) => one.id !== id)), POINTED_MS);
    }
  }
}
