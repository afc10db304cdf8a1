//! The lines that a program sends to an engine.

use std::time::Duration;

use vierschach_engine::{Color, Move};

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: say who you are and what can be set.
    Uci,
    /// `isready`: answer when everything before is done.
    IsReady,
    /// `ucinewgame`: the next position is of another game.
    NewGame,
    /// `setoption name … value …`.
    SetOption {
        /// The option's name as sent.
        name: String,
        /// Its value, if one was sent.
        value: Option<String>,
    },
    /// `position …`.
    Position {
        /// Where to start.
        start: Start,
        /// Moves from there.
        moves: Vec<Move>,
    },
    /// `go …`.
    Go(Go),
    /// `stop`: answer with the best move so far.
    Stop,
    /// `perft N`, also as `go perft N`.
    Perft(u32),
    /// `d`: show the position.
    Display,
    /// `quit`.
    Quit,
    /// An empty line, or one that asks for nothing here, such as `debug on`.
    Nothing,
}

/// Where a position starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The setup of the options, or of the mode.
    StartPos,
    /// A setup by its name.
    Setup(vierschach_engine::Setup),
    /// A FEN4, which may hold blanks.
    Fen4(String),
}

/// What a search may take. Without any limit it goes on until `stop`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `depth N`.
    pub depth: Option<u8>,
    /// `nodes N`.
    pub nodes: Option<u64>,
    /// `movetime MS`.
    pub movetime: Option<Duration>,
    /// `rtime btime ytime gtime MS`: what is left on each player's clock.
    pub clocks: [Option<Duration>; 4],
    /// `rinc binc yinc ginc MS`: what each player gets per move.
    pub increments: [Duration; 4],
    /// `movestogo N`: moves until the clocks are set anew.
    pub moves_to_go: Option<u32>,
}

/// A line that can't be obeyed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// No such command.
    #[error("unknown command {0:?}")]
    Unknown(String),
    /// A word is missing after another.
    #[error("{0}: something is missing")]
    Missing(&'static str),
    /// A limit that leaves nothing to search.
    #[error("{what} can't be {word}, the least is 1")]
    TooLittle {
        /// The limit.
        what: &'static str,
        /// The number as sent, shortened.
        word: String,
    },
    /// A limit that other engines know.
    #[error("go {0}: not supported")]
    Unsupported(&'static str),
    /// A word that can't be read.
    #[error("{what}: unreadable {word:?}")]
    Unreadable {
        /// What it should be.
        what: &'static str,
        /// The word, shortened.
        word: String,
    },
}

/// What other engines can be asked for after `go`, and this one not.
const UNSUPPORTED: [&str; 2] = ["mate", "searchmoves"];

/// Deepest `perft`: more would never end.
const MAX_PERFT: u32 = 20;
/// Most moves after a position.
const MAX_MOVES: usize = 10_000;

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

fn number<T: std::str::FromStr>(what: &'static str, word: Option<&str>) -> Result<T, BadLine> {
    let word = word.ok_or(BadLine::Missing(what))?;
    word.parse().map_err(|_| BadLine::Unreadable {
        what,
        word: shortened(word),
    })
}

/// A limit of a search, at least 1.
fn limit(what: &'static str, word: Option<&str>) -> Result<u64, BadLine> {
    match number::<i64>(what, word)? {
        ..1 => Err(BadLine::TooLittle {
            what,
            word: shortened(word.unwrap_or_default()),
        }),
        limit => Ok(limit.unsigned_abs()),
    }
}

/// Milliseconds; programs send what is left as a negative number when a clock has run over.
fn milliseconds(what: &'static str, word: Option<&str>) -> Result<Duration, BadLine> {
    let milliseconds: i64 = number(what, word)?;
    Ok(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
}

impl std::str::FromStr for Command {
    type Err = BadLine;

    fn from_str(line: &str) -> Result<Command, BadLine> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return Ok(Command::Nothing);
        };
        match first {
            "uci" => Ok(Command::Uci),
            "isready" => Ok(Command::IsReady),
            "ucinewgame" => Ok(Command::NewGame),
            "setoption" => set_option(line),
            "position" => position(words),
            "go" => go(words),
            "stop" => Ok(Command::Stop),
            "perft" => perft(words.next()),
            "d" => Ok(Command::Display),
            "quit" => Ok(Command::Quit),
            "debug" | "register" | "ponderhit" => Ok(Command::Nothing),
            other => Err(BadLine::Unknown(shortened(other))),
        }
    }
}

fn perft(depth: Option<&str>) -> Result<Command, BadLine> {
    let depth: u32 = number("perft", depth)?;
    if depth > MAX_PERFT {
        return Err(BadLine::Unreadable {
            what: "perft",
            word: depth.to_string(),
        });
    }
    Ok(Command::Perft(depth))
}

