/**
 * A game that is being set up: pure changes of what will be sent to the host.
 */
import type { Color, HouseRule, NewGame, NewSeat, Player, RuleField, Variant } from '../protocol';
import { COLORS, indexOf, of } from './colors';

/** Who sits round the table, seen from afar. */
export type Company = 'alone' | 'here' | 'mixed';

/** A seat of somebody without a name. */
const seat = (player: Player): NewSeat => ({ name: null, player });

/** Four seats, each made for its colour. */
function seated(make: (color: Color) => NewSeat): NewGame['seats'] {
  return COLORS.map(make) as NewGame['seats'];
}

/** The game of somebody who has never set one up: Red against three CPUs. */
export function firstGame(level: number): NewGame {
  return {
    variant: 'solo',
    house: [],
    table: { moveSeconds: null, showLegal: true, rotateFirst: true },
    start: null,
    first: 'red',
    seats: seated((color) =>
      seat(color === 'red' ? { type: 'person', me: true } : { type: 'cpu', level }),
    ),
  };
}

/** Me against three CPUs; I keep my colour if I had one. */
export function alone(game: NewGame, level: number): NewGame {
  const mine = ownColor(game) ?? 'red';
  return {
    ...game,
    seats: seated((color) =>
      seat(color === mine ? { type: 'person', me: true } : { type: 'cpu', level }),
    ),
  };
}

/** Four people on this device; whoever sat there already keeps the name. */
export function allHere(game: NewGame): NewGame {
  const mine = ownColor(game) ?? 'red';
  return {
    ...game,
    seats: seated((color) => {
      const { name, player } = of(game.seats, color);
      const me = color === mine;
      return { name: player.type === 'person' ? name : null, player: { type: 'person', me } };
    }),
  };
}

/** The seat of the device's owner. */
export function ownColor(game: Pick<NewGame, 'seats'>): Color | null {
  const mine = game.seats.findIndex(({ player }) => player.type === 'person' && player.me);
  return COLORS[mine] ?? null;
}

/** How many people sit at this device. */
export function persons(game: Pick<NewGame, 'seats'>): number {
  return game.seats.filter(({ player }) => player.type === 'person').length;
}

/** Who plays, in one word. */
export function companyOf(game: NewGame): Company {
  const count = persons(game);
  if (count === 4) return 'here';
  return count === 1 && ownColor(game) ? 'alone' : 'mixed';
}

/** The level of all CPUs, if they have one in common. */
export function levelOf(game: NewGame): number | null {
  const levels = game.seats.flatMap(({ player }) => (player.type === 'cpu' ? [player.level] : []));
  const [first] = levels;
  return first !== undefined && levels.every((level) => level === first) ? first : null;
}

/** All CPUs get a level. */
export function withLevel(game: NewGame, level: number): NewGame {
  const leveled = ({ name, player }: NewSeat): NewSeat =>
    player.type === 'cpu' ? seat({ type: 'cpu', level }) : { name, player };
  return { ...game, seats: seated((color) => leveled(of(game.seats, color))) };
}

/**
 * Somebody else on a seat. There is one owner of the device: who becomes it leaves the old seat to
 * whoever was here.
 */
export function withPlayer(game: NewGame, color: Color, player: Player): NewGame {
  const claims = player.type === 'person' && player.me;
  const before = of(game.seats, color);
  return {
    ...game,
    seats: seated((one) => {
      const old = of(game.seats, one);
      if (one === color) return { name: player.type === 'person' ? old.name : null, player };
      if (!claims || old.player.type !== 'person' || !old.player.me) return old;
      return { name: before.name, player: before.player };
    }),
  };
}

/** A seat's name; an empty one leaves the words to the screen. */
export function withName(game: NewGame, color: Color, name: string): NewGame {
  const seats = [...game.seats] as NewGame['seats'];
  const place = indexOf(color);
  seats[place] = { ...of(game.seats, color), name: name.trim() === '' ? null : name };
  return { ...game, seats };
}

/** Another preset; house rules were differences from the old one, so they go. */
export function withVariant(game: NewGame, variant: Variant): NewGame {
  return variant === game.variant ? game : { ...game, variant, house: [], start: null };
}

/** A rule's new value; the preset's own is no house rule. */
export function withRule<Game extends Pick<NewGame, 'house'>>(
  game: Game,
  field: RuleField,
  value: string,
): Game {
  const house: HouseRule[] = game.house.filter(({ name }) => name !== field.name);
  if (value !== field.preset) house.push({ name: field.name, value });
  return { ...game, house };
}

/** The rules' fields with the values that the house rules give them, whatever the host last said. */
export function agreed(fields: readonly RuleField[], house: readonly HouseRule[]): RuleField[] {
  return fields.map((field) => {
    const rule = house.find(({ name }) => name === field.name);
    return { ...field, value: rule?.value ?? field.preset };
  });
}

/**
 * The game as the host gets it: names without blanks around them, and levels that there are.
 *
 * @param me the name of the device's owner
 */
export function readied(game: NewGame, me: string | null, levels: readonly number[]): NewGame {
  const nearest = (level: number) =>
    levels.length === 0 || levels.includes(level) ? level : Math.min(level, Math.max(...levels));
  return {
    ...game,
    seats: seated((color) => {
      const { name, player } = of(game.seats, color);
      if (player.type === 'cpu') return seat({ ...player, level: nearest(player.level) });
      return { name: (name ?? (player.me ? me : null))?.trim() || null, player };
    }),
  };
}
