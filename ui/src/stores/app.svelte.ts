/**
 * The stores of a page, each fed by the host's messages alone, and what several of them do together.
 */
import { getContext, setContext } from 'svelte';
import type { Backend } from '../backend/backend';
import { Analysis } from './analysis.svelte';
import { BrowserDevice, type Device } from '../backend/device';
import type {
  Draft,
  GameId,
  HouseRule,
  NewGame,
  RoomCode,
  ServerMessage,
  Variant,
} from '../protocol';
import type { Line } from '../backend/line';
import type { Shell } from '../backend/shell';
import { roomOf } from './address';
import { Connection, type LineState } from './connection.svelte';
import { OpenGame } from './game.svelte';
import { Games } from './games.svelte';
import { allHere, alone, firstGame, levelOf, readied, type Company } from './newgame';
import { Notices } from './notices.svelte';
import { Preferences } from './preferences.svelte';
import { Presence } from './presence.svelte';
import { Hosting } from './hosting.svelte';
import { Replaying } from './replaying.svelte';
import { Requests } from './requests';
import { Room, type OpenRoomLine } from './room.svelte';
import { invitationIn, meansRoom } from './roomcode';
import { Router } from './router.svelte';
import { Senses } from './senses';
import { Rulebook } from './rulebook.svelte';

const KEY = Symbol('app');

/** Where there is no relay to be reached. */
function noRooms(): Line {
  throw new Error('this page was given no way to a room');
}

/** All stores of a page. */
export class App {
  readonly connection: Connection;
  readonly games: Games;
  /** A room of friends, and its game. */
  readonly room: Room;
  /** The relay that this device runs itself, where it can. */
  readonly hosting: Hosting;
  readonly preferences: Preferences;
  readonly notices = new Notices();
  readonly router = new Router();
  readonly senses = new Senses(() => this.preferences.current);
  readonly rulebook: Rulebook;
  readonly presence: Presence;

  /** The game that is being set up. */
  draft = $state.raw<NewGame>(firstGame(1));
  /** A text that came from outside and waits to be read as a game. */
  brought = $state<string | null>(null);
  readonly replaying = new Replaying();
  readonly analysis: Analysis;
  readonly device: Device;

  #backend: Backend;
  #game: OpenGame;
  #requests: Requests;
  #creating: number | null = null;

