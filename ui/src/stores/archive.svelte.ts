/**
 * Everything that is kept as one file, and such a file brought back: line by line, with what has
 * come of it so far. Either can be stopped at any line.
 */
import type { ClientMessage, GameId, ServerMessage } from '../protocol';
import { Refusal, type Requests } from './requests';

/** How far it has come. */
export interface ArchiveProgress {
  readonly done: number;
  /** 0: not known yet. */
  readonly all: number;
}

/** What became of a file. */
export interface ArchiveOutcome {
  /** Lines that brought something new. */
  readonly added: number;
  /** Lines of games that were here already. */
  readonly known: number;
  /** Numbers of lines that can't be read. */
  readonly damaged: readonly number[];
  /** It was stopped before its end. */
  readonly stopped: boolean;
}

/** Everything as one file. */
export interface WrittenArchive {
  /** What goes into the file. */
  readonly text: string;
  /** How many games can't be read and are left out. */
  readonly unreadable: number;
}

type Archived = Extract<ServerMessage, { type: 'archive' }>;

/** A host that is asked too fast is asked again after so long, in milliseconds. */
const BREATH_MS = 400;
/** Reasons that are a line's own; others are the host's and end the whole. */
const LINE_FAULTS: readonly string[] = ['bad-archive', 'malformed', 'too-long', 'bad-request'];

/** The archive on its way. */
export class Archive {
  progress = $state.raw<ArchiveProgress | null>(null);

  #requests: Requests;
  #stopped = false;

  /** @param wait waits for so many milliseconds. */
  constructor(
    requests: Requests,
    private readonly wait: (ms: number) => Promise<void> = (ms) =>
      new Promise((resolve) => setTimeout(resolve, ms)),
  ) {
    this.#requests = requests;
  }

  /** Ends what is under way. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * Asks for everything, part by part; the file's text, or null when it was stopped. Fails as
   * requests do.
   */
  async write(): Promise<WrittenArchive | null> {
    this.#begin();
    const lines: string[] = [];
    let unreadable = 0;
    try {
      for (let after: GameId | null = null; ;) {
        const part: Archived = await this.#ask({ type: 'export-all', after }, 'archive');
        if (this.#stopped) return null;
        if (part.line === null) unreadable += 1;
        else lines.push(part.line);
        this.progress = { done: part.part, all: part.parts };
        if (part.game === null) return { text: `${lines.join('\n')}\n`, unreadable };
        after = part.game;
      }
    } finally {
      this.progress = null;
    }
  }

  /** Brings a file back. Fails when the host does; lines brought so far stay. */
  async read(text: string): Promise<ArchiveOutcome> {
    this.#begin();
    const lines = text.split(/\r?\n/).map((line, n) => ({ line: line.trim(), number: n + 1 }));
    const full = lines.filter(({ line }) => line !== '');
    const damaged: number[] = [];
    let added = 0;
    let known = 0;
    try {
      for (const [done, { line, number }] of full.entries()) {
        if (this.#stopped) return { added, known, damaged, stopped: true };
        this.progress = { done, all: full.length };
        const brought = await this.#bring(line);
        if (brought === null) damaged.push(number);
        else if (brought) added += 1;
        else known += 1;
      }
      return { added, known, damaged, stopped: false };
    } finally {
      this.progress = null;
    }
  }

  #begin(): void {
    this.#stopped = false;
    this.progress = { done: 0, all: 0 };
  }

  /** Whether a line brought something new; null: it can't be read. */
  async #bring(line: string): Promise<boolean | null> {
    try {
      return (await this.#ask({ type: 'import-archive', line }, 'archive-read')).added;
    } catch (why) {
      if (why instanceof Refusal && LINE_FAULTS.includes(why.code)) return null;
      throw why;
    }
  }

  /** Asks, and asks again when that was too fast. */
  async #ask<K extends ServerMessage['type']>(
    message: ClientMessage,
    kind: K,
  ): Promise<Extract<ServerMessage, { type: K }>> {
    for (;;) {
      try {
        return await this.#requests.ask(message, kind);
      } catch (why) {
        if (!(why instanceof Refusal) || why.code !== 'too-fast') throw why;
        await this.wait(BREATH_MS);
      }
    }
  }
}
