//! Writes down a game that was played here.

use std::fmt;

use super::outcome::name_tag;
use super::replay::{castling_wing, count, following, is_signed, mated_by_move, taken};
use super::rules::{MEANING, by_points};
use super::{Entry, Leaving, Line, MoveText, Pgn4, Promoted, Slot, Step};
use crate::{Color, Error, Game, Kind, Lead, MateTest, Move, Report, Rules, Status};

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// From the rules' setup; the colour moves first.
    Setup(Color),
    /// From a FEN4, whose player to move moves first.
    Fen4(String),
}

impl Start {
    /// The game before anything is done in it.
    ///
    /// # Errors
    /// [`Error::BadFen4`], [`Error::BadRules`].
    pub fn game(&self, rules: Rules) -> Result<Game, Error> {
        rules.validate()?;
        match self {
            Start::Setup(first) => Ok(Game::new(rules, *first)),
            Start::Fen4(fen4) => Game::from_fen4_in_play(rules, fen4),
        }
    }
}

/// Writes a whole game as PGN4 text, so that [importing](crate::notation::import) it gives the same
/// game: rules, start and everything that was done. `tags` are added beside those of players,
/// rules, start and result; names that PGN4 can't read are left out.
///
/// ```
/// use vierschach_engine::notation::import;
/// use vierschach_engine::pgn4::{Action, Start, write};
/// use vierschach_engine::{Color, Preset, Rules};
/// let names = [Some("Ann".to_owned()), None, None, None];
/// let rules = Rules::preset(Preset::Vierschach);
/// let acts = [Action::Move("d2d4".parse().unwrap()), Action::Resign(Color::Green)];
/// let text = write(&names, &[], &rules, &Start::Setup(Color::Red), &acts).unwrap();
/// let read = import(&text).unwrap();
/// assert_eq!((read.names, read.rules, read.acts), (names, rules, acts.to_vec()));
/// ```
///
/// # Errors
/// Those of the first act that the rules refuse; [`Error::Pgn4`] for a game too long to be read.
pub fn write(
    names: &[Option<String>; 4],
    tags: &[(String, String)],
    rules: &Rules,
    start: &Start,
    acts: &[Action],
) -> Result<String, Error> {
    let named = Color::ALL.into_iter().zip(names);
    let named = named.filter_map(|(color, name)| Some((name_tag(color).to_owned(), name.clone()?)));
    let readable = |name: &str| {
        let mut letters = name.chars();
        letters
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic())
            && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    let others = tags.iter();
    let others = others.filter(|(name, _)| readable(name) && !MEANING.contains(&name.as_str()));
    let tags = named.chain(others.cloned()).collect();
    Pgn4::record(tags, rules, start, acts)?.to_text()
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The player to move, or chance for them, moves.
    Move(Move),
    /// A player resigns, in anybody's turn.
    Resign(Color),
    /// A player's time ran out.
    TimeOut(Color),
    /// A player claims the win.
    Claim(Color),
}

/// As in the trace format: `d2d4`, `resign B`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(mv) => mv.fmt(f),
            Action::Resign(color) => write!(f, "resign {}", color.letter()),
            Action::TimeOut(color) => write!(f, "timeout {}", color.letter()),
            Action::Claim(color) => write!(f, "claim {}", color.letter()),
        }
    }
}

impl Action {
    /// Does it.
    ///
    /// # Errors
    /// As [`Game::play`], [`Game::resign`], [`Game::time_out`] and [`Game::claim`].
    pub fn play(self, game: &mut Game) -> Result<Report, Error> {
        match self {
            Action::Move(mv) => game.play(mv),
            Action::Resign(color) => game.resign(color),
            Action::TimeOut(color) => game.time_out(color),
            Action::Claim(color) => game.claim(color),
        }
    }

