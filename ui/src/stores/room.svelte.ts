/**
 * A room of friends: coming in, coming back, what the relay tells of it, and its game. The room's
 * line opens itself again; with the token of the first entrance one is then back in one's seat.
 */
import type { Link } from '../backend/backend';
import type { Line } from '../backend/line';
import {
  VERSION,
  type Entrance,
  type ErrorCode,
  type RoomAct,
  type RoomCode,
  type RoomView,
  type ServerMessage,
} from '../protocol';
import type { LineState } from './connection.svelte';
import { Departure } from './departure';
import { OpenGame } from './game.svelte';
import { KeptRooms } from './keptrooms.svelte';
import { Notices } from './notices.svelte';
import { Refusal, Requests } from './requests';
import { roomOfGame } from './roomcode';
import { freeSeats, memberOf, ownSeats } from './roomview';
import { TalkHeard } from './talk.svelte';
import { tidingsOf } from './tidings';
import { newest } from './timeline';

/** The first entrance; one comes back by the token alone. */
export type FirstEntrance = Exclude<Entrance, { type: 'return' }>;

/** Makes a line to a relay; `found` hears the relay's address where the page did not know it. */
export type OpenRoomLine = (relay: string | null, found: (address: string) => void) => Line;

/** Refusals after which a token is of no more use. */
const GONE: readonly ErrorCode[] = ['no-such-room', 'bad-token', 'kicked'];
/** Refusals after which nobody comes back: what is left is to forget the room. */
const OVER: readonly ErrorCode[] = [...GONE, 'room-damaged'];
/** Refusals that another try would not change; all others pass. */
const FINAL: readonly ErrorCode[] = [...OVER, 'version', 'no-relay'];

/** The room that the page is in. */
export class Room implements LineState {
  link = $state<Link>('connecting');
  retryAt = $state<number | null>(null);
  /** The relay has let us in on this line. */
  ready = $state(false);
  /** Another tab or device has taken the seat. */
  replaced = $state(false);
  /** The room that one is in, or on the way back to. */
  code = $state<RoomCode | null>(null);
  /** As it was told last. */
  view = $state.raw<RoomView | null>(null);
  /** When it was told, in milliseconds since 1970. */
  toldAt = $state(0);
  /** When the line broke, in milliseconds since 1970; null: it has not. */
  lostAt = $state<number | null>(null);
  /** What a link to it carries. */
  secret = $state<string | null>(null);
  /** The relay's address; null: the page's or the app's own. */
  relay = $state<string | null>(null);
  /** Levels that CPUs have there, weakest first. */
  levels = $state.raw<readonly number[]>([]);
  /** On the way in for the first time. */
  entering = $state(false);
  /** Why the last try to come in failed. */
  refused = $state.raw<Refusal | null>(null);
  /** Why one is not in the room any more. */
  over = $state<ErrorCode | null>(null);

  readonly kept = new KeptRooms();
  readonly talk = new TalkHeard();
  readonly game: OpenGame;
  readonly requests: Requests;

  #openLine: OpenRoomLine;
  #line: Line | null = null;
  #notices: Notices;
  #arrived: (code: RoomCode) => void;
  #entrance: FirstEntrance | null = null;
  #token: string | null = null;
  #asked = 0;
  /** Runs only while there is no other line: the app has one at a time. */
  #departure: Departure | null = null;

  /**
   * @param openLine makes a line to a relay
   * @param notices where refusals are read that have no place of their own
   * @param arrived called when one has come in for the first time
   * @param mayPremove whether the person wants to enter moves before their turn
   */
  constructor(
    openLine: OpenRoomLine,
    notices: Notices,
    arrived: (code: RoomCode) => void,
    mayPremove: () => boolean,
  ) {
    this.#openLine = openLine;
    this.#notices = notices;
    this.#arrived = arrived;
    // The game and its questions outlive the line: each goes over the one that there is.
    const line = {
      send: (message: Parameters<Line['send']>[0]) => this.#line?.send(message) ?? 0,
      subscribe: () => {},
      watch: () => {},
      connect: () => this.connect(),
    };
    this.requests = new Requests(line);
    this.game = new OpenGame(line, mayPremove);
    this.#depart();
  }

