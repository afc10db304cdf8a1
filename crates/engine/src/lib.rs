//! The rules of chess for four on the 160-square cross board.
//!
//! [`Rules`] holds every rule in which variants differ, [`Preset`] names values of it.
//! [`Game`] plays by them, with history and reports of what each move did;
//! [`Position`] is the small `Copy` value below it that searches work on.
//! Nothing here does I/O, reads a clock or draws lots. Rules are cited as sections of
//! docs/RULES.md; docs/ENGINE.md explains the board representation.

mod bitboard;
mod color;
mod draft;
mod error;
mod game;
mod moves;
pub mod notation;
mod piece;
mod position;
mod report;
mod rules;
mod square;
mod tables;
mod zobrist;

pub use color::{Color, Side};
pub use draft::{Draft, DraftError};
pub use error::Error;
pub use game::Game;
pub use moves::{Move, MoveList};
pub use notation::pgn4;
pub use piece::{Kind, Piece};
pub use position::{CheckSquares, Danger, Position, Pressure, Surveyor};
pub use report::{Award, AwardReason, EndReason, GameResult, Report, SquareChange, Status};
pub use rules::{
    Choices, EndOfFile, Field, KingCapture, Lead, MateTest, Material, Points, Preset, Promotion,
    PromotionKinds, PromotionRank, Resignation, Rules, Setup, Stalemate, Tie, TimeOut,
};
pub use square::Square;
