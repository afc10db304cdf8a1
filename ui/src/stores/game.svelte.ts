/**
 * The game on the screen. Events are shown one after the other, slowly enough for the eye; a move
 * of ours is shown at once and taken back if the host refuses it.
 */
import { applyMove, type Board } from '../board/board';
import { reach } from '../board/geometry';
import { moveMs } from '../board/motion';
import type { Backend } from '../backend/backend';
import type { Color, Event, GameId, LegalMove, Player, ServerMessage } from '../protocol';
import { Advice } from './advice.svelte';
import { of } from './colors';
import { Premoves } from './premoves.svelte';
import { advance, arrive, caughtUp, fromSnapshot, newest, type Timeline } from './timeline';
import { TurnClock } from './turnclock.svelte';

/** How fast the others' moves follow each other. */
export type Pace = 'watch' | 'fast' | 'end';

/** Least time between two shown moves, in milliseconds. */
export const SPACING: Readonly<Record<Pace, number>> = { watch: 350, fast: 110, end: 0 };
/** Always the same value, so that nothing is worked out anew between two turns of ours. */
const NO_MOVES: readonly LegalMove[] = [];

/** A CPU at work. */
export interface Thinking {
  readonly color: Color;
  /** Share of its budget, 0 to 1. */
  readonly fraction: number;
}

/** The open game. */
export class OpenGame {
  timeline = $state.raw<Timeline | null>(null);
  /** The game asked for; its snapshot may not have come yet. */
  id = $state<GameId | null>(null);
  /** A move of ours that the host has not answered yet. */
  pending = $state.raw<LegalMove | null>(null);
  thinking = $state.raw<Thinking | null>(null);
  /** The event shown last, while it is new: for pills and announcements. */
  fresh = $state.raw<Event | null>(null);
  pace = $state<Pace>('watch');
  /** Who took the device last, where it is handed over. */
  heldBy = $state<Color | null>(null);
  /** A piece is under way. */
  moving = $state(false);
  /** The host has no such game. */
  missing = $state(false);
  /** The host could not go on with the game, or not open it; asking for it again may help. */
  stalled = $state(false);

  /** The clock of the player to move. */
  readonly clock = new TurnClock();
  /** What the engine says about the position shown. */
  readonly advice: Advice;
  /** The move entered before its turn. */
  readonly ahead: Premoves;

  #backend: Backend;
  #mayPremove: () => boolean;
  #asked = 0;
  /** The newest `play`, while it is unanswered. */
  #played = 0;
  /** The whole game was asked for and has not come yet. */
  #askedAll = false;
  #shownAt = -Infinity;
  #next: ReturnType<typeof setTimeout> | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;

