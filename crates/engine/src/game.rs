//! A game: rules, position and history.

use crate::piece::Code;
use crate::position::{Observer, worth};
use crate::{
    Award, AwardReason, Color, Danger, Error, GameResult, Move, MoveList, Piece, Position, Report,
    Rules, Square, SquareChange, Status, TimeOut,
};

/// A game in progress or over.
///
/// ```
/// use vierschach_engine::{Color, Game, Preset, Rules};
/// let mut game = Game::new(Rules::preset(Preset::Solo), Color::Red);
/// assert_eq!(game.legal_moves().len(), 20);
/// let report = game.play("h2h4".parse().unwrap()).unwrap();
/// assert_eq!(report.mover, Some(Color::Red));
/// assert_eq!(game.turn(), Some(Color::Blue));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    position: Position,
    /// Keys of the positions that count, in order.
    keys: Vec<u64>,
    /// Extras of the FEN4 it started from that mean nothing to the rules.
    pub(crate) carried: Vec<(String, String)>,
}

/// Fills a report and keeps the history.
struct Scribe<'a> {
    report: Report,
    keys: &'a mut Vec<u64>,
}

impl Observer for Scribe<'_> {
    fn position(&mut self, key: u64) -> bool {
        self.keys.push(key);
        // Looking through hundreds of keys costs less than the map that every copy would copy.
        self.keys.iter().filter(|earlier| **earlier == key).count() >= 3
    }

    fn award(&mut self, color: Color, points: i32, reason: AwardReason, square: Option<Square>) {
        self.report.awards.push(Award {
            color,
            points,
            reason,
            square,
        });
    }

    fn status(&mut self, color: Color, status: Status) {
        self.report.statuses.push((color, status));
    }

    fn capture(&mut self, square: Square, piece: Piece) {
        self.report.captured.push((square, piece));
    }

    fn check(&mut self, color: Color) {
        self.report.checks.push(color);
    }

    fn wants_checks(&self) -> bool {
        true
    }
}

impl Game {
    /// A game from the rules' start position; `first` moves first. The rules should be
    /// [valid](Rules::validate); others make no sense of a game.
    pub fn new(rules: Rules, first: Color) -> Game {
        Game::begin(rules, Position::unsettled_start(&rules, first))
    }

    /// A game from a position that was set up: tests the end and decides for the player to move.
    pub(crate) fn begin(rules: Rules, position: Position) -> Game {
        let mut game = Game {
            rules,
            position,
            keys: Vec::new(),
            carried: Vec::new(),
        };
        let mut scribe = Scribe {
            report: Report::default(),
            keys: &mut game.keys,
        };
        game.position.begin(&rules, &mut scribe);
        game
    }

    /// The rules played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who is to move; none when the game is over.
    pub fn turn(&self) -> Option<Color> {
        self.position.turn()
    }

    /// The result when the game is over.
    pub fn result(&self) -> Option<&GameResult> {
        self.position.result()
    }

