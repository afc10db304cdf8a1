/**
 * The stores of a page, each fed by the host's messages alone, and what several of them do together.
 */
import { getContext, setContext } from 'svelte';
import type { Backend } from '../backend/backend';
import type { Color, NewSeat, ServerMessage } from '../protocol';
import { COLORS } from './colors';
import { Connection } from './connection.svelte';
import { OpenGame } from './game.svelte';
import { Games } from './games.svelte';
import { Notices } from './notices.svelte';
import { Preferences } from './preferences.svelte';
import { Router } from './router.svelte';
import { Senses } from './senses';

const KEY = Symbol('app');

/** All stores of a page. */
export class App {
  readonly connection: Connection;
  readonly games: Games;
  readonly game: OpenGame;
  readonly preferences: Preferences;
  readonly notices = new Notices();
  readonly router = new Router();
  readonly senses = new Senses(() => this.preferences.current);

  #backend: Backend;
  #creating: number | null = null;

  constructor(backend: Backend) {
    this.#backend = backend;
    this.games = new Games(backend);
    this.game = new OpenGame(backend);
    this.connection = new Connection(backend, () => this.game.interrupt());
    this.preferences = new Preferences(backend);
    backend.subscribe((message) => this.#hear(message));
  }

  /** Starts a solo game of one person, who has a colour, against three CPUs. */
  startAgainstCpus(level: number, mine: Color): void {
    const seat = (color: Color): NewSeat =>
      color === mine
        ? { name: this.preferences.current.name, player: { type: 'person', me: true } }
        : { name: null, player: { type: 'cpu', level } };
    const [red, blue, yellow, green] = COLORS.map(seat) as [NewSeat, NewSeat, NewSeat, NewSeat];
    if (level !== this.preferences.current.level) this.preferences.change({ level });
    this.#creating = this.#backend.send({
      type: 'create-game',
      variant: 'solo',
      house: [],
      table: { moveSeconds: null, showLegal: true, rotateFirst: true },
      start: null,
      first: 'red',
      seats: [red, blue, yellow, green],
    });
  }

  #hear(message: ServerMessage): void {
    if (
      message.type === 'snapshot' &&
      message.request !== null &&
      message.request === this.#creating
    ) {
      this.#creating = null;
      this.game.adopt(message.game.id);
      this.router.go({ name: 'game', id: message.game.id });
    }
    if (
      message.type === 'refused' &&
      message.request !== null &&
      message.request === this.#creating
    ) {
      this.#creating = null;
      // What the host says about it can't be read or heard beside a modal sheet.
      this.router.close();
    }
    this.connection.hear(message);
    this.games.hear(message);
    this.preferences.hear(message);
    this.game.hear(message);
    this.notices.hear(message);
    if (message.type === 'welcome') this.game.resume();
  }
}

/** Gives the stores to all components below. */
export function provideApp(app: App): void {
  setContext(KEY, app);
}

/** The stores of the page. */
export function useApp(): App {
  return getContext<App>(KEY);
}
