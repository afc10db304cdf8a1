//! The players of a match: levels, the full search, other programs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use vierschach_cpu::{Analysis, Level, Limits, Outlook, Resources, analyse, choose_with};
use vierschach_engine::{Game, Move, Rules};

use super::engine::Engine;
use super::interrupt::Interrupt;
use crate::Error;

/// Who plays, as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayerName {
    /// A CPU player.
    Level(Level),
    /// The search at full strength.
    Search(Outlook),
    /// A program.
    Uci(PathBuf),
}

impl PlayerName {
    /// Whether somebody must say what a move may take.
    pub(super) const fn needs_means(&self) -> bool {
        !matches!(self, PlayerName::Level(_))
    }

    /// The program that plays, if it is another one.
    pub(super) fn program(&self) -> Option<&Path> {
        match self {
            PlayerName::Level(_) | PlayerName::Search(_) => None,
            PlayerName::Uci(path) => Some(path),
        }
    }
}

impl FromStr for PlayerName {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerName, String> {
        if let Some(path) = text.strip_prefix("uci:") {
            return Ok(PlayerName::Uci(PathBuf::from(path)));
        }
        if text == "search" {
            return Ok(PlayerName::Search(Outlook::default()));
        }
        if let Some(outlook) = text.strip_prefix("search:") {
            let outlook = outlook.parse::<Outlook>();
            return outlook
                .map(PlayerName::Search)
                .map_err(|error| error.to_string());
        }
        let number = text.strip_prefix("level").unwrap_or(text);
        let level = number.parse::<Level>();
        level
            .map(PlayerName::Level)
            .map_err(|error| error.to_string())
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Level(level) => write!(f, "level{level}"),
            PlayerName::Search(outlook) if *outlook == Outlook::default() => f.write_str("search"),
            PlayerName::Search(outlook) => write!(f, "search:{outlook}"),
            PlayerName::Uci(path) => write!(f, "uci:{}", path.display()),
        }
    }
}

/// What the full search and programs may use for a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Means {
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) table_bytes: usize,
}

/// A player ready to play.
pub(super) struct Player {
    kind: Kind,
    interrupt: Interrupt,
    means: Means,
    moves: u64,
    depths: u64,
    took: Duration,
}

enum Kind {
    Level(Level),
    Search(Outlook),
    Uci(Box<Engine>),
}

impl Player {
    /// # Errors
    /// A program can't be started or does not answer.
    pub(super) fn new(
        name: &PlayerName,
        rules: &Rules,
        means: Means,
        interrupt: &Interrupt,
    ) -> Result<Player, Error> {
        let kind = match name {
            PlayerName::Level(level) => Kind::Level(*level),
            PlayerName::Search(outlook) => Kind::Search(*outlook),
            PlayerName::Uci(path) => Kind::Uci(Box::new(Engine::start(path, rules, means)?)),
        };
        Ok(Player {
            kind,
            interrupt: interrupt.clone(),
            means,
            moves: 0,
            depths: 0,
            took: Duration::ZERO,
        })
    }

    /// A new game begins.
    pub(super) fn begin(&mut self) -> Result<(), Error> {
        match &mut self.kind {
            Kind::Uci(engine) => engine.new_game(),
            Kind::Level(_) | Kind::Search(_) => Ok(()),
        }
    }

    /// Chooses a move; `moves` led to the game's position.
    ///
    /// # Errors
    /// There is none: a program fails, or Ctrl-C was pressed.
    pub(super) fn choose(&mut self, game: &Game, moves: &[Move], seed: u64) -> Result<Move, Error> {
        let start = Instant::now();
        let stop = self.interrupt.flag();
        let (mv, depth) = match &mut self.kind {
            Kind::Level(level) => by_level(game, *level, self.means, seed, stop),
            Kind::Search(outlook) => by_search(game, self.means, *outlook, stop),
            Kind::Uci(engine) => engine.choose(moves)?,
        };
        if self.interrupt.is_pressed() {
            return Err(Error::Interrupted("stopped"));
        }
        self.moves += 1;
        self.depths += u64::from(depth);
        self.took += start.elapsed();
        mv.filter(|mv| game.is_legal(*mv)).ok_or_else(|| {
            let name = mv.map_or("no move".to_owned(), |mv| mv.to_string());
            Error::Match(format!("{name} is no answer to {}", game.to_fen4()))
        })
    }

    /// How deep it looked and how long it took, on average; nothing where all games were known.
    pub(super) fn effort(&self) -> Option<String> {
        if self.moves == 0 {
            return None;
        }
        let moves = self.moves as f64;
        let depth = self.depths as f64 / moves;
        let milliseconds = 1e3 * self.took.as_secs_f64() / moves;
        Some(format!("depth {depth:.2}, {milliseconds:.1} ms a move"))
    }
}

fn by_level(
    game: &Game,
    level: Level,
    means: Means,
    seed: u64,
    stop: &AtomicBool,
) -> (Option<Move>, u8) {
    let start = Instant::now();
    let resources = Resources {
        threads: 1,
        table_bytes: means.table_bytes,
    };
    let now = || start.elapsed();
    let choice = choose_with(game, level, resources, seed, stop, &now, &mut |_| ());
    choice.map_or((None, 0), |choice| (Some(choice.mv), choice.depth))
}

fn by_search(game: &Game, means: Means, outlook: Outlook, stop: &AtomicBool) -> (Option<Move>, u8) {
    let start = Instant::now();
    let analysis = Analysis {
        limits: Limits {
            nodes: means.nodes,
            time: means.time,
            depth: None,
        },
        lines: 1,
        resources: Resources {
            threads: 1,
            table_bytes: means.table_bytes,
        },
        outlook,
    };
    let mut depth = 0;
    let best = analyse(game, &analysis, stop, &|| start.elapsed(), &mut |line| {
        depth = line.depth;
    });
    (best, depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_told() {
        for (text, name) in [
            ("3", PlayerName::Level(Level::Three)),
            ("level8", PlayerName::Level(Level::Eight)),
            ("search", PlayerName::Search(Outlook::default())),
            ("search:paranoid", PlayerName::Search(Outlook::Paranoid)),
            ("uci:./old one", PlayerName::Uci(PathBuf::from("./old one"))),
        ] {
            let read: PlayerName = text.parse().expect(text);
            assert_eq!(read, name);
            assert_eq!(read.to_string().parse(), Ok(read));
        }
        for text in ["", "level", "level9", "0", "strong", "search:rosy"] {
            assert!(text.parse::<PlayerName>().is_err(), "{text}");
        }
    }
}
