/**
 * A line that opens itself again. A lost one is tried anew, each time after a longer wait, and at
 * once when the page comes back to the front or the network comes back. A quiet one is asked now and
 * then whether the other end is still there: a dead line tells nothing by itself.
 */
import type { ClientMessage, Request, ServerMessage } from '../protocol';
import type { Backend, Link } from './backend';

/** Waits between two tries, in milliseconds; the last one stays. */
const WAITS = [500, 1000, 2000, 4000, 8000, 15000];
/** Each wait is up to so much shorter or longer, lest all pages of a relay come back at once. */
const SPREAD = 0.25;
/** A line that doesn't open in this time is given up. */
const OPEN_WITHIN_MS = 10_000;
/** A move is answered at once. Where nothing is heard for so long after it, the line is dead. */
const ANSWER_WITHIN_MS = 8_000;
/** While somebody looks and nothing is heard for so long, the line is asked whether it is alive. */
const QUIET_MS = 15_000;
/** After so long in the background a line that looks open may be dead: the relay has given it up. */
const TRUSTED_MS = 45_000;

/** What a wire tells. After `closed` it tells nothing more. */
export interface WireEvents {
  readonly opened: () => void;
  readonly heard: (message: ServerMessage) => void;
  readonly closed: () => void;
}

/** One way to a host: it opens once and closes once. */
export interface Wire {
  /** Sends a request; called only between `opened` and `closed`. */
  send(request: Request): void;
  /** Gives it up; it tells `closed`. */
  close(): void;
}

/** Makes a wire, which begins to open. */
export type OpenWire = (events: WireEvents) => Wire;

/** A line that can be put down. */
export interface Line extends Backend {
  /** Gives up the present try, and tries again after a wait: the host can't serve it now. */
  later(): void;
  /** Puts it down for good: no more tries, nothing more is heard. */
  close(): void;
}

/** The line of a page, over one wire after the other. */
export class SteadyLine implements Line {
  #openWire: OpenWire;
  #id = 0;
  #tries = 0;
  #wire: Wire | null = null;
  #open = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Runs while the wire opens, and while a move has no answer. */
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #hear: (message: ServerMessage) => void = () => {};
  #watch: (link: Link, retryAt: number | null) => void = () => {};
  #ended = false;
  #hiddenAt = Infinity;
  /** The question whether the line is alive, until it is answered. */
  #pinged = 0;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #seen = () => {
    if (document.visibilityState === 'hidden') this.#hiddenAt = Date.now();
    else this.#hurry(Date.now() - this.#hiddenAt > TRUSTED_MS);
  };
  #online = () => this.#hurry(true);
  // A socket without a network hangs for minutes; where it was a false alarm the next try mends it.
  #offline = () => {
    if (this.#open) this.later();
  };

  constructor(openWire: OpenWire) {
    this.#openWire = openWire;
    document.addEventListener('visibilitychange', this.#seen);
    window.addEventListener('online', this.#online);
    window.addEventListener('offline', this.#offline);
  }

  send(message: ClientMessage): number {
    const request: Request = { id: ++this.#id, message };
    if (this.#open) {
      this.#wire?.send(request);
      if (message.type === 'play') this.#expect(ANSWER_WITHIN_MS);
    }
    return request.id;
  }

  subscribe(hear: (message: ServerMessage) => void): void {
    this.#hear = hear;
  }

  watch(hear: (link: Link, retryAt: number | null) => void): void {
    this.#watch = hear;
  }

  connect(): void {
    if (this.#wire) return;
    clearTimeout(this.#retry);
    this.#ended = false;
    this.#watch('connecting', null);
    // What an old wire still tells is no news of the new one.
    const mine = (then: () => void) => () => {
      if (this.#wire === wire) then();
    };
    const wire = this.#openWire({
      opened: mine(() => {
        clearTimeout(this.#deadline);
        this.#open = true;
        this.#listen();
        this.#watch('open', null);
      }),
      heard: (message) => mine(() => this.#receive(message))(),
      closed: mine(() => {
        this.#drop();
        if (this.#ended) this.#watch('lost', null);
        else this.#wait();
      }),
    });
    this.#wire = wire;
    this.#expect(OPEN_WITHIN_MS);
  }

  later(): void {
    if (this.#ended || this.#wire === null) return;
    this.#drop()?.close();
    this.#wait();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#seen);
    window.removeEventListener('online', this.#online);
    window.removeEventListener('offline', this.#offline);
    clearTimeout(this.#retry);
    this.#ended = true;
    this.#hear = this.#watch = () => {};
    this.#drop()?.close();
  }

  #drop(): Wire | null {
    const wire = this.#wire;
    this.#wire = null;
    this.#open = false;
    clearTimeout(this.#deadline);
    clearTimeout(this.#quiet);
    return wire;
  }

  /** Something was heard: the next question is due when it has been quiet for a while. */
  #listen(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#ping(), QUIET_MS);
  }

  #ping(): void {
    if (document.visibilityState === 'visible') {
      this.#pinged = this.send({ type: 'ping' });
      this.#expect(ANSWER_WITHIN_MS);
    } else {
      this.#listen();
    }
  }

  /** Gives the wire up unless something is heard of it in time. */
  #expect(withinMs: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.later(), withinMs);
  }

  /** Opens a line that waits for its next try; in doubt, a new one in the place of the old. */
  #hurry(doubtful: boolean): void {
    if (this.#ended) return;
    if (this.#wire === null) {
      if (this.#tries > 0 && document.visibilityState === 'visible') this.connect();
    } else if (doubtful && this.#open) {
      this.#drop()?.close();
      this.connect();
    }
  }

  #receive(message: ServerMessage): void {
    clearTimeout(this.#deadline);
    this.#listen();
    // A refusal is an answer, too: of a host that does not know the question.
    const answers = message.type === 'pong' || message.type === 'refused';
    if (answers && message.request === this.#pinged) return;
    // An open line alone is no success: a host in trouble opens it, only to refuse.
    if (message.type !== 'refused') this.#tries = 0;
    // Another screen plays now: coming back by itself would throw that one out in turn. And a page
    // of another version is another one only after it has been loaded again.
    this.#ended ||=
      message.type === 'replaced' || (message.type === 'refused' && message.code === 'version');
    this.#hear(message);
  }

  #wait(): void {
    const even = WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 15000;
    const wait = even * (1 + SPREAD * (2 * Math.random() - 1));
    this.#tries += 1;
    this.#watch('lost', Date.now() + wait);
    this.#retry = setTimeout(() => this.connect(), wait);
  }
}
