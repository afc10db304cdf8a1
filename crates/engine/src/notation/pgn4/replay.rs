//! Plays a printed game by the rules and compares it with what is printed.

use super::{Action, Entry, Fault, Leaving, MoveText, Pgn4, Reason, Slot, Step, Wing};
use crate::{Color, Error, Game, Kind, Lead, MateTest, Move, Report, Side, Square, Status};

/// A game that was played from its text.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game after its last entry.
    pub game: Game,
    /// What was done, in order.
    pub steps: Vec<Replayed>,
}

/// One thing that a player did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The entry of the main line, counted from 0, that says so; none for a command before it.
    pub slot: Option<usize>,
    /// What was done.
    pub action: Action,
    /// What it did to the game.
    pub report: Report,
}

impl Pgn4 {
    /// Plays the main line. Each move must be legal, each `+` and `#` as printed, and the points
    /// and winners those of the `Result` tag.
    ///
    /// The move that ends the game may lack its `#`.
    ///
    /// # Errors
    /// [`Error::Pgn4`] with the first [`Fault`].
    pub fn replay(&self) -> Result<Replay, Error> {
        match self.play_all(None) {
            Ok((replay, _)) => Ok(replay),
            Err(placed) => Err(placed.1.into()),
        }
    }

    /// Plays the main line though signs, taken pieces' letters or the result are not as printed:
    /// these become faults beside the replay. A new queen may go unprinted.
    ///
    /// Each fault comes with the entry of the main line, counted from 0, that it is about.
    pub(in crate::notation) fn replay_gently(&self) -> Result<(Replay, Vec<Placed>), Placed> {
        self.play_all(Some(Vec::new()))
    }

    /// `doubts` takes what is not as printed; without, that is a fault.
    fn play_all(&self, doubts: Option<Vec<Placed>>) -> Result<(Replay, Vec<Placed>), Placed> {
        let game = self
            .start()
            .map_err(|reason| self.fault(None, reason.into()))?;
        // As though the player before the first had the last entry.
        let last = Color::from_index(game.turn().unwrap_or(Color::Red).index() + 3);
        let replay = Replay {
            game,
            steps: Vec::new(),
        };
        let mut player = Player {
            replay,
            slot: None,
            last,
            owed: [false; 4],
            out: Vec::new(),
            gentle: doubts.is_some(),
            doubts: Vec::new(),
            room: MAX_DOUBTS,
        };
        let mut doubts = doubts.unwrap_or_default();
        player
            .commands(&self.line.comments)
            .map_err(|failed| self.fault(None, failed))?;
        for (index, slot) in self.line.slots.iter().enumerate() {
            player.slot = Some(index);
            let color = player.replay.game.turn();
            let at = |reason| self.fault(Some(index), Failed { reason, color });
            player.entry(slot).map_err(|failed| at(failed.reason))?;
            doubts.extend(player.doubts.drain(..).map(at));
        }
        match self.check_outcome(&player.replay.game) {
            Err(reason) if player.gentle => doubts.push(self.fault(None, reason.into())),
            checked => checked.map_err(|reason| self.fault(None, reason.into()))?,
        }
        Ok((player.replay, doubts))
    }

    /// A fault at an entry of the main line, or of the game at large.
    fn fault(&self, at: Option<usize>, failed: Failed) -> Placed {
        let Failed { reason, color } = failed;
        let slot = at.and_then(|index| self.line.slots.get(index));
        let upto = &self.line.slots[..at.map_or(0, |index| index + 1)];
        let fault = Fault {
            game: self.number().map(str::to_owned),
            round: upto.iter().rev().find_map(|slot| slot.round),
            color,
            entry: slot.map(|slot| slot.entry.to_string()),
            ..reason.into()
        };
        (at, Box::new(fault))
    }
}

/// A text with more doubts than this is told no better by them.
const MAX_DOUBTS: usize = 64;

/// A fault and the entry of the main line that it is about.
pub(in crate::notation) type Placed = (Option<usize>, Box<Fault>);

/// Why playing stopped, and whose turn it was.
struct Failed {
    reason: Reason,
    color: Option<Color>,
}

impl From<Reason> for Failed {
    fn from(reason: Reason) -> Failed {
        Failed {
            reason,
            color: None,
        }
    }
}

/// Plays entry by entry.
struct Player {
    replay: Replay,
    slot: Option<usize>,
    /// Whose entry the last one was.
    last: Color,
    /// Players who left by a command and whose `R` or `T` is still to come.
    owed: [bool; 4],
    /// Players mated or stalemated whose sign is still to come.
    out: Vec<(Color, Status)>,
    /// Whether to go on where something is not as printed.
    gentle: bool,
    /// What is not as printed in the present entry.
    doubts: Vec<Reason>,
    /// How many doubts are still kept.
    room: usize,
}

impl Player {
    /// Something that no move depends on is not as printed.
    fn doubt(&mut self, reason: Reason) -> Result<(), Reason> {
        if !self.gentle {
            return Err(reason);
        }
        if self.room > 0 {
            self.room -= 1;
            self.doubts.push(reason);
        }
        Ok(())
    }

