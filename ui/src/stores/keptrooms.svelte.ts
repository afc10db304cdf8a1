/**
 * The rooms that this device can come back to, in the page's own storage. The token in it is what
 * brings one back into one's seat; it goes nowhere but to the relay that gave it.
 */
import { ROOM_DAYS, type RoomCode } from '../protocol';
import { isCode } from './roomcode';

const KEY = 'vierschach-rooms';
/** No list grows for ever. */
const MOST = 20;
const DAY_MS = 86_400_000;

/** A room to come back to. */
export interface KeptRoom {
  /** The relay's address; null: the page's or the app's own. */
  readonly relay: string | null;
  readonly code: RoomCode;
  readonly token: string;
  /** The name that one had there. */
  readonly name: string;
  /** When one was last in it, in milliseconds since 1970. */
  readonly at: number;
  /** One has left it, but its relay does not know it yet. */
  readonly leaving?: boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** A stored entry, if it is one: anything may stand in a storage. */
function readEntry(value: unknown): KeptRoom | null {
  if (typeof value !== 'object' || value === null) return null;
  const { relay = null, code, token, name, at, leaving } = value as Record<string, unknown>;
  if (!isText(code) || !isCode(code) || !isText(token) || !isText(name)) return null;
  if (typeof at !== 'number' || !(relay === null || isText(relay))) return null;
  const room = { relay, code, token, name, at };
  return leaving === true ? { ...room, leaving } : room;
}

/** The entries of a storage's text that a relay still keeps, newest first. */
export function readKept(text: string | null, now: number): KeptRoom[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored
    .flatMap((value: unknown) => readEntry(value) ?? [])
    .filter(({ at }) => now - at < ROOM_DAYS * DAY_MS)
    .toSorted((one, other) => other.at - one.at);
}

/** The list, as it is stored. */
export class KeptRooms {
  #all = $state.raw<readonly KeptRoom[]>([]);
  /** Those to come back to, newest first. */
  readonly list = $derived(this.#all.filter(({ leaving }) => !leaving));
  /** Those whose relay is still to be told that one has left. */
  readonly leaving = $derived(this.#all.filter(({ leaving }) => leaving));

  constructor() {
    this.#all = this.#read();
  }

  /** The entry of a room. */
  find(code: RoomCode): KeptRoom | null {
    return this.list.find((one) => one.code === code) ?? null;
  }

  /** Keeps a room, as the newest. */
  keep(room: KeptRoom): void {
    // Another tab may have written meanwhile.
    const others = this.#read().filter(({ code }) => code !== room.code);
    this.#write([room, ...others].slice(0, MOST));
  }

  /** Offers no way back into a room any more, but keeps its token until the relay knows. */
  leave(code: RoomCode): void {
    this.#write(this.#read().map((one) => (one.code === code ? { ...one, leaving: true } : one)));
  }

  /** Forgets a room: one has left it, or it is gone. */
  forget(code: RoomCode): void {
    this.#write(this.#read().filter((one) => one.code !== code));
  }

  #read(): KeptRoom[] {
    try {
      return readKept(localStorage.getItem(KEY), Date.now());
    } catch {
      // A browser may refuse storage: then there is no way back after the page is closed.
      return [...this.#all];
    }
  }

  #write(list: readonly KeptRoom[]): void {
    this.#all = list;
    try {
      localStorage.setItem(KEY, JSON.stringify(list));
    } catch {
      // As above: the list lives as long as the page.
    }
  }
}