  /**
   * @param backend the host of the device's own games
   * @param openRoomLine makes a line to a room on a relay; without it there are no rooms
   * @param shell what only the app can; null: this is a browser
   */
  constructor(
    backend: Backend,
    device: Device = new BrowserDevice(),
    openRoomLine: OpenRoomLine = noRooms,
    shell: Shell | null = null,
  ) {
    this.#backend = backend;
    this.device = device;
    this.#requests = new Requests(backend);
    this.analysis = new Analysis(backend, this.#requests);
    this.games = new Games(backend);
    this.preferences = new Preferences(backend);
    const mayPremove = () => this.preferences.current.premove;
    this.#game = new OpenGame(backend, mayPremove);
    const arrived = (code: RoomCode) => this.router.replace({ name: 'room', code });
    this.room = new Room(openRoomLine, this.notices, arrived, mayPremove);
    this.hosting = new Hosting(shell);
    this.connection = new Connection(backend, () => {
      this.#creating = null;
      this.#game.interrupt();
      this.#requests.interrupt();
    });
    shell?.onLink((url) => {
      const invited = invitationIn(url);
      if (invited) this.router.go({ name: 'guest', ...invited });
      else if (meansRoom(url)) this.router.go({ name: 'join', damaged: true });
    });
    this.rulebook = new Rulebook(backend);
    this.presence = new Presence(backend);
    backend.subscribe((message) => this.#hear(message));
  }

  /** Whether the screen is about a room. */
  get inRoom(): boolean {
    return roomOf(this.router.screen) !== null;
  }

  /** The game on the screen: the device's own, or the room's. */
  get game(): OpenGame {
    return this.inRoom ? this.room.game : this.#game;
  }

  /** The line of the game on the screen. */
  get line(): LineState {
    return this.inRoom ? this.room : this.connection;
  }

  /** Questions about the game on the screen. */
  get requests(): Requests {
    return this.inRoom ? this.room.requests : this.#requests;
  }

  /** The relay on which rooms are made, by its address; null: the page's or the app's own. */
  get relay(): string | null {
    return this.hosting.shell ? this.preferences.current.relay : null;
  }

  /** The address that a link to the room begins with. */
  get roomOrigin(): string {
    const { relay } = this.room;
    // Friends reach the relay on this device by another address than the device itself.
    if (relay !== null && relay === this.hosting.relay?.own) return this.hosting.url ?? relay;
    return relay ?? location.origin;
  }

  /** Begins to set a game up from the one started last. */
  prepare(company?: Exclude<Company, 'mixed'>): void {
    const { lastGame, level } = this.preferences.current;
    const last = lastGame ?? firstGame(level);
    this.draft =
      company === 'alone' ? alone(last, level) : company === 'here' ? allHere(last) : last;
    this.router.go({ name: 'new' });
  }

  /** Starts a game, and keeps how it was set up for the next one. A second tap starts no second. */
  start(game: NewGame): void {
    if (this.#creating !== null) return;
    const { name, level } = this.preferences.current;
    const ready = readied(game, name, this.connection.levels);
    this.preferences.change({
      lastGame: { ...ready, start: null },
      level: levelOf(ready) ?? level,
    });
    this.#creating = this.#backend.send({ type: 'create-game', ...ready });
  }

  /** Starts a game like the one started last; the first time one against easy CPUs. */
  startLast(): void {
    const { lastGame, level } = this.preferences.current;
    this.start(lastGame ?? firstGame(level));
  }

  /** Starts the next game with the same people and rules. */
  playAgain(game: GameId): void {
    if (this.#creating !== null) return;
    this.#creating = this.#backend.send({ type: 'play-again', game });
  }

  /** Whether the page asked this by itself. */
  #asksByItself(request: number | null): boolean {
    const { ahead, advice } = this.#game;
    return [this.rulebook, this.presence, ahead, advice].some((one) => one.owns(request));
  }

  /** Begins to set a game up that starts from a position, with the people of the last one. */
  prepareFrom(variant: Variant, house: HouseRule[], start: Draft): void {
    const { lastGame, level } = this.preferences.current;
    this.draft = { ...(lastGame ?? firstGame(level)), variant, house, start, first: start.turn };
    this.router.go({ name: 'new' });
  }

  /** Reads a text from outside as a game, on the page that says why if it is none. */
  bringIn(text: string): void {
    this.brought = text;
    this.router.go({ name: 'import' });
  }

  /** The text that came from outside, once. */
  takeBrought(): string | null {
    const text = this.brought;
    this.brought = null;
    return text;
  }

  #hear(message: ServerMessage): void {
    if (
      message.type === 'snapshot' &&
      message.request !== null &&
      message.request === this.#creating
    ) {
      this.#creating = null;
      this.#game.adopt(message.game.id);
      // The page on which it was set up, or the game before it, gives its place to it.
      if (this.router.screen.name === 'home') {
        this.router.go({ name: 'game', id: message.game.id });
      } else {
        this.router.replace({ name: 'game', id: message.game.id });
      }
    }
    if (
      message.type === 'refused' &&
      message.request !== null &&
      message.request === this.#creating
    ) {
      this.#creating = null;
    }
    const quiet = message.type === 'refused' && this.#asksByItself(message.request);
    this.connection.hear(message);
    this.games.hear(message);
    this.preferences.hear(message);
    this.rulebook.hear(message);
    this.presence.hear(message);
    this.#game.hear(message);
    if (!quiet && !this.#requests.hear(message)) this.notices.hear(message);
    if (message.type === 'welcome') this.#game.resume();
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