    /// The command that tells an act which no entry tells, `[%resign blue]`.
    fn command(self) -> Option<String> {
        match self {
            Action::Move(_) => None,
            Action::Resign(color) => Some(format!("[%resign {color}]")),
            Action::TimeOut(color) => Some(format!("[%timeout {color}]")),
            Action::Claim(color) => Some(format!("[%claim {color}]")),
        }
    }

    /// The commands in a comment; commands of others, such as clocks, are passed over.
    pub(super) fn commands(comment: &str) -> impl Iterator<Item = Action> {
        comment.split("[%").skip(1).filter_map(|rest| {
            let (command, _) = rest.split_once(']')?;
            let (name, color) = command.split_once(' ')?;
            let color = color.trim().parse().ok()?;
            match name {
                "resign" => Some(Action::Resign(color)),
                "timeout" => Some(Action::TimeOut(color)),
                "claim" => Some(Action::Claim(color)),
                _ => None,
            }
        })
    }
}

impl Pgn4 {
    /// Writes down a game from what was done in it. `tags` come first, players' names (`Red` …)
    /// among them; rules, start and result are added, those of another game overwritten.
    ///
    /// What this gives [replays](Pgn4::replay) to the same actions, before and after its text was
    /// written and read.
    ///
    /// # Errors
    /// Those of the first action that the rules refuse.
    pub fn record(
        tags: Vec<(String, String)>,
        rules: &Rules,
        start: &Start,
        actions: &[Action],
    ) -> Result<Pgn4, Error> {
        let game = start.game(*rules)?;
        let mut pgn4 = Pgn4 {
            tags,
            line: Line::default(),
        };
        pgn4.tags
            .retain(|(name, _)| !matches!(name.as_str(), "Result" | "Termination"));
        pgn4.set_rules(rules, start);
        let last = Color::from_index(game.turn().unwrap_or(Color::Red).index() + 3);
        let mut recorder = Recorder {
            game,
            line: Line::default(),
            round: 0,
            last,
            pending: [None; 4],
            leaving: [None; 4],
        };
        let mut report = None;
        for action in actions {
            report = Some(recorder.action(*action)?);
        }
        recorder.tell_departed();
        recorder.flush(recorder.game.turn());
        pgn4.line = recorder.line;
        pgn4.set_outcome(&recorder.game, report.as_ref());
        Ok(pgn4)
    }
}

/// Writes entry by entry.
struct Recorder {
    game: Game,
    line: Line,
    round: u32,
    /// Whose entry the last one was.
    last: Color,
    /// What goes into a player's slot when the round comes to it.
    pending: [Option<Entry>; 4],
    /// Players who left and whose army moves on: its first move says so.
    leaving: [Option<Departed>; 4],
}

/// How a player left whose army moves on.
#[derive(Clone, Copy)]
struct Departed {
    leaving: Leaving,
    action: Action,
    /// Whether a command tells it already, besides the letter on the next move.
    told: bool,
}

impl Recorder {
    fn action(&mut self, action: Action) -> Result<Report, Error> {
        match action {
            Action::Move(mv) => self.moved(mv),
            Action::Resign(color) => self.left(action, color, Leaving::Resigned),
            Action::TimeOut(color) => self.left(action, color, Leaving::TimedOut),
            Action::Claim(color) => self.left(action, color, Leaving::Resigned),
        }
    }

    fn moved(&mut self, mv: Move) -> Result<Report, Error> {
        let color = self.game.turn().ok_or(Error::GameOver)?;
        let step = step(&self.game, mv);
        let before = self.game.status();
        let report = self.game.play(mv)?;
        let rules = self.game.rules();
        let signs_on_move = rules.mate == MateTest::AtOnce;
        let mates = if signs_on_move {
            count(mated_by_move(&report, before))
        } else {
            0
        };
        let text = MoveText {
            step,
            checks: count(report.checks.iter()),
            mates,
            leaving: self.leaving[color.index()]
                .take()
                .map(|departed| departed.leaving),
        };
        self.push(color, Entry::Move(text));
        self.sign_out(&report, |_, status| {
            status == Status::Stalemated || !signs_on_move
        });
        Ok(report)
    }