  /** Makes a room, or comes into one. A second tap does nothing. */
  enter(relay: string | null, entrance: FirstEntrance): void {
    if (this.entering) return;
    this.#putDown();
    this.refused = null;
    const left = this.kept.leaving.find(
      ({ code }) => entrance.type === 'join' && entrance.code === code,
    );
    // The relay has not heard that one had left: one still is who one was.
    if (left) {
      const { relay, code, token, name } = left;
      this.kept.keep({ relay, code, token, name, at: Date.now() });
      this.comeBack(code);
      this.#arrived(code);
      return;
    }
    this.entering = true;
    this.#entrance = entrance;
    this.#open(relay);
  }

  /** Comes back into a room that this device knows; whether it does. */
  comeBack(code: RoomCode): boolean {
    const known = this.kept.find(code);
    if (!known) return false;
    this.#putDown();
    this.code = code;
    this.#token = known.token;
    this.#open(known.relay);
    return true;
  }

  /** Puts the line down. The seat stays: one may come back. */
  rest(): void {
    this.#putDown();
    this.#depart();
  }

  /** Leaves for good; a relay that can't be reached now is told later. */
  leave(): void {
    const { code, ready } = this;
    if (ready) this.act({ type: 'leave' });
    if (code !== null && ready) this.kept.forget(code);
    else if (code !== null) this.kept.leave(code);
    this.rest();
    if (code !== null && !ready) this.#notices.say('leave-later');
  }

  /** Gives the seat up in a room that one is not in now: its relay is told as soon as it can be. */
  giveUp(code: RoomCode): void {
    this.kept.leave(code);
    this.rest();
  }