/// `setoption name N [value V]`; both may hold blanks.
fn set_option(line: &str) -> Result<Command, BadLine> {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let Some(("name", rest)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err(BadLine::Missing("setoption name"));
    };
    let value = rest.iter().position(|word| *word == "value");
    let name = rest[..value.unwrap_or(rest.len())].join(" ");
    if name.is_empty() {
        return Err(BadLine::Missing("setoption name"));
    }
    Ok(Command::SetOption {
        name,
        value: value.map(|at| rest[at + 1..].join(" ")),
    })
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, BadLine> {
    let what = "position";
    let start = words.next().ok_or(BadLine::Missing(what))?;
    let mut rest: Vec<&str> = words.collect();
    let at = rest.iter().position(|word| *word == "moves");
    let moves = at.map(|at| rest.split_off(at)).unwrap_or_default();
    let start = match start {
        "startpos" => Start::StartPos,
        "fen" | "fen4" if rest.is_empty() => return Err(BadLine::Missing("fen4")),
        "fen" | "fen4" => Start::Fen4(rest.join(" ")),
        name => Start::Setup(name.parse().map_err(|_| BadLine::Unreadable {
            what,
            word: shortened(name),
        })?),
    };
    if moves.len() > MAX_MOVES {
        return Err(BadLine::Unreadable {
            what: "moves",
            word: format!("{} moves", moves.len()),
        });
    }
    let moves = moves.into_iter().skip(1).map(|word| {
        word.parse().map_err(|_| BadLine::Unreadable {
            what: "moves",
            word: shortened(word),
        })
    });
    Ok(Command::Position {
        start,
        moves: moves.collect::<Result<_, _>>()?,
    })
}

fn depth(word: Option<&str>) -> Result<u8, BadLine> {
    let what = "depth";
    let depth = limit(what, word)?;
    depth.try_into().map_err(|_| BadLine::Unreadable {
        what,
        word: depth.to_string(),
    })
}

/// The colour of a word like `rtime` or `ginc`.
fn color_of<'a>(word: &'a str, suffix: &str) -> Option<Color> {
    let letter: &'a str = word.strip_suffix(suffix)?;
    if letter.len() == 1 {
        letter.parse().ok()
    } else {
        None
    }
}

fn go<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, BadLine> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => go.depth = Some(depth(words.next())?),
            "nodes" => go.nodes = Some(limit("nodes", words.next())?),
            "movetime" => {
                go.movetime = Some(Duration::from_millis(limit("movetime", words.next())?));
            }
            "movestogo" => go.moves_to_go = Some(number("movestogo", words.next())?),
            "perft" => return perft(words.next()),
            "infinite" | "ponder" => {}
            _ => {
                if let Some(color) = color_of(word, "time") {
                    go.clocks[color.index()] = Some(milliseconds("time", words.next())?);
                } else if let Some(color) = color_of(word, "inc") {
                    go.increments[color.index()] = milliseconds("inc", words.next())?;
                } else if let Some(known) = UNSUPPORTED.into_iter().find(|known| *known == word) {
                    return Err(BadLine::Unsupported(known));
                } else {
                    return Err(BadLine::Unreadable {
                        what: "go",
                        word: shortened(word),
                    });
                }
            }
        }
    }
    Ok(Command::Go(go))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vierschach_engine::Setup;

    fn parse(line: &str) -> Result<Command, BadLine> {
        line.parse()
    }

    #[test]
    fn positions() {
        let position = |start, moves: &[&str]| {
            let moves = moves.iter().map(|mv| mv.parse().expect("a move")).collect();
            Ok(Command::Position { start, moves })
        };
        assert_eq!(parse("position startpos"), position(Start::StartPos, &[]));
        assert_eq!(
            parse(" position modern  moves d2d4 h7h8q"),
            position(Start::Setup(Setup::Modern), &["d2d4", "h7h8q"])
        );
        assert_eq!(
            parse("position fen4 R-0 0-1 / moves a4b4"),
            position(Start::Fen4("R-0 0-1 /".to_owned()), &["a4b4"])
        );
        for bad in [
            "position",
            "position fen",
            "position fen moves d2d4",
            "position x",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        assert!(parse("position startpos moves d2d99").is_err());
    }

    #[test]
    fn searches() {
        let Ok(Command::Go(go)) = parse("go rtime 60000 gtime -5 yinc 200 movestogo 10 depth 4")
        else {
            panic!("unreadable");
        };
        assert_eq!(go.clocks[0], Some(Duration::from_secs(60)));
        assert_eq!((go.clocks[1], go.clocks[3]), (None, Some(Duration::ZERO)));
        assert_eq!(go.increments[2], Duration::from_millis(200));
        assert_eq!((go.moves_to_go, go.depth), (Some(10), Some(4)));
        assert_eq!(parse("go infinite"), Ok(Command::Go(Go::default())));
        assert_eq!(parse("go perft 3"), Ok(Command::Perft(3)));
        for bad in [
            "go depth",
            "go depth x",
            "go depth 300",
            "go xtime 3",
            "go time 3",
            "perft 99",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_that_leave_nothing_are_refused() {
        for (line, told) in [
            ("go movetime -5", "movetime can't be -5, the least is 1"),
            ("go movetime 0", "movetime can't be 0, the least is 1"),
            ("go nodes 0", "nodes can't be 0, the least is 1"),
            ("go depth 0", "depth can't be 0, the least is 1"),
            ("go mate 2", "go mate: not supported"),
            ("go searchmoves d2d4", "go searchmoves: not supported"),
        ] {
            assert_eq!(
                parse(line).map_err(|bad| bad.to_string()),
                Err(told.to_owned())
            );
        }
    }

    #[test]
    fn options_may_hold_blanks() {
        let set = |name: &str, value: Option<&str>| {
            Ok(Command::SetOption {
                name: name.to_owned(),
                value: value.map(str::to_owned),
            })
        };
        assert_eq!(
            parse("setoption name Mode value teams"),
            set("Mode", Some("teams"))
        );
        assert_eq!(parse("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption name A value b  c"), set("A", Some("b c")));
        assert!(parse("setoption").is_err());
        assert!(parse("setoption name").is_err());
        assert!(parse("setoption name value x").is_err());
    }
}