    /// The legal moves of the player to move; none when the game is over.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.position.legal_moves(&self.rules, &mut list);
        list
    }

    /// Whether a move is legal now.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(&self.rules, mv)
    }

    /// Plays a move of the player to move.
    ///
    /// # Errors
    /// [`Error::IllegalMove`], [`Error::GameOver`].
    pub fn play(&mut self, mv: Move) -> Result<Report, Error> {
        let mover = self.turn().ok_or(Error::GameOver)?;
        if !self.is_legal(mv) {
            return Err(Error::IllegalMove(mv));
        }
        let mut report = self.change(|position, rules, scribe| {
            *position = position.make_observed(rules, mv, scribe);
            Ok(())
        })?;
        report.mover = Some(mover);
        report.mv = Some(mv);
        Ok(report)
    }

    /// A player resigns, in anybody's turn (docs/RULES.md section 5).
    ///
    /// # Errors
    /// [`Error::NotPlaying`], [`Error::GameOver`].
    pub fn resign(&mut self, color: Color) -> Result<Report, Error> {
        let mut report =
            self.change(|position, rules, scribe| position.resign(rules, color, scribe))?;
        report.mover = Some(color);
        Ok(report)
    }

    /// A player's time ran out. Where the host moves instead ([`TimeOut::HostMoves`]) nothing
    /// changes; elsewhere it is a resignation.
    ///
    /// # Errors
    /// [`Error::NotPlaying`], [`Error::GameOver`].
    pub fn time_out(&mut self, color: Color) -> Result<Report, Error> {
        match self.rules.time_out {
            TimeOut::Resigns => self.resign(color),
            TimeOut::HostMoves if self.result().is_some() => Err(Error::GameOver),
            TimeOut::HostMoves if !self.status()[color.index()].plays() => {
                Err(Error::NotPlaying(color))
            }
            TimeOut::HostMoves => Ok(Report {
                mover: Some(color),
                ..Report::default()
            }),
        }
    }

    /// The leader of the last two claims the win, in anybody's turn (docs/RULES.md section 12).
    ///
    /// # Errors
    /// [`Error::NoClaim`], [`Error::GameOver`].
    pub fn claim(&mut self, color: Color) -> Result<Report, Error> {
        let mut report =
            self.change(|position, rules, scribe| position.claim(rules, color, scribe))?;
        report.mover = Some(color);
        Ok(report)
    }

    fn change(
        &mut self,
        act: impl FnOnce(&mut Position, &Rules, &mut Scribe<'_>) -> Result<(), Error>,
    ) -> Result<Report, Error> {
        let before = self.position;
        let mut scribe = Scribe {
            report: Report::default(),
            keys: &mut self.keys,
        };
        act(&mut self.position, &self.rules, &mut scribe)?;
        let mut report = scribe.report;
        let position = &self.position;
        report.changes.extend(Square::all().filter_map(|square| {
            let change = SquareChange {
                square,
                before: before.piece_at(square),
                after: position.piece_at(square),
            };
            (change.before != change.after).then_some(change)
        }));
        report.result = position.result().copied();
        Ok(report)
    }

    /// Whether the player to move is a wandering army or a walking king, for whom the host plays
    /// a legal move chosen uniformly at random.
    pub fn chance_moves(&self) -> bool {
        self.turn()
            .is_some_and(|turn| !self.status()[turn.index()].plays())
    }

    /// Points that count, in turn order.
    pub fn points(&self) -> [i32; 4] {
        self.position.points()
    }

    /// What wandering armies earned since they left, in turn order.
    pub fn tally(&self) -> [i32; 4] {
        self.position.tally()
    }

    /// How each player stands, in turn order.
    pub fn status(&self) -> [Status; 4] {
        self.position.status()
    }

    /// Whose kings are in check, in turn order.
    pub fn checks(&self) -> [bool; 4] {
        Color::ALL.map(|color| self.position.in_check(&self.rules, color))
    }

    /// The squares of the pieces that give check to a colour's king.
    pub fn checkers(&self, color: Color) -> impl Iterator<Item = Square> + use<> {
        self.position.checkers(&self.rules, color)
    }

    /// What the players who move before `color` does can take from them, in board order: see
    /// [`Position::dangers`].
    ///
    /// ```
    /// use vierschach_engine::{Color, Game, Preset, Rules};
    /// let mut game = Game::new(Rules::preset(Preset::Solo), Color::Red);
    /// for mv in ["e2e3", "b10c10", "e13e12", "m10l10", "f1c4"] {
    ///     game.play(mv.parse().unwrap()).unwrap();
    /// }
    /// // The bishop went in front of a pawn.
    /// let dangers = game.dangers(Color::Red);
    /// assert_eq!(dangers.len(), 1);
    /// assert_eq!(dangers[0].square.to_string(), "c4");
    /// assert!(dangers[0].for_nothing);
    /// ```
    pub fn dangers(&self, color: Color) -> Vec<Danger> {
        self.position.dangers(&self.rules, color)
    }

    /// How much taking `piece` weighs against taking another: its points where points count
    /// (docs/RULES.md section 7), the usual values elsewhere, a king more than all the rest together,
    /// a grey piece nothing.
    pub fn capture_value(&self, piece: Piece) -> i32 {
        if piece.grey {
            return 0;
        }
        worth(&self.rules, Code::new(piece))
    }

    /// What `color` may enter in advance while others are to move: see [`Position::premoves`].
    /// Whether it can be played, [`Game::is_legal`] says when the turn has come.
    pub fn premoves(&self, color: Color) -> Vec<Move> {
        self.position.premoves(&self.rules, color)
    }

    /// Zobrist key of the position.
    pub fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// The keys of all positions that count for repetition, in order (docs/RULES.md section 8).
    /// Positions from before the last elimination can't come again.
    pub fn history(&self) -> &[u64] {
        &self.keys
    }

    /// Moves of all players since the game's start position.
    pub fn ply(&self) -> u32 {
        self.position.ply()
    }

    /// Plies since the last capture, pawn move or elimination.
    pub fn clock(&self) -> u16 {
        self.position.clock()
    }

    /// The game's first player.
    pub fn first(&self) -> Color {
        self.position.first()
    }

    /// Leaf positions after exactly `depth` legal moves; a finished game has no children.
    /// With `bulk` the last ply is counted without making its moves.
    ///
    /// ```
    /// use vierschach_engine::{Color, Game, Preset, Rules};
    /// let game = Game::new(Rules::preset(Preset::Teams), Color::Red);
    /// assert_eq!(game.perft(3, true), 7960);
    /// ```
    pub fn perft(&self, depth: u32, bulk: bool) -> u64 {
        self.position
            .perft(&self.rules, depth, bulk, &mut self.keys.clone())
    }

    /// [`Game::perft`] for each move by itself.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        self.position
            .divide(&self.rules, depth, &mut self.keys.clone())
    }
}
