//! The trace format: a game's actions in, the states between them out, a JSON line each
//! (tests/data/golden/README.md).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use vierschach_engine::{Color, Error, Game, GameResult, Preset, Rules, Status};

/// One line of input.
#[derive(Clone, Debug, Deserialize)]
pub struct Input {
    /// Name of the case, returned with the answer.
    pub id: String,
    /// Name of the preset.
    pub rules: String,
    /// Rules changed from the preset's.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// Start position; none for the start of the game.
    #[serde(default)]
    pub fen4: Option<String>,
    /// Who starts: `R` unless said; none with a start position.
    #[serde(default)]
    pub first: Option<String>,
    /// Moves (`d2d4`), `resign B`, `claim R`.
    #[serde(default)]
    pub actions: Vec<String>,
}

/// The state before the first action or after one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Letter of the player to move; none when the game is over.
    pub turn: Option<String>,
    /// Number of legal moves.
    pub legal: usize,
    /// CRC-32 of the sorted legal moves joined by blanks; 0 when there are none.
    pub crc: u32,
    /// Points that count, in turn order.
    pub points: [i32; 4],
    /// What wandering armies earned since they left, in turn order.
    pub tally: [i32; 4],
    /// How each player stands, in turn order.
    pub status: [Status; 4],
    /// Letters of the colours whose king is in check.
    pub check: String,
    /// Plies since the last capture, pawn move or elimination.
    pub clock: u16,
}

/// One line of output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Output {
    /// All actions were possible.
    Played {
        /// Name of the case.
        id: String,
        /// One state more than actions.
        states: Vec<State>,
        /// How the game ended, if it did.
        result: Option<GameResult>,
    },
    /// The case can't be played.
    Failed {
        /// Name of the case; empty if the line is no JSON.
        id: String,
        /// What is wrong.
        error: String,
        /// Index of the bad action; none if it is the line, the rules or the position.
        at: Option<usize>,
    },
}

/// Longest line that is read, in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// Answers one line of input with one line of output, both without the line break.
pub fn run_line(line: &str) -> String {
    let output = if line.len() > MAX_LINE {
        failed(
            "",
            format!(
                "a line of {} bytes, at most {MAX_LINE} are read",
                line.len()
            ),
            None,
        )
    } else {
        match serde_json::from_str::<Input>(line) {
            Ok(input) => run(&input),
            Err(error) => failed("", error.to_string(), None),
        }
    };
    // Strings and numbers always serialize.
    serde_json::to_string(&output).unwrap_or_default()
}

/// Answers a line that can't be read as text.
pub(crate) fn refuse(problem: &str) -> String {
    serde_json::to_string(&failed("", problem.to_owned(), None)).unwrap_or_default()
}

/// Plays one case.
pub fn run(input: &Input) -> Output {
    let mut game = match start(input) {
        Ok(game) => game,
        Err(error) => return failed(&input.id, error.to_string(), None),
    };
    let mut states = vec![state(&game)];
    for (at, action) in input.actions.iter().enumerate() {
        if let Err(error) = act(&mut game, action) {
            return failed(&input.id, error.to_string(), Some(at));
        }
        states.push(state(&game));
    }
    Output::Played {
        id: input.id.clone(),
        states,
        result: game.result().copied(),
    }
}

/// The rules of a preset with some fields replaced.
///
/// # Errors
/// Unknown presets and fields, values and combinations that make no game.
pub fn rules(preset: &str, set: &Map<String, Value>) -> Result<Rules, Error> {
    let preset: Preset = preset.parse()?;
    Rules::preset(preset).with_edits(&Value::Object(set.clone()))
}

fn start(input: &Input) -> Result<Game, Error> {
    let rules = rules(&input.rules, &input.set)?;
    match &input.fen4 {
        Some(fen4) => Game::from_fen4_in_play(rules, fen4),
        None => {
            let first = input.first.as_deref().map_or(Ok(Color::Red), str::parse)?;
            Ok(Game::new(rules, first))
        }
    }
}

fn act(game: &mut Game, action: &str) -> Result<(), Error> {
    match action.split_once(' ') {
        Some(("resign", color)) => game.resign(color.parse()?),
        Some(("claim", color)) => game.claim(color.parse()?),
        _ => game.play(action.parse()?),
    }
    .map(drop)
}

fn state(game: &Game) -> State {
    let mut moves: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    let checks = game.checks();
    State {
        turn: game.turn().map(|color| color.letter().to_string()),
        legal: moves.len(),
        crc: crc32fast::hash(moves.join(" ").as_bytes()),
        points: game.points(),
        tally: game.tally(),
        status: game.status(),
        check: Color::ALL
            .into_iter()
            .filter(|color| checks[color.index()])
            .map(Color::letter)
            .collect(),
        clock: game.clock(),
    }
}

fn failed(id: &str, error: String, at: Option<usize>) -> Output {
    Output::Failed {
        id: id.to_owned(),
        error,
        at,
    }
}
