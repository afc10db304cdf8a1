//! A game: rules, position, history. Skeleton while the rules are being filled in.

use crate::{Color, Error, GameResult, Move, MoveList, Position, Report, Rules, Square, Status};

/// A game in progress or over.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    position: Position,
}

impl Game {
    /// A game from the rules' start position; `first` moves first.
    pub fn new(rules: Rules, first: Color) -> Game {
        Game {
            rules,
            position: Position::start(&rules, first),
        }
    }
    /// A game from a FEN4.
    ///
    /// # Errors
    /// [`Error::BadFen4`] names the field and what is wrong with it.
    pub fn from_fen4(_rules: Rules, _fen4: &str) -> Result<Game, Error> {
        todo!()
    }
    /// The position as FEN4.
    pub fn to_fen4(&self) -> String {
        todo!()
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
        todo!()
    }
    /// Whether a move is legal.
    pub fn is_legal(&self, _mv: Move) -> bool {
        todo!()
    }
    /// Plays a move.
    ///
    /// # Errors
    /// [`Error::IllegalMove`], [`Error::GameOver`].
    pub fn play(&mut self, _mv: Move) -> Result<Report, Error> {
        todo!()
    }
    /// A player resigns, in anybody's turn.
    ///
    /// # Errors
    /// [`Error::NotPlaying`], [`Error::GameOver`].
    pub fn resign(&mut self, _color: Color) -> Result<Report, Error> {
        todo!()
    }
    /// A player's time ran out. Under rules where the host moves instead this changes nothing.
    ///
    /// # Errors
    /// [`Error::NotPlaying`], [`Error::GameOver`].
    pub fn time_out(&mut self, _color: Color) -> Result<Report, Error> {
        todo!()
    }
    /// The leader of the last two claims the win.
    ///
    /// # Errors
    /// [`Error::NoClaim`], [`Error::GameOver`].
    pub fn claim(&mut self, _color: Color) -> Result<Report, Error> {
        todo!()
    }
    /// Whether the player to move is a wandering army or a walking king, for whom the host plays
    /// a legal move chosen uniformly at random.
    pub fn chance_moves(&self) -> bool {
        todo!()
    }
    /// Points that count, in turn order.
    pub fn points(&self) -> [i32; 4] {
        todo!()
    }
    /// What wandering armies earned since they left, in turn order.
    pub fn tally(&self) -> [i32; 4] {
        todo!()
    }
    /// How each player stands, in turn order.
    pub fn status(&self) -> [Status; 4] {
        todo!()
    }
    /// Whose kings are in check, in turn order.
    pub fn checks(&self) -> [bool; 4] {
        todo!()
    }
    /// The squares of the pieces that give check to a colour's king.
    pub fn checkers(&self, _color: Color) -> impl Iterator<Item = Square> {
        std::iter::empty()
    }
    /// Zobrist key of the position.
    pub fn hash(&self) -> u64 {
        todo!()
    }
    /// Moves of all players since the game's start position.
    pub fn ply(&self) -> u32 {
        todo!()
    }
    /// Plies since the last capture, pawn move or elimination.
    pub fn clock(&self) -> u16 {
        todo!()
    }
    /// The game's first player.
    pub fn first(&self) -> Color {
        todo!()
    }
}
