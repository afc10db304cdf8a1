/**
 * Leaving a room whose relay could not be told at once: a line of its own comes in by the token, says
 * so, and ends.
 */
import type { Line } from '../backend/line';
import { VERSION, type ServerMessage } from '../protocol';
import type { KeptRoom } from './keptrooms.svelte';

/** After so many lost lines it is left to another time: the relay may be gone for good. */
const MOST_LOSSES = 40;

/** One room that is being left. */
export class Departure {
  #line: Line;

  /**
   * @param line a line to the room's relay, not yet open
   * @param room which room, and the token of whom leaves
   * @param useless whether after this answer the token is of no more use
   * @param ended called at the end, when the line is closed: whether nothing is left to be said
   */
  constructor(
    line: Line,
    { code, token }: KeptRoom,
    useless: (answer: ServerMessage) => boolean,
    ended: (settled: boolean) => void,
  ) {
    this.#line = line;
    let losses = 0;
    const end = (settled: boolean) => {
      line.close();
      ended(settled);
    };
    line.subscribe((message) => {
      // The relay closes the line of whoever has left. A request on a line that is gone may be dropped, so
      // only the next try, with a token that is of no more use, shows that it was done.
      if (message.type === 'room-entered') line.send({ type: 'room', act: { type: 'leave' } });
      else if (useless(message)) end(true);
      else if (message.type === 'refused') line.later();
    });
    line.watch((link) => {
      if (link === 'open') {
        const entrance = { type: 'return', code, token, since: null } as const;
        line.send({ type: 'enter-room', protocol: VERSION, entrance });
      } else if (link === 'lost' && ++losses >= MOST_LOSSES) {
        end(false);
      }
    });
    line.connect();
  }

  /** Puts it off. */
  stop(): void {
    this.#line.close();
  }
}
