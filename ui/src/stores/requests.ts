/**
 * Questions to the host that one screen asks and nobody else needs the answer of. Each is found
 * again by its number; a refusal is told to who asked, in the place where it was asked.
 */
import type { Backend } from '../backend/backend';
import type { ClientMessage, ErrorCode, ServerMessage } from '../protocol';

/** Why there is no answer: the host's reason, or that there is no line to it. */
export type Refused = ErrorCode | 'offline';

/** The host refused, or could not be reached. */
export class Refusal extends Error {
  readonly code: Refused;
  /** What the host says about it: numbers and names. */
  readonly params: Readonly<Record<string, string | undefined>>;

  constructor(code: Refused, params: Readonly<Record<string, string | undefined>> = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
  }
}

/** The type of a message. */
type Kind = ServerMessage['type'];
/** A message of a type. */
type Answer<K extends Kind> = Extract<ServerMessage, { type: K }>;

/** Who waits for an answer. */
interface Waiting {
  /** Takes a message; whether it was the last. */
  readonly take: (message: ServerMessage) => boolean;
  readonly fail: (why: Refusal) => void;
}

/** The questions that are not answered yet. */
export class Requests {
  #backend: Backend;
  #waiting = new Map<number, Waiting>();
  #online = false;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Asks, and gives the answer. Fails with a {@link Refusal}. */
  ask<K extends Kind>(message: ClientMessage, kind: K): Promise<Answer<K>> {
    return this.stream(message, kind, () => true).last;
  }

  /**
   * Asks for many answers. `hear` takes each and says whether it was the last. `stop` ends the
   * listening alone: what the host is to do then, it must be told.
   */
  stream<K extends Kind>(
    message: ClientMessage,
    kind: K,
    hear: (answer: Answer<K>) => boolean,
  ): { readonly last: Promise<Answer<K>>; readonly stop: () => void } {
    if (!this.#online) return { last: Promise.reject(new Refusal('offline')), stop: () => {} };
    const id = this.#backend.send(message);
    const last = new Promise<Answer<K>>((resolve, reject) => {
      this.#waiting.set(id, {
        take: (answer) => {
          if (answer.type !== kind) return false;
          const done = hear(answer as Answer<K>);
          if (done) resolve(answer as Answer<K>);
          return done;
        },
        fail: reject,
      });
    });
    return { last, stop: () => this.#waiting.delete(id) };
  }

  /** Takes a message of the host; whether it refused a question, so that nobody else need say so. */
  hear(message: ServerMessage): boolean {
    if (message.type === 'welcome' || message.type === 'room-entered') this.#online = true;
    if (!('request' in message) || message.request === null) return false;
    const waiting = this.#waiting.get(message.request);
    if (!waiting) return false;
    if (message.type === 'refused') {
      this.#waiting.delete(message.request);
      waiting.fail(new Refusal(message.code, message.params));
      return true;
    }
    if (waiting.take(message)) this.#waiting.delete(message.request);
    return false;
  }

  /** The line broke: what was asked will not be answered. */
  interrupt(): void {
    this.#online = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of waiting) fail(new Refusal('offline'));
  }
}