  /** @param mayPremove whether the person wants to enter moves before their turn. */
  constructor(backend: Backend, mayPremove: () => boolean = () => false) {
    this.#backend = backend;
    this.#mayPremove = mayPremove;
    this.advice = new Advice(backend);
    this.ahead = new Premoves(backend);
    document.addEventListener('visibilitychange', () => this.#proceed());
  }

  /** The board shown, with our own move already on it. */
  readonly board: Board = $derived.by(() => {
    if (!this.timeline) return new Map();
    return this.pending ? applyMove(this.timeline.board, this.pending) : this.timeline.board;
  });

  /** Moves that we may play on the board shown; none while something is under way. */
  readonly legal: readonly LegalMove[] = $derived(
    this.timeline && this.yourTurn ? this.timeline.now.legal : NO_MOVES,
  );

  /** Whether everything known is shown and it is for us to move. */
  get yourTurn(): boolean {
    const t = this.timeline;
    if (!t || this.pending || !caughtUp(t) || t.now.turn === null || t.game.readOnly) return false;
    return t.game.yours.includes(t.now.turn);
  }

  /** All of our colours are out, but the game goes on. */
  get watching(): boolean {
    const t = this.timeline;
    if (!t || t.now.result) return false;
    return t.game.yours.every((color) => of(t.now.status, color) !== 'in');
  }

  /** Something is still being shown. */
  get busy(): boolean {
    return this.moving || this.pending !== null || (this.timeline?.waiting.length ?? 0) > 0;
  }

  /** Shows a game: asks the host for it, or for what is new in it. */
  open(id: GameId): void {
    if (this.id === id) return;
    this.#clear();
    this.id = id;
    this.#ask();
  }

  /** Makes a game that was just created the open one; its snapshot is on its way already. */
  adopt(id: GameId): void {
    this.#clear();
    this.id = id;
  }

  /** Leaves the game; its CPUs stop thinking. */
  leave(): void {
    if (this.id !== null) this.#backend.send({ type: 'leave-game', game: this.id });
    this.#clear();
  }

  /** Shows no game any more, without a word to the host. */
  forget(): void {
    this.#clear();
  }

  /** Asks the host to go on with a game that has stalled. */
  tryAgain(): void {
    this.stalled = false;
    this.#ask();
  }

  /** The line is open again: only what is missing is asked for. */
  resume(): void {
    this.#abandon();
    if (this.id !== null) this.#ask();
  }

  /** The line broke: our unanswered move counts as not played. */
  interrupt(): void {
    this.#abandon();
    this.thinking = null;
    this.#askedAll = false;
    this.stalled = false;
    this.clock.rest();
  }

  /** Plays a move on the position shown. */
  play(move: LegalMove): void {
    const t = this.timeline;
    if (!t || !this.yourTurn) return;
    this.pending = move;
    this.#show(move.from, move.to);
    this.#played = this.#backend.send({
      type: 'play',
      game: t.game.id,
      ply: t.now.ply,
      hash: t.now.hash,
      move: move.move,
    });
  }

  /**
   * Gives up, claims the win or takes the last move back for one of our colours: on the position
   * after so many moves, if it was meant for that one alone.
   */
  act(type: 'resign' | 'claim' | 'take-back', color: Color, on?: number): void {
    const t = this.timeline;
    if (!t) return;
    const { ply, hash } = t.waiting.at(-1)?.now ?? t.now;
    this.#backend.send({ type, game: t.game.id, color, ply: on ?? ply, hash });
  }

  /** Gives a seat to somebody else. */
  setPlayer(color: Color, player: Player): void {
    if (this.id === null) return;
    this.#backend.send({ type: 'set-player', game: this.id, color, player });
  }

  /** Asks for the best move in the position shown. */
  askHint(): void {
    const t = this.timeline;
    if (t && caughtUp(t)) this.advice.ask(t.game.id, newest(t));
  }

  /** Chooses how fast to watch. */
  setPace(pace: Pace): void {
    this.pace = pace;
    this.#proceed();
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        if (message.game.id === this.id) this.#replace(fromSnapshot(message.game, this.timeline));
        break;
      case 'happened':
        if (message.game === this.id) this.#take(message);
        break;
      case 'thinking':
        if (message.game === this.id) this.thinking = message;
        break;
      case 'clock':
        if (message.game === this.id) this.clock.set(message.clock);
        break;
      case 'refused':
        this.#refused(message);
        break;
    }
    this.advice.hear(message);
    this.ahead.hear(message);
  }

  /** Takes a refusal of what we asked, or of a move by nobody at a screen: that names no request. */
  #refused({ request, game, code }: Extract<ServerMessage, { type: 'refused' }>): void {
    const asked = request !== null && request === this.#asked;
    const played = request !== null && request === this.#played;
    if (played) this.#abandon();
    if ((asked || played) && code === 'no-such-game') this.missing = true;
    else if (asked || (request === null && game !== null && game === this.id)) {
      this.stalled = true;
      this.thinking = null;
      this.#askedAll = false;
    }
  }

  #ask(): void {
    if (this.id === null) return;
    const since = this.timeline ? newest(this.timeline) : null;
    this.#asked = this.#backend.send({ type: 'open-game', game: this.id, since });
  }

  #replace(timeline: Timeline): void {
    clearTimeout(this.#next);
    this.timeline = timeline;
    this.pending = null;
    this.fresh = null;
    this.thinking = null;
    this.stalled = false;
    this.#askedAll = false;
    this.clock.set(timeline.now.clock);
    this.advice.clear();
    this.ahead.clear();
    this.#offerPremoves();
  }

  #take(message: Extract<ServerMessage, { type: 'happened' }>): void {
    if (!this.timeline) return;
    const next = arrive(this.timeline, message);
    if (!next) {
      this.#askAll();
      return;
    }
    this.stalled = false;
    this.timeline = next;
    this.clock.set(message.now.clock);
    this.#proceed();
  }

  /** After a gap: everything anew, since what is missing is unknown. */
  #askAll(): void {
    if (this.id === null || this.#askedAll) return;
    this.#askedAll = true;
    this.#asked = this.#backend.send({ type: 'open-game', game: this.id, since: null });
  }

  /** Shows what waits as soon as the eye is ready for it. */
  #proceed(): void {
    clearTimeout(this.#next);
    const t = this.timeline;
    const step = t?.waiting[0];
    if (!t || !step) return;
    const hidden = document.visibilityState === 'hidden';
    const ours = this.pending !== null && t.game.yours.includes(step.event.color);
    const wait = hidden || ours ? 0 : this.#shownAt + SPACING[this.pace] - performance.now();
    if (wait > 0) {
      this.#next = setTimeout(() => this.#proceed(), wait);
      return;
    }
    this.timeline = advance(t);
    this.fresh = step.event;
    if (this.thinking?.color === step.event.color) this.thinking = null;
    const { action } = step.event;
    if (ours) this.pending = null;
    else if (action.type === 'move') this.#show(action.from, action.to);
    this.advice.clear();
    this.#playAhead();
    this.#proceed();
  }

  /** Our turn has just come: what was entered before it is played, if it is legal. */
  #playAhead(): void {
    if (!this.yourTurn) {
      this.#offerPremoves();
      return;
    }
    const move = this.ahead.take(this.timeline?.now.legal ?? NO_MOVES);
    if (move) this.play(move);
  }

  /** Asks what may be entered before our turn: only somebody who plays alone against CPUs may. */
  #offerPremoves(): void {
    const t = this.timeline;
    if (!t || !caughtUp(t) || t.now.turn === null || t.game.readOnly || this.yourTurn) return;
    const [only, ...rest] = t.game.yours;
    if (!only || rest.length > 0 || of(t.now.status, only) !== 'in' || !this.#mayPremove()) return;
    this.ahead.ask(t.game.id, only);
  }

  /** Notes that a piece is under way. */
  #show(from: string, to: string): void {
    this.#shownAt = performance.now();
    if (this.pace === 'end') return;
    this.moving = true;
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => (this.moving = false), moveMs(reach(from, to)));
  }

  #abandon(): void {
    this.pending = null;
    this.ahead.clear();
    this.#played = 0;
  }

  #clear(): void {
    clearTimeout(this.#next);
    this.timeline = null;
    this.id = null;
    this.clock.set(null);
    this.advice.clear();
    this.ahead.clear();
    this.pending = null;
    this.thinking = null;
    this.fresh = null;
    this.pace = 'watch';
    this.heldBy = null;
    this.missing = false;
    this.stalled = false;
    this.#askedAll = false;
  }
}
