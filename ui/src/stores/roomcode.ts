/**
 * Codes of rooms and the links that carry them: pure readers and writers.
 */
import { CODE_LENGTH, CODE_SYMBOLS, type GameId, type RoomCode } from '../protocol';

/** Where a room is and what opens it. */
export interface Invitation {
  /** The relay's address, as in `https://play.example`; null: the page's or the app's own. */
  readonly relay: string | null;
  readonly code: RoomCode;
  /** The link's secret; null: only the code is known. */
  readonly secret: string | null;
}

/** Whether a text is a whole code. */
export function isCode(text: string): boolean {
  return text.length === CODE_LENGTH && [...text].every((symbol) => CODE_SYMBOLS.includes(symbol));
}

/** "BCD-FGH": as people read it to each other. */
export function shownCode(code: RoomCode): string {
  const middle = CODE_LENGTH / 2;
  return `${code.slice(0, middle)}-${code.slice(middle)}`;
}

/** The code in what somebody typed or pasted: case, blanks and dashes don't matter. */
export function codeIn(text: string): RoomCode | null {
  const bare = text.toUpperCase().replace(/[\s–—-]/g, '');
  return isCode(bare) ? bare : null;
}

/** The address of a link's host: plain http for devices of one's own network, which have no names. */
function originOf(host: string): string {
  const name = host.replace(/:\d+$/, '');
  const local = /^\d+(\.\d+){3}$/.test(name) || name.startsWith('[') || name === 'localhost';
  return `${local ? 'http' : 'https'}://${host}`;
}

/** A relay's address as somebody typed it: scheme and host alone; null: it is none. */
export function relayAddress(text: string): string | null {
  const typed = text.trim();
  try {
    const url = new URL(/^[a-z]+:\/\//i.test(typed) ? typed : originOf(typed));
    const known = /^https?:$/.test(url.protocol) && url.username === '' && url.host !== '';
    return known ? url.origin : null;
  } catch {
    return null;
  }
}

/** What stands behind the `#` of a link: `room=CODE.SECRET`; in the app's own addresses `@RELAY` too. */
const FRAGMENT = /^#?room=([^.@]+)(?:\.([\w-]{1,100}))?(?:@(https?:\/\/[^/\s]+))?$/;

/** A fragment as it was before a messenger wrote its signs as numbers. */
function plain(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** The invitation in an address's fragment. Where only the code is whole, that is what it says. */
export function fragmentIn(hash: string): Invitation | null {
  const text = plain(hash);
  const [, word, secret = null, relay = null] = FRAGMENT.exec(text) ?? [];
  const code = codeIn(word ?? /^#?room=([^.@]+)[.@]/.exec(text)?.[1] ?? '');
  return code === null ? null : { relay, code, secret };
}

/** Whether an address's fragment, or a text, was meant to lead into a room. */
export function meansRoom(text: string): boolean {
  return /#room(?:$|[=%/])/i.test(text);
}

/** The fragment of an invitation. */
export function toFragment({ relay, code, secret }: Invitation): string {
  const opened = secret === null ? '' : `.${secret}`;
  return `#room=${code}${opened}${relay === null ? '' : `@${relay}`}`;
}

/** The invitation in a code, or in a link of a browser's or of the app's own kind. */
export function invitationIn(text: string): Invitation | null {
  const code = codeIn(text);
  if (code !== null) return { relay: null, code, secret: null };
  const [, scheme, host] = /(https?|vierschach):\/\/([^/#?\s]+)/i.exec(text) ?? [];
  const [fragment] = /#room(?:=|%3D)[\w.%-]+/i.exec(text) ?? [];
  const found = fragment === undefined ? null : fragmentIn(fragment);
  if (!found || host === undefined) return null;
  const relay = scheme?.startsWith('http') ? `${scheme}://${host}` : originOf(host);
  return { ...found, relay };
}

/** A link to a room, for people. */
export function linkTo(origin: string, code: RoomCode, secret: string): string {
  return `${origin.replace(/\/+$/, '')}/${toFragment({ relay: null, code, secret })}`;
}

/** The same link for the app where it is installed. */
export function appLinkTo(origin: string, code: RoomCode, secret: string): string {
  return linkTo(origin.replace(/^https?:/, 'vierschach:'), code, secret);
}

/** The room that a game is played in, by the game's id; null: it is a game of this device. */
export function roomOfGame(id: GameId): RoomCode | null {
  const [code = '', number = '', ...more] = id.split('-');
  return more.length === 0 && isCode(code) && /^\d+$/.test(number) ? code : null;
}
