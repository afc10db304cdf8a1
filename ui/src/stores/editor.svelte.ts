/**
 * The position editor: the draft with its steps back, and what the host says about it as it changes.
 */
import { placedIn } from '../board/board';
import type { Draft, DraftProblem, GameId, HouseRule, Variant } from '../protocol';
import { EMPTY, fromStart } from './draft';
import type { Requests } from './requests';

/** The host is asked when the last change is so old, in milliseconds. */
export const CHECK_AFTER_MS = 250;
/** More steps back are forgotten. */
const STEPS_BACK = 100;

/** A position being set up. */
export class Editor {
  draft = $state.raw<Draft>(EMPTY);
  variant = $state<Variant>('solo');
  house = $state.raw<readonly HouseRule[]>([]);
  problems = $state.raw<readonly DraftProblem[]>([]);
  /** The position's text, once the host finds that it can be played. */
  fen4 = $state<string | null>(null);
  /** Why the host could not be asked. */
  failure = $state.raw<unknown>(null);
  /** The draft was changed and the host has not answered yet. */
  checking = $state(false);

  #requests: Requests;
  #past = $state.raw<readonly Draft[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Whether there is a step back. */
  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Whether nothing stands on the board. */
  get empty(): boolean {
    return placedIn(this.draft.board).length === 0;
  }

  /** Changes the draft. */
  change(draft: Draft): void {
    this.#past = [...this.#past, this.draft].slice(-STEPS_BACK);
    this.#set(draft);
  }

  /** Takes the last change back. */
  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#set(before);
  }

  /** Other rules for the same position. */
  setRules(variant: Variant, house: readonly HouseRule[]): void {
    this.variant = variant;
    this.house = house;
    this.#set(this.draft);
  }

  /** Takes the start of the variant. Fails as requests do. */
  async takeStart(): Promise<void> {
    const { variant, house } = this;
    const { rules } = await this.#requests.ask(
      { type: 'describe-rules', variant, house: [...house] },
      'rules',
    );
    this.change(fromStart(rules.board));
  }

  /** Takes a position of a game. Fails as requests do. */
  async takeGame(game: GameId, number: number): Promise<void> {
    const { draft } = await this.#requests.ask({ type: 'ask-draft', game, number }, 'draft');
    this.change(draft);
  }

  /** Nothing more is asked. */
  close(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  #set(draft: Draft): void {
    this.draft = draft;
    this.fen4 = null;
    this.checking = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), CHECK_AFTER_MS);
  }

  async #check(): Promise<void> {
    const asked = ++this.#asked;
    const { variant, house, draft } = this;
    try {
      const answer = await this.#requests.ask(
        { type: 'check-draft', variant, house: [...house], draft },
        'draft-checked',
      );
      if (asked !== this.#asked) return;
      this.problems = answer.problems;
      this.fen4 = answer.fen4;
      this.failure = null;
    } catch (why) {
      if (asked !== this.#asked) return;
      this.failure = why;
    }
    this.checking = false;
  }
}
