//! What a screen may ask of its host.

use serde::{Deserialize, Serialize};

use crate::{Color, GameId, Move, Player, Settings, Variant};

/// One client message with the number under which a refusal names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Chosen by the client, counting up within a connection.
    pub id: u32,
    /// What is asked.
    pub message: ClientMessage,
}

/// What a screen asks of its host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum ClientMessage {
    /// The first message of a connection; answered by [`crate::ServerMessage::Welcome`].
    Hello {
        /// The client's [`crate::VERSION`].
        protocol: u32,
    },
    /// Starts a game; answered by its snapshot. The screen shows it from then on.
    CreateGame(NewGame),
    /// Shows a game and lets its CPUs think. Answered by the events after `since`, if there are
    /// any and not too many, else by a snapshot. A screen shows one game at a time: the one that
    /// it showed before is left.
    OpenGame {
        /// Which game.
        game: GameId,
        /// The number of the last event that the client has.
        since: Option<u32>,
    },
    /// The screen no longer shows the game: its CPUs stop thinking. Nothing is lost.
    LeaveGame {
        /// Which game.
        game: GameId,
    },
    /// A move by the player to move, in the game that the screen shows. It carries the position it was meant for; in any other
    /// position it is refused as [`crate::ErrorCode::Stale`] and a snapshot follows.
    Play {
        /// Which game.
        game: GameId,
        /// The ply of the position that the player saw.
        ply: u32,
        /// The hash of the position that the player saw.
        hash: String,
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// A person gives up, in the game that the screen shows; allowed in anybody's turn.
    Resign {
        /// Which game.
        game: GameId,
        /// Who resigns: a colour of this client's.
        color: Color,
        /// The ply of the position that the player saw.
        ply: u32,
    },
    /// Takes a game out of the list.
    DeleteGame {
        /// Which game.
        game: GameId,
    },
    /// Asks for the list of games.
    ListGames {},
    /// Keeps the settings; answered by [`crate::ServerMessage::Settings`].
    SaveSettings {
        /// All of them.
        settings: Settings,
    },
}

/// A game to be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGame {
    /// The preset whose rules it has.
    pub variant: Variant,
    /// Who moves first.
    pub first: Color,
    /// The seats in the order Red, Blue, Yellow, Green.
    pub seats: [NewSeat; 4],
}

/// Who shall sit on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewSeat {
    /// A name of up to [`crate::MAX_NAME_CHARS`] characters; `None`: the screen chooses the words.
    pub name: Option<String>,
    /// A person on this device or a CPU.
    pub player: Player,
}
