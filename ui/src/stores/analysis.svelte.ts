/**
 * What the CPU thinks of a position, better with every message until it is done. A screen has one
 * analysis at a time, so a new one ends the old.
 */
import type { Backend } from '../backend/backend';
import type { AnalysisLine, Danger, GameId } from '../protocol';
import { Patience } from './patience.svelte';
import type { Requests } from './requests';

/** How it stands with an analysis. */
export type AnalysisState = 'idle' | 'running' | 'done' | 'stopped' | 'failed';

/** The analysis on the screen. */
export class Analysis {
  state = $state<AnalysisState>('idle');
  lines = $state.raw<readonly AnalysisLine[]>([]);
  /** What the player to move may lose, the uncovered first. */
  dangers = $state.raw<readonly Danger[]>([]);
  depth = $state(0);
  nodes = $state(0);
  /** Why it failed. */
  failure = $state.raw<unknown>(null);
  /** How long the first line takes. */
  readonly patience = new Patience();

  #backend: Backend;
  #requests: Requests;
  #stop: () => void = () => {};

  constructor(backend: Backend, requests: Requests) {
    this.#backend = backend;
    this.#requests = requests;
  }

  /** Looks at the position after an event. */
  start(game: GameId, number: number, lines: number): void {
    this.#stop();
    this.state = 'running';
    this.lines = [];
    this.dangers = [];
    this.depth = 0;
    this.nodes = 0;
    this.failure = null;
    this.patience.begin();
    const stream = this.#requests.stream(
      { type: 'analyse', game, number, lines },
      'analysis',
      (message) => {
        this.lines = message.lines;
        this.dangers = byUrgency(message.dangers);
        this.depth = message.depth;
        this.nodes = message.nodes;
        if (message.done) this.state = 'done';
        if (message.done || message.lines.length > 0) this.patience.end();
        return message.done;
      },
    );
    let current = true;
    this.#stop = () => {
      current = false;
      stream.stop();
    };
    stream.last.catch((why: unknown) => {
      if (!current) return;
      this.state = 'failed';
      this.patience.end();
      this.failure = why;
    });
  }

  /** Ends it; what was found stays. */
  stop(): void {
    this.#stop();
    this.patience.end();
    if (this.state !== 'running') return;
    this.state = 'stopped';
    this.#backend.send({ type: 'stop-analysis' });
  }
}

/** Kings first, then what would be lost for nothing, uncovered before covered. */
function byUrgency(dangers: readonly Danger[]): Danger[] {
  const rank = ({ piece, covered, forNothing }: Danger) =>
    piece.kind === 'king' ? 0 : !covered ? 1 : forNothing ? 2 : 3;
  return dangers.toSorted((a, b) => rank(a) - rank(b));
}