    fn entry(&mut self, slot: &Slot) -> Result<(), Failed> {
        match slot.entry {
            Entry::Move(text) => self.move_text(&text)?,
            Entry::Left { leaving, mated } => self.left(leaving, mated)?,
            Entry::Stalemated => self.sign_of_out(Status::Stalemated)?,
            Entry::Mated => self.sign_of_out(Status::Mated)?,
        }
        self.commands(&slot.comments)
    }

    /// Does what commands in comments say.
    fn commands(&mut self, comments: &[String]) -> Result<(), Failed> {
        for action in comments
            .iter()
            .flat_map(|comment| Action::commands(comment))
        {
            let left = match action {
                Action::Resign(color) | Action::TimeOut(color) | Action::Claim(color) => color,
                Action::Move(_) => continue,
            };
            self.act(action).map_err(|error| Failed {
                reason: Reason::Refused(error),
                color: Some(left),
            })?;
            self.owed[left.index()] = !self.moves_on(left);
        }
        Ok(())
    }

    /// Whether a player who has left will still move, and so prints the reason with a move.
    fn moves_on(&self, color: Color) -> bool {
        let game = &self.replay.game;
        let status = game.status()[color.index()];
        game.turn().is_some() && matches!(status, Status::Wandering | Status::Walking)
    }

    fn act(&mut self, action: Action) -> Result<(), Error> {
        let report = action.play(&mut self.replay.game)?;
        let gone = report.statuses.iter().copied();
        self.out
            .extend(gone.filter(|(_, status)| is_signed(*status)));
        self.replay.steps.push(Replayed {
            slot: self.slot,
            action,
            report,
        });
        Ok(())
    }

    fn turn(&self) -> Result<Color, Reason> {
        self.replay.game.turn().ok_or(Reason::Over)
    }

    /// A lone `R` or `T`: one that a command already told, or of the player to move.
    fn left(&mut self, leaving: Leaving, mated: bool) -> Result<(), Reason> {
        let color = match self.next_owed() {
            Some(color) => {
                self.owed[color.index()] = false;
                color
            }
            None => {
                let color = self.turn()?;
                self.leave(color, leaving)?;
                color
            }
        };
        self.last = color;
        if mated {
            self.take_out(|(out, status)| out == color && status == Status::Mated)?;
        }
        Ok(())
    }

    /// The first player after the last entry's, but before the player to move, whose `R` or `T`
    /// is still to come.
    fn next_owed(&self) -> Option<Color> {
        let turn = self.replay.game.turn();
        following(self.last)
            .take_while(|color| Some(*color) != turn)
            .find(|color| self.owed[color.index()])
    }

    fn leave(&mut self, color: Color, leaving: Leaving) -> Result<(), Reason> {
        let claims = leaving == Leaving::Resigned && self.replay.game.rules().lead == Lead::Claim;
        if claims && self.act(Action::Claim(color)).is_ok() {
            return Ok(());
        }
        let action = match leaving {
            Leaving::Resigned => Action::Resign(color),
            Leaving::TimedOut => Action::TimeOut(color),
        };
        self.act(action).map_err(Reason::Refused)
    }

    fn sign_of_out(&mut self, status: Status) -> Result<(), Reason> {
        if let Some(color) = self.take_out(|(_, out)| out == status)? {
            self.last = color;
        }
        Ok(())
    }

    fn take_out(
        &mut self,
        wanted: impl Fn((Color, Status)) -> bool,
    ) -> Result<Option<Color>, Reason> {
        match self.out.iter().position(|out| wanted(*out)) {
            Some(found) => Ok(Some(self.out.remove(found).0)),
            None => self.doubt(Reason::NobodyOut).map(|()| None),
        }
    }

    fn move_text(&mut self, text: &MoveText) -> Result<(), Reason> {
        let color = self.turn()?;
        let before = self.replay.game.status();
        if let (Some(leaving), true) = (text.leaving, before[color.index()].plays()) {
            self.leave(color, leaving)?;
            if self.turn()? != color {
                return Err(Reason::Unreadable);
            }
        }
        let game = &self.replay.game;
        let mv = match text.step {
            Step::Castle(wing) => castling(game, color, wing)
                .filter(|mv| game.is_legal(*mv))
                .ok_or(Reason::NoCastling)?,
            Step::Plain {
                kind,
                from,
                to,
                captured,
                promoted,
            } => {
                let mut mv = Move {
                    from,
                    to,
                    promotion: promoted.map(|promoted| promoted.kind),
                };
                check_piece(game, color, kind, from)?;
                if self.gentle && promoted.is_none() && !game.is_legal(mv) {
                    let queen = Some(Kind::Queen);
                    let promoting = Move {
                        promotion: queen,
                        ..mv
                    };
                    if game.is_legal(promoting) {
                        mv = promoting;
                    }
                }
                let found = taken(game, mv);
                let legal = game.is_legal(mv);
                if found != captured {
                    self.doubt(Reason::WrongCapture {
                        printed: captured,
                        found,
                    })?;
                }
                if !legal {
                    return Err(Reason::Illegal(mv));
                }
                mv
            }
        };
        self.out.clear();
        self.act(Action::Move(mv)).map_err(Reason::Refused)?;
        self.last = color;
        self.check_signs(text, before)
    }

