/**
 * The line to the host: whether it is open, what the host is, what it could not read.
 */
import { VERSION, type ServerMessage, type StoreProblem } from '../protocol';
import type { Backend, Link } from '../backend/backend';

/** A line as the screens of a game see it: to the host of the device's own games, or to a room. */
export interface LineState {
  /** How it stands with the line. */
  readonly link: Link;
  /** When the next try is, in milliseconds since 1970; null: none is planned. */
  readonly retryAt: number | null;
  /** The other end has answered on this line. */
  readonly ready: boolean;
  /** Another tab, window or device took over. */
  readonly replaced: boolean;
  /** Opens the line, or tries again now. */
  connect(): void;
}

/** The line to the host as a screen sees it. */
export class Connection implements LineState {
  /** How it stands with the line. */
  link = $state<Link>('connecting');
  /** When the next try is, in milliseconds since 1970; null: none is planned. */
  retryAt = $state<number | null>(null);
  /** The host has answered our hello on this line. */
  ready = $state(false);
  /** The host has answered at least once since the page was opened. */
  known = $state(false);
  /** Host and page speak different versions. */
  mismatch = $state(false);
  /** Another process of the app has the games. */
  elsewhere = $state(false);
  /** Another tab or window took over. */
  replaced = $state(false);
  /** Levels that CPUs have here, weakest first. */
  levels = $state.raw<readonly number[]>([]);
  /** What the host could not read when it started. */
  problems = $state.raw<readonly StoreProblem[]>([]);

  #backend: Backend;

  /** @param lost called whenever the line is no longer open. */
  constructor(backend: Backend, lost: () => void) {
    this.#backend = backend;
    backend.watch((link, retryAt) => {
      this.link = link;
      this.retryAt = retryAt;
      this.ready = false;
      if (link === 'open') backend.send({ type: 'hello', protocol: VERSION });
      else lost();
    });
  }

  /** Opens the line, or tries again now. */
  connect(): void {
    this.replaced = false;
    this.mismatch = false;
    this.elsewhere = false;
    this.#backend.connect();
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.ready = true;
      this.known = true;
      this.mismatch = message.protocol !== VERSION;
      this.levels = message.levels;
      this.problems = message.problems;
    } else if (message.type === 'refused' && message.code === 'version') {
      this.mismatch = true;
    } else if (message.type === 'refused' && message.code === 'already-open') {
      this.elsewhere = true;
    } else if (message.type === 'replaced') {
      this.replaced = true;
      this.ready = false;
    }
  }

  /** Puts a notice about something unreadable away. */
  dismiss(problem: StoreProblem): void {
    this.problems = this.problems.filter((other) => other !== problem);
  }
}