    fn left(&mut self, action: Action, color: Color, leaving: Leaving) -> Result<Report, Error> {
        let on_turn = self.game.turn() == Some(color);
        let claim = Action::Claim(color);
        let may_claim = self.game.rules().lead == Lead::Claim
            && action != claim
            && claim.play(&mut self.game.clone()).is_ok();
        let report = action.play(&mut self.game)?;
        if report.statuses.is_empty() && report.result.is_none() {
            // The host moves instead: nothing happened that the notation knows.
            return Ok(report);
        }
        if !on_turn || may_claim {
            self.command(action);
        }
        let mated = report.statuses.contains(&(color, Status::Mated));
        let turn = self.game.turn();
        let status = self.game.status()[color.index()];
        let moves_on = turn.is_some() && matches!(status, Status::Wandering | Status::Walking);
        let entry = Entry::Left { leaving, mated };
        if moves_on && (!on_turn || turn == Some(color)) {
            let told = !on_turn || may_claim;
            self.leaving[color.index()] = Some(Departed {
                leaving,
                action,
                told,
            });
        } else if on_turn {
            // Where a king that is to walk has no move, the turn passes.
            self.push(color, entry);
        } else {
            self.pending[color.index()] = Some(entry);
        }
        // The player's own entry says it all.
        self.sign_out(&report, |out, _| out != color);
        Ok(report)
    }

    /// Gives the players whom an action put out their sign, unless they have an entry already.
    fn sign_out(&mut self, report: &Report, wanted: impl Fn(Color, Status) -> bool) {
        for (color, status) in &report.statuses {
            let slot = &mut self.pending[color.index()];
            if is_signed(*status) && wanted(*color, *status) && slot.is_none() {
                *slot = Some(match status {
                    Status::Stalemated => Entry::Stalemated,
                    _ => Entry::Mated,
                });
            }
        }
    }

    /// Adds a command to the last entry.
    fn command(&mut self, action: Action) {
        self.tell_departed();
        let comments = match self.line.slots.last_mut() {
            Some(slot) => &mut slot.comments,
            None => &mut self.line.comments,
        };
        comments.extend(action.command());
    }

    /// Tells by command who left, where something else is told before the move that will say so.
    fn tell_departed(&mut self) {
        for color in Color::ALL {
            if let Some(departed) = &mut self.leaving[color.index()]
                && !departed.told
            {
                departed.told = true;
                let action = departed.action;
                self.command(action);
            }
        }
    }

    /// Writes the pending entries of the players after the last one and before `until`.
    fn flush(&mut self, until: Option<Color>) {
        for color in following(self.last).take_while(|color| Some(*color) != until) {
            if let Some(entry) = self.pending[color.index()].take() {
                self.write(color, entry);
            }
        }
    }

    fn push(&mut self, color: Color, entry: Entry) {
        self.flush(Some(color));
        self.write(color, entry);
    }

    fn write(&mut self, color: Color, entry: Entry) {
        let first = self.line.slots.is_empty();
        let round = (first || color <= self.last).then(|| {
            self.round += 1;
            self.round
        });
        self.line.slots.push(Slot::new(round, entry));
        self.last = color;
    }
}

/// A legal move as it is printed.
fn step(game: &Game, mv: Move) -> Step {
    if let Some(wing) = castling_wing(game, mv) {
        return Step::Castle(wing);
    }
    let kind = game
        .position()
        .piece_at(mv.from)
        .map_or(Kind::Pawn, |piece| piece.kind);
    let by_points = by_points(game.rules());
    let promoted = mv.promotion.map(|kind| Promoted {
        kind,
        by_points: by_points && kind == Kind::Queen,
    });
    Step::Plain {
        kind,
        from: mv.from,
        to: mv.to,
        captured: taken(game, mv),
        promoted,
    }
}
