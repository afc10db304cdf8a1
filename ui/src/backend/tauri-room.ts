/**
 * A room's line as the app's shell holds it: three commands, and a channel on which it tells how the
 * line stands and what the relay says.
 */
import { Channel, invoke, type InvokeArgs } from '@tauri-apps/api/core';
import type { ErrorCode, ServerMessage } from '../protocol';
import type { Wire, WireEvents } from './line';

/** What the shell tells of a line. */
type LineEvent =
  | { readonly type: 'open' }
  | { readonly type: 'closed' }
  | { readonly type: 'message'; readonly text: string };

/** The command before. */
let before: Promise<unknown> = Promise.resolve();

/** Gives the shell a command after all that it was given before: what is sent goes before the end. */
function inTurn<T>(command: string, args?: InvokeArgs): Promise<T> {
  const mine = before.then(() => invoke<T>(command, args));
  before = mine.catch(() => {});
  return mine;
}

/**
 * Opens a room's line through the shell.
 * @param relay the relay's address, as in `https://play.example`; null: the app's own
 * @param found hears the address that was meant
 */
export function shellWire(
  relay: string | null,
  found: (address: string) => void,
  { opened, heard, closed }: WireEvents,
): Wire {
  const channel = new Channel<LineEvent>();
  channel.onmessage = (event) => {
    if (event.type === 'open') opened();
    else if (event.type === 'closed') closed();
    else heard(JSON.parse(event.text) as ServerMessage);
  };
  inTurn<string>('room_connect', { relay, channel }).then(found, (why) => {
    const code: ErrorCode = why === 'no-relay' ? why : 'internal';
    heard({ type: 'refused', request: null, game: null, code, params: {} });
    closed();
  });
  return {
    send(request) {
      // A busy line takes the next request; one that is gone tells so itself.
      inTurn('room_send', { request }).catch((why) => {
        const code: ErrorCode = why === 'too-fast' ? why : 'internal';
        if (code === 'too-fast') {
          heard({ type: 'refused', request: request.id, game: null, code, params: {} });
        } else closed();
      });
    },
    close() {
      inTurn('room_close').catch(() => {});
      closed();
    },
  };
}
