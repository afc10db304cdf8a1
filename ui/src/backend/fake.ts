/**
 * A host for tests: it keeps what the page sends, and says what the test tells it to say.
 */
import type { ClientMessage, Request, ServerMessage } from '../protocol';
import type { Link } from './backend';
import type { Line } from './line';

/** A host that a script plays. */
export class FakeBackend implements Line {
  /** Everything that was sent, oldest first. */
  readonly sent: Request[] = [];
  /** How often the page asked for the line. */
  connects = 0;
  /** It was put down. */
  closed = false;
  /** How often the page put the try off. */
  delays = 0;
  #id = 0;
  #hear: (message: ServerMessage) => void = () => {};
  #watch: (link: Link, retryAt: number | null) => void = () => {};

  send(message: ClientMessage): number {
    const id = ++this.#id;
    this.sent.push({ id, message });
    return id;
  }

  subscribe(hear: (message: ServerMessage) => void): void {
    this.#hear = hear;
  }

  watch(hear: (link: Link, retryAt: number | null) => void): void {
    this.#watch = hear;
  }

  connect(): void {
    this.connects += 1;
    this.#watch('open', null);
  }

  later(): void {
    this.delays += 1;
    this.lose(Date.now() + 500);
  }

  close(): void {
    this.closed = true;
  }

  /** The host says something. */
  say(message: ServerMessage): void {
    this.#hear(message);
  }

  /** The line breaks. */
  lose(retryAt: number | null = null): void {
    this.#watch('lost', retryAt);
  }

  /** The newest request of a kind. */
  last<T extends ClientMessage['type']>(type: T): Request | undefined {
    return this.sent.findLast((request) => request.message.type === type);
  }
}
