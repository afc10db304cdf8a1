// What people in a room hear of each other: found in the room, told one after the other, said in words.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tidingWords } from '../src/i18n/tidings';
import type { RoomNews, RoomView } from '../src/protocol';
import { Notices, TIDING_MS } from '../src/stores/notices.svelte';
import { tidingsOf, type Tiding } from '../src/stores/tidings';
import { room, seat } from './rooms';

const [ann, ben] = room().members;
if (!ann || !ben) throw new Error('a room of two');
const cem = { id: 3, name: 'Cem', here: true, ready: false };
const three = (extra: Partial<RoomView> = {}) => room({ members: [ann, ben, cem], ...extra });
const words = (before: RoomView, after: RoomView, news: RoomNews[] = []) =>
  tidingsOf(before, after, news).map(tidingWords);

describe('found in a room', () => {
  it('are who came, who lost the line and who is back', () => {
    expect(words(room(), three())).toEqual(['Cem has come.']);
    const lost = three({ members: [ann, ben, { ...cem, here: false }] });
    expect(words(three(), lost)).toEqual(['Cem has no connection just now.']);
    expect(words(lost, three())).toEqual(['Cem is back.']);
  });

  it('are nothing about the reader, and nothing where nothing is new', () => {
    const gone = room({ members: [ann, { ...ben, here: false }] });
    expect(words(room(), gone)).toEqual([]);
    expect(words(room(), room({ watchers: 3 }))).toEqual([]);
  });

  it('are who left, and who hosts then', () => {
    expect(words(three(), room())).toEqual(['Cem has left.']);
    expect(words(three(), room({ members: [ben, cem], host: 3 }))).toEqual([
      'Ann has left. Cem hosts the room now.',
    ]);
    expect(words(three(), room({ members: [ben], host: 2 }))).toEqual([
      'Ann has left. You host the room now.',
      'Cem has left.',
    ]);
    expect(words(three(), three({ host: 3 }))).toEqual(['Cem hosts the room now.']);
  });

  it('are who was sent out, and that a CPU plays on in the seat', () => {
    const news: RoomNews[] = [{ type: 'kicked', member: 3, name: 'Cem' }];
    expect(words(three(), room(), news)).toEqual(['Cem was sent out.']);
    const seats = room().seats.with(1, seat('blue', { type: 'member', member: 3 }));
    const playing = three({ playing: true, seats: seats as RoomView['seats'] });
    expect(words(playing, room({ playing: true }))).toEqual([
      'Cem has left. A computer plays on there.',
    ]);
  });

  it('are who took a seat from a CPU in a running game', () => {
    const game = { playing: true, game: 'BCDFGH-1' };
    const taken = (member: number) =>
      three({
        ...game,
        seats: room().seats.with(3, seat('green', { type: 'member', member })) as RoomView['seats'],
      });
    expect(words(three(game), taken(3))).toEqual(['Cem plays Green now.']);
    expect(words(three(game), taken(2))).toEqual([]);
    expect(words(three(), { ...taken(3), ...{ playing: false, game: null } })).toEqual([]);
  });

  it('are that one is ready no longer, since something else is played', () => {
    const ready = room({ members: [ann, { ...ben, ready: true }] });
    const { options } = room();
    const changed = room({ options: { ...options, variant: 'teams' } });
    expect(words(ready, changed)).toEqual([
      'What we play was changed: please say again that you are ready.',
    ]);
    expect(words(ready, room())).toEqual([]);
    expect(words(room(), changed)).toEqual([]);
  });

  it('are for whom a CPU plays, once where they have two seats', () => {
    const of = (standIn: boolean, member = 1) => {
      const held = { ...seat('red', { type: 'member', member }), standIn };
      const [, , yellow, green] = room().seats;
      return room({ seats: [held, { ...held, color: 'blue' }, yellow, green] });
    };
    expect(words(of(false), of(true))).toEqual(['The computer plays for Ann now.']);
    expect(words(of(true), of(false))).toEqual(['Ann takes over from the computer.']);
    expect(words(of(false, 2), of(true, 2))).toEqual([]);
  });

  it('are why a move is not taken back, but for whoever said no', () => {
    const over = (by: number): RoomNews[] => [
      { type: 'take-back-over', color: 'red', end: { type: 'refused', by } },
    ];
    expect(words(room(), room(), over(1))).toEqual([
      'Ann did not agree to take back. The game goes on.',
    ]);
    expect(words(room(), room(), over(2))).toEqual([]);
    const end = { type: 'unanswered' } as const;
    expect(words(room(), room(), [{ type: 'take-back-over', color: 'red', end }])).toEqual([
      'Not everybody answered: nothing is taken back. The game goes on.',
    ]);
  });
});

describe('told', () => {
  let notices: Notices;
  beforeEach(() => {
    vi.useFakeTimers();
    notices = new Notices();
  });
  afterEach(() => vi.useRealTimers());

  const came = (name: string): Tiding => ({ type: 'came', name });
  const now = () => notices.current?.tiding;

  it('come one at a time, and not without end', () => {
    notices.tell(['A', 'B', 'C', 'D', 'E'].map(came));
    const heard: (string | null | undefined)[] = [];
    while (now()) {
      heard.push(now()?.name);
      vi.advanceTimersByTime(TIDING_MS);
    }
    expect(heard).toEqual(['A', 'B', 'C']);
  });

  it('wait for a refusal, which waits for nothing', () => {
    notices.tell([came('A')]);
    notices.say('stale');
    notices.tell([came('B')]);
    expect(notices.current?.code).toBe('stale');
    notices.dismiss();
    expect(now()?.name).toBe('B');
  });

  it('are not repeated while a line comes and goes', () => {
    for (let n = 0; n < 5; n++) {
      notices.tell([{ type: 'lost', name: 'A' }]);
      notices.tell([{ type: 'back', name: 'A' }]);
    }
    expect(now()?.type).toBe('lost');
    vi.advanceTimersByTime(TIDING_MS);
    expect(now()?.type).toBe('back');
    vi.advanceTimersByTime(TIDING_MS);
    expect(now()).toBeUndefined();
  });

  it('are each end of a wish to take back, even the same one', () => {
    const over = (end: 'agreed' | 'unanswered'): Tiding => ({ type: 'take-back', end, name: null });
    for (const end of ['agreed', 'unanswered', 'unanswered'] as const) {
      notices.tell([over(end)]);
      expect(now()).toEqual(over(end));
      vi.advanceTimersByTime(TIDING_MS);
    }
  });

  it('are the important ones where more wait than are told', () => {
    const host: Tiding = { type: 'host', gone: 'Ann', name: null };
    notices.tell(['A', 'B', 'C', 'D'].map(came));
    notices.tell([host]);
    const told = [];
    while (now()) {
      told.push(now());
      vi.advanceTimersByTime(TIDING_MS);
    }
    expect(told).toContainEqual(host);
    expect(told).toHaveLength(4);
  });

  it('end with the room', () => {
    notices.tell([came('A'), came('B')]);
    notices.forgetTidings();
    expect(notices.current).toBeNull();
  });
});
