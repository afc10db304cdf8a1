//! `vierschach match`: two players against each other in many games, and what that says of their
//! strength.

mod engine;
mod game;
mod interrupt;
mod journal;
mod player;
mod schedule;
mod tally;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use crate::Error;
use crate::arguments::whole;
use crate::fingerprint::Fingerprint;
use crate::game_args::RulesArgs;
pub(crate) use game::{Opening, Openings};
use interrupt::Interrupt;
use journal::{Build, Conditions, Journal, Played};
use player::{Means, Player, PlayerName};
use schedule::{Seating, Seats};
use tally::{Bounds, Sprt, Tally, Verdict};

/// Arguments of `match`.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: vierschach match --a search --b uci:./old --rules teams \\
    --setup modern --games 200 --nodes 5000 --journal match.jsonl

Players: a level as 3 or level3, with its own budget; `search`, the full search, or `search:OUTLOOK` with
an outlook on rivals (paranoid, best-reply); `uci:PROGRAM`, any engine that knows the rules by the
options Mode and Setup. The last two take --nodes or --ms a move.
Each opening is played with every distribution of the seats: in teams two games, two seats against
two six, one against three four. A game's score for A is in teams 1, 1/2 or 0, else the mean share
of its seats, (4 - place) / 3 with ties averaged. Openings are the observations: only those played with
every distribution count in the score, and errors are those of 95 % by Student's distribution for so many.
Elo is told between teams alone: a share of places is no chance to win.
After each game `places` are those of red, blue, yellow and green; in the end `+3 =1 -4` says that A had
more than half of three games, half of one and less of four.
Ctrl-C ends a match with the sum so far; with --journal the same command goes on where it was, as long as
the programs that play are the same files.
With --nodes and levels of fixed budgets the same arguments give the same games."
)]
pub(crate) struct Args {
    /// The player whose strength is measured
    #[arg(long, value_name = "PLAYER")]
    a: PlayerName,
    /// Whom it is measured against
    #[arg(long, value_name = "PLAYER")]
    b: PlayerName,
    /// Most games, up to whole openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<usize>(1..=1_000_000))]
    games: usize,
    #[command(flatten)]
    rules: RulesArgs,
    /// Nodes a move for `search` and programs
    #[arg(long, value_name = "N", conflicts_with = "ms", value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,
    /// Milliseconds a move for `search` and programs
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(1..))]
    ms: Option<u64>,
    /// Size of each table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = whole(1..=4096_usize))]
    hash: usize,
    /// A's seats where all play for themselves: 1 against three, 2 against two, or 3 against one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(1..=3_u8))]
    seats: u8,
    /// Openings are drawn from this number
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Random plies of an opening
    #[arg(long, value_name = "N", default_value_t = 8)]
    opening: u32,
    /// Moves of all players after which a game ends, unless the rules have a limit
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u16>(1..))]
    moves: u16,
    /// End when one of two strengths of A is refuted (each error in 5 % of cases): in Elo between teams, 0,10; as
    /// mean shares where all play for themselves, 0.50,0.55
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Bounds>,
    /// Games played are kept here and not played again
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

impl Args {
    /// What a search may use for a move.
    fn means(&self) -> Result<Means, Error> {
        let needs = [&self.a, &self.b].iter().any(|name| name.needs_means());
        if needs && self.nodes.is_none() && self.ms.is_none() {
            return Err(Error::Usage(
                "how long may a move take? Give --nodes or --ms".to_owned(),
            ));
        }
        Ok(Means {
            nodes: self.nodes,
            time: self.ms.map(Duration::from_millis),
            table_bytes: self.hash << 20,
        })
    }

    /// What must be the same for games to count together.
    fn conditions(&self) -> Result<Conditions, Error> {
        let Args {
            a,
            b,
            rules,
            nodes,
            ms,
            hash,
            seats,
            seed,
            opening,
            moves,
            ..
        } = self;
        let arguments =
            format!("{a} {b} {rules:?} {nodes:?} {ms:?} {hash} {seats} {seed} {opening} {moves}");
        let mut builds = vec![Build {
            program: "vierschach".to_owned(),
            file: Fingerprint::own()?,
        }];
        for path in [a, b].into_iter().filter_map(PlayerName::program) {
            builds.push(Build {
                program: path.display().to_string(),
                file: Fingerprint::of_program(path)?,
            });
        }
        Ok(Conditions { arguments, builds })
    }
}

pub(crate) fn run(args: &Args, output: &mut dyn Write) -> Result<(), Error> {
    let mut rules = args.rules.rules()?;
    rules.move_limit = rules.move_limit.or(Some(args.moves));
    let means = args.means()?;
    let sprt = args.sprt.map(|bounds| Sprt::new(bounds, rules.teams));
    let sprt = sprt.transpose()?;
    let interrupt = Interrupt::listen()?;
    let mut a = Player::new(&args.a, &rules, means, &interrupt)?;
    let mut b = Player::new(&args.b, &rules, means, &interrupt)?;
    let seats = Seats::new(&rules, args.seats);
    let mut journal = match &args.journal {
        Some(path) => Journal::open(path, &args.conditions()?)?,
        None => Journal::none(),
    };
    let whole = seats.all().count();
    let mut tally = Tally::new(rules.teams, whole);
    let total = args.games.next_multiple_of(whole);
    let openings = Openings::new(&rules, args.seed, args.opening);
    'openings: for number in 0.. {
        let opening = openings.draw(number);
        for (index, seating) in seats.all().enumerate() {
            let played = match journal.next(number, index)? {
                Some(played) => played,
                None => {
                    let players = [&mut a, &mut b];
                    let played = game::play(&rules, &opening, seating, players);
                    if interrupt.is_pressed() {
                        // The game has no end, or not one that counts.
                        break 'openings;
                    }
                    let played = played?;
                    journal.add(number, index, &played)?;
                    played
                }
            };
            tally.add(number, seating, &played);
            progress(&tally, total, sprt, seating, &played);
        }
        let decided = sprt.is_some_and(|sprt| sprt.verdict(&tally) != Verdict::Open);
        if decided || tally.games() >= args.games {
            break 'openings;
        }
    }
    write!(output, "{}", tally.summary())?;
    for (name, player) in [("A", &a), ("B", &b)] {
        if let Some(effort) = player.effort() {
            writeln!(output, "{name}: {effort}")?;
        }
    }
    if let Some(sprt) = sprt {
        writeln!(output, "{}", sprt.tell(&tally))?;
    }
    if interrupt.is_pressed() {
        output.flush()?;
        return Err(Error::Interrupted(match args.journal {
            Some(_) => "stopped; the same command goes on where it was",
            None => "stopped; with --journal FILE the same command would go on where it was",
        }));
    }
    Ok(())
}

/// A line about each game, on the error output.
fn progress(tally: &Tally, total: usize, sprt: Option<Sprt>, seating: Seating, played: &Played) {
    let sprt = sprt.map_or(String::new(), |sprt| format!(", {}", sprt.tell(tally)));
    eprintln!(
        "{}/{total} A as {seating}: places {:?}, {} after {} moves; {}{sprt}",
        tally.games(),
        played.places,
        played.reason,
        played.moves,
        tally.line(),
    );
}