  #putDown(): void {
    this.#departure?.stop();
    this.#departure = null;
    this.#line?.close();
    this.#line = null;
    this.#forgetRoom();
    this.game.forget();
    this.requests.interrupt();
    this.talk.clear();
    this.#notices.forgetTidings();
  }

  /** Opens the line, or tries again now; takes the seat back from another screen. */
  connect(): void {
    this.replaced = false;
    this.over = null;
    this.#line?.connect();
  }

  /** Does something in the room. */
  act(act: RoomAct): void {
    this.#line?.send({ type: 'room', act });
  }

  /** The reason of a failed try has been read. */
  forgive(): void {
    this.refused = null;
  }

  #forgetRoom(): void {
    this.code = null;
    this.view = null;
    this.secret = null;
    this.ready = false;
    this.replaced = false;
    this.over = null;
    this.entering = false;
    this.link = 'connecting';
    this.retryAt = null;
    this.lostAt = null;
    this.#entrance = null;
    this.#token = null;
  }

  /** Tells relays that do not know it yet that one has left, one after the other. */
  #depart([room, ...others] = this.kept.leaving): void {
    if (!room) return;
    this.#departure = new Departure(
      this.#openLine(room.relay, () => {}),
      room,
      (answer) => answer.type === 'refused' && OVER.includes(answer.code),
      (settled) => {
        this.#departure = null;
        if (settled) this.kept.forget(room.code);
        this.#depart(others);
      },
    );
  }

  #open(relay: string | null): void {
    this.relay = relay;
    const line = this.#openLine(relay, (address) => (this.relay = address));
    this.#line = line;
    line.subscribe((message) => this.#hear(message));
    line.watch((link, retryAt) => this.#linked(link, retryAt));
    line.connect();
  }

  #linked(link: Link, retryAt: number | null): void {
    this.link = link;
    this.retryAt = retryAt;
    this.ready = false;
    if (link === 'open') {
      const entrance = this.#nextEntrance();
      if (entrance && this.#line) {
        this.#asked = this.#line.send({ type: 'enter-room', protocol: VERSION, entrance });
      }
      return;
    }
    this.lostAt ??= Date.now();
    this.game.interrupt();
    this.requests.interrupt();
    // A room is not made, and a guest does not arrive, behind the back of who has put the phone away.
    if (link === 'lost' && this.entering) this.#fail(new Refusal('offline'));
  }

  #nextEntrance(): Entrance | null {
    if (this.#token === null || this.code === null) return this.#entrance;
    const { id, timeline } = this.game;
    const since = id !== null && timeline ? { game: id, number: newest(timeline) } : null;
    return { type: 'return', code: this.code, token: this.#token, since };
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'room-entered':
        this.#entered(message);
        break;
      case 'room':
        this.#tell(message);
        this.#take(message.room);
        break;
      case 'replaced':
        this.replaced = true;
        this.ready = false;
        this.game.interrupt();
        break;
      case 'snapshot':
        // The first word of a game may come before the room's.
        if (message.game.id !== this.game.id && roomOfGame(message.game.id) === this.code) {
          this.game.adopt(message.game.id);
        }
        break;
      case 'refused':
        if (this.#refusedEntrance(message)) return;
        break;
    }
    this.game.hear(message);
    this.talk.hear(message);
    const quiet =
      message.type === 'refused' &&
      [this.game.ahead, this.game.advice].some((one) => one.owns(message.request));
    if (!quiet && !this.requests.hear(message)) this.#notices.hear(message);
  }

  #entered(message: Extract<ServerMessage, { type: 'room-entered' }>): void {
    const first = this.#entrance;
    const { room, token } = message;
    this.#entrance = null;
    this.#token = token;
    this.entering = false;
    this.ready = true;
    this.lostAt = null;
    this.code = room.code;
    this.secret = message.secret;
    this.levels = message.levels;
    // What happened while the line was lost is no news any more, except who hosts now.
    if (this.view) {
      const missed = tidingsOf(this.view, room);
      this.#notices.tell(missed.filter(({ type }) => type === 'host'));
    }
    this.#take(room);
    const name = memberOf(room, room.you)?.name ?? (first ? first.name : null);
    this.kept.keep({
      relay: this.relay,
      code: room.code,
      token,
      name: name ?? this.kept.find(room.code)?.name ?? '',
      at: Date.now(),
    });
    if (!first) return;
    // Who comes to play sits down where there is room; another seat is one tap away.
    const [free] = freeSeats(room);
    const plays = first.type === 'join' && !first.watch && !room.playing;
    if (plays && free && ownSeats(room).length === 0) {
      this.act({ type: 'sit', color: free, name: null });
    }
    this.#arrived(room.code);
  }

  #tell({ room, news }: Extract<ServerMessage, { type: 'room' }>): void {
    if (this.view) this.#notices.tell(tidingsOf(this.view, room, news));
  }

  #take(room: RoomView): void {
    this.view = room;
    this.toldAt = Date.now();
    const name = memberOf(room, room.you)?.name;
    const kept = this.kept.find(room.code);
    if (kept && name !== undefined && name !== kept.name) this.kept.keep({ ...kept, name });
    if (room.game === this.game.id) return;
    if (room.game === null) this.game.forget();
    else this.game.adopt(room.game);
  }

  /** Whether a refusal is about being in the room at all. */
  #refusedEntrance({
    request,
    code,
    params,
  }: Extract<ServerMessage, { type: 'refused' }>): boolean {
    const asked = request !== null && request === this.#asked && !this.ready;
    const sentOut = request === null && (GONE.includes(code) || !this.ready);
    if (!asked && !sentOut) return false;
    if (this.entering) this.#fail(new Refusal(code, params));
    else if (FINAL.includes(code)) this.#end(code);
    else this.#line?.later();
    return true;
  }

  #fail(why: Refusal): void {
    this.rest();
    this.refused = why;
  }

  /** One is out: the line is put down, the words stay. */
  #end(code: ErrorCode): void {
    const { code: room } = this;
    if (room !== null && GONE.includes(code)) this.kept.forget(room);
    this.rest();
    this.code = room;
    this.over = code;
  }
}