    fn check_signs(&mut self, text: &MoveText, before: [Status; 4]) -> Result<(), Reason> {
        let Some(Replayed { report, .. }) = self.replay.steps.last() else {
            return Ok(());
        };
        let counted = count(report.checks.iter());
        let mated = count(mated_by_move(report, before));
        // Where mate is decided on turn, the mated player's own slot holds the sign.
        let on_turn = self.replay.game.rules().mate == MateTest::OnTurn;
        let unprinted = text.mates == 0 && (on_turn || report.result.is_some());
        if counted != text.checks {
            self.doubt(Reason::WrongChecks {
                printed: text.checks,
                counted,
            })?;
        }
        if mated != text.mates && !unprinted {
            self.doubt(Reason::WrongMates {
                printed: text.mates,
                counted: mated,
            })?;
        }
        if text.mates > 0 {
            self.out.retain(|(_, status)| *status != Status::Mated);
        }
        Ok(())
    }
}

/// Whether the notation has a sign for going out like this.
pub(super) const fn is_signed(status: Status) -> bool {
    matches!(status, Status::Mated | Status::Stalemated)
}

/// The opponents whom a move mated or whose king it took: notation's `#` signs. `before` is how
/// everybody stood; a king that no longer moves is taken without the sign.
pub(super) fn mated_by_move(report: &Report, before: [Status; 4]) -> impl Iterator<Item = Color> {
    let gone = report.statuses.iter().filter(move |(color, status)| {
        Some(*color) != report.mover
            && matches!(status, Status::Mated | Status::Captured)
            && before[color.index()].moves()
    });
    gone.map(|(color, _)| *color)
}

pub(super) fn count<T>(items: impl Iterator<Item = T>) -> u8 {
    u8::try_from(items.count()).unwrap_or(u8::MAX)
}

/// The colours after one in turn order, up to itself.
pub(super) fn following(color: Color) -> impl Iterator<Item = Color> {
    (1..=4).map(move |step| Color::from_index(color.index() + step))
}

/// Compares what stands where a move begins with what is printed.
fn check_piece(game: &Game, color: Color, printed: Kind, square: Square) -> Result<(), Reason> {
    let position = game.position();
    let piece = position.piece_at(square).ok_or(Reason::NoPiece(square))?;
    if piece.color != color {
        return Err(Reason::NotOwn {
            square,
            owner: piece.color,
        });
    }
    if piece.kind != printed {
        return Err(Reason::WrongKind {
            square,
            printed,
            found: piece.kind,
        });
    }
    Ok(())
}

/// The kind that a move is printed to take: what stands on its target, or en passant a pawn.
pub(super) fn taken(game: &Game, mv: Move) -> Option<Kind> {
    let position = game.position();
    let pawn = position
        .piece_at(mv.from)
        .is_some_and(|piece| piece.kind == Kind::Pawn);
    let diagonal = mv.from.file() != mv.to.file() && mv.from.rank() != mv.to.rank();
    match position.piece_at(mv.to) {
        Some(piece) => Some(piece.kind),
        None => (pawn && diagonal).then_some(Kind::Pawn),
    }
}

/// How a king stands along its back rank: its file, or its rank on the west and east side.
const fn place(side: Side, square: Square) -> u8 {
    match side {
        Side::South | Side::North => square.file(),
        Side::West | Side::East => square.rank(),
    }
}

/// The king's move on a wing, which is kingside towards the nearer corner.
fn castling(game: &Game, color: Color, wing: Wing) -> Option<Move> {
    let side = game.rules().side(color);
    let king = game.position().king(color)?;
    let forward = (place(side, king) == 7) == (wing == Wing::Kingside);
    let target = |place: u8| {
        if forward {
            place.checked_add(2)
        } else {
            place.checked_sub(2)
        }
    };
    let to = match side {
        Side::South | Side::North => Square::new(target(king.file())?, king.rank()),
        Side::West | Side::East => Square::new(king.file(), target(king.rank())?),
    };
    to.map(|to| Move::new(king, to))
}

/// The wing of a castling move; none for every other move.
pub(super) fn castling_wing(game: &Game, mv: Move) -> Option<Wing> {
    let piece = game.position().piece_at(mv.from)?;
    let is_king = piece.kind == Kind::King;
    let far = mv
        .from
        .file()
        .abs_diff(mv.to.file())
        .max(mv.from.rank().abs_diff(mv.to.rank()))
        == 2;
    let wings = [Wing::Kingside, Wing::Queenside].into_iter();
    let mut wings = wings.filter(|_| is_king && far);
    wings.find(|wing| castling(game, piece.color, *wing) == Some(mv))
}
