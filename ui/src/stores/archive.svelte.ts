/**
 * Everything that is kept as one file, and such a file brought back: line by line, with what has
 * come of it so far. Either can be stopped at any line.
 */
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

/** A host that is asked too fast is asked again after so long, in milliseconds. */
const BREATH_MS = 400;
/** Reasons that are a line's own; others are the host's and end the whole. */
const LINE_FAULTS: readonly string[] = ['bad-archive', 'malformed', 'too-long', 'bad-request'];

/** The archive on its way. */
export class Archive {
  progress = $state.raw<ArchiveProgress | null>(null);

  #requests: Requests;
  #stopped = false;
  #stop: () => void = () => {};

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
    this.#stop();
  }

  /** Asks for everything; the file's text, or null when it was stopped. Fails as requests do. */
  async write(): Promise<string | null> {
    this.#begin();
    const lines: string[] = [];
    try {
      const stream = this.#requests.stream({ type: 'export-all' }, 'archive', (message) => {
        // A file of nothing has no line.
        if (message.parts > 0) lines.push(message.line);
        this.progress = { done: message.part, all: message.parts };
        return message.part >= message.parts;
      });
      const stopped = new Promise<null>((resolve) => {
        this.#stop = () => {
          stream.stop();
          resolve(null);
        };
      });
      const last = await Promise.race([stream.last, stopped]);
      return last === null ? null : `${lines.join('\n')}\n`;
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
    this.#stop = () => {};
    this.progress = { done: 0, all: 0 };
  }

  /** Whether a line brought something new; null: it can't be read. */
  async #bring(line: string): Promise<boolean | null> {
    for (;;) {
      try {
        const answer = await this.#requests.ask({ type: 'import-archive', line }, 'archive-read');
        return answer.added;
      } catch (why) {
        if (!(why instanceof Refusal)) throw why;
        if (LINE_FAULTS.includes(why.code)) return null;
        if (why.code !== 'too-fast') throw why;
        await this.wait(BREATH_MS);
      }
    }
  }
}
