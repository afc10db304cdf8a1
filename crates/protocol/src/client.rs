//! What a screen may ask of its host.

use serde::{Deserialize, Serialize};

use crate::{
    Color, Draft, Entrance, GameId, HouseRule, Move, Player, RoomAct, Settings, TextFormat, Variant,
};

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
        /// The hash of the position that the player saw.
        hash: String,
    },
    /// A player claims the win, where [`crate::Now::can`] says so.
    Claim {
        /// Which game.
        game: GameId,
        /// Who claims: a colour of this client's.
        color: Color,
        /// The ply of the position that the player saw.
        ply: u32,
        /// The hash of the position that the player saw.
        hash: String,
    },
    /// Takes moves back until it is `color`'s turn again as before its last move, where
    /// [`crate::Now::can`] says so. People at one screen ask each other before it is sent.
    /// Answered by a snapshot to every screen that shows the game.
    TakeBack {
        /// Which game.
        game: GameId,
        /// Whose last move is taken back: a colour of this client's.
        color: Color,
        /// The ply of the position that the player saw.
        ply: u32,
        /// The hash of the position that the player saw.
        hash: String,
    },
    /// Hands a seat to somebody else: a person leaves and a CPU goes on, or comes back.
    SetPlayer {
        /// Which game.
        game: GameId,
        /// Which seat.
        color: Color,
        /// Who plays it from now on.
        player: Player,
    },
    /// The screen went out of sight (`true`) or came back: on one device, clocks and CPUs rest
    /// while nobody looks.
    Away {
        /// Whether nobody looks.
        away: bool,
    },
    /// Starts the next game of the same table: same seats and rules, and the next first player
    /// where the table rotates. Answered as `create-game`.
    PlayAgain {
        /// Which game.
        game: GameId,
    },
    /// Asks what the rules are under a table's house rules; answered by `rules`.
    DescribeRules {
        /// The preset.
        variant: Variant,
        /// What the table changes.
        house: Vec<HouseRule>,
    },
    /// Asks what threatens before one's next turn if this move is played; answered by `previewed`.
    Preview {
        /// Which game.
        game: GameId,
        /// The ply of the position that the player saw.
        ply: u32,
        /// The hash of the position that the player saw.
        hash: String,
        /// The move that is not confirmed yet.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// Asks what a person may enter in advance while others move; answered by `premoves`.
    AskPremoves {
        /// Which game.
        game: GameId,
        /// For whom: a colour of this client's.
        color: Color,
    },
    /// Has the CPU look at a position of the game; answered by `analysis` again and again, until
    /// it is done. A screen has one analysis at a time.
    Analyse {
        /// Which game.
        game: GameId,
        /// The position after the event of this number; 0: the start.
        number: u32,
        /// How many moves to tell apart, 1 to 5.
        lines: u8,
    },
    /// Ends the analysis.
    StopAnalysis {},
    /// Asks whether a position that is being edited can be played; answered by `draft-checked`.
    CheckDraft {
        /// The preset.
        variant: Variant,
        /// What the table changes.
        house: Vec<HouseRule>,
        /// The position.
        draft: Draft,
    },
    /// Asks for a draft of a game's position, to edit it; answered by `draft`.
    AskDraft {
        /// Which game.
        game: GameId,
        /// The position after the event of this number; 0: the start.
        number: u32,
    },
    /// Asks for a game's text; answered by `exported`.
    ExportGame {
        /// Which game.
        game: GameId,
        /// The position after the event of this number, for FEN4.
        number: u32,
        /// Which text.
        format: TextFormat,
    },
    /// Makes a game of a PGN4's or FEN4's text; answered by its snapshot, as `create-game`.
    ImportGame {
        /// The text, up to [`crate::MAX_IMPORT_BYTES`].
        text: String,
    },
    /// Asks for one part of everything that is kept, answered by `archive`: game by game, then the
    /// settings. A client asks for the next part when it has the one before.
    ExportAll {
        /// The game that the part before was about; `None`: there was none.
        after: Option<GameId>,
    },
    /// Brings one line of an archive back; answered by `archive-read`. A game that is kept already
    /// is left as it is.
    ImportArchive {
        /// A line that `archive` gave, up to [`crate::MAX_ARCHIVE_BYTES`] with the request around it.
        line: String,
    },
    /// Takes a game out of the list; for [`crate::BIN_DAYS`] days it can be brought back.
    DeleteGame {
        /// Which game.
        game: GameId,
    },
    /// Brings a deleted game back.
    RestoreGame {
        /// Which game.
        game: GameId,
    },
    /// Removes a deleted game for good.
    PurgeGame {
        /// Which game.
        game: GameId,
    },
    /// Asks for the list of games.
    ListGames {},
    /// Asks whether anybody is there, on either kind of connection; answered by
    /// [`crate::ServerMessage::Pong`]. A page hears nothing of a dead line until it asks.
    Ping {},
    /// Keeps the settings; answered by [`crate::ServerMessage::Settings`].
    SaveSettings {
        /// All of them.
        settings: Settings,
    },
    /// The first message of a connection to a room; answered by `room-entered`, and by the
    /// snapshot of the game or the events after those that the client knows, if one is played.
    EnterRoom {
        /// The client's [`crate::VERSION`].
        protocol: u32,
        /// How.
        entrance: Entrance,
    },
    /// Does something in the room that this connection is in.
    Room {
        /// What.
        act: RoomAct,
    },
}

/// A game to be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGame {
    /// The preset whose rules it has.
    pub variant: Variant,
    /// What the table changes in them.
    #[serde(default)]
    pub house: Vec<HouseRule>,
    /// What else the table agreed on.
    #[serde(default)]
    pub table: Table,
    /// Where the game starts from; `None`: the variant's start.
    #[serde(default)]
    pub start: Option<Draft>,
    /// Who moves first; of a [`Draft`] its own turn counts.
    pub first: Color,
    /// The seats in the order Red, Blue, Yellow, Green.
    pub seats: [NewSeat; 4],
}

/// What a table agreed on beside the rules (docs/RULES.md section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Table {
    /// Seconds for each move; `None`: no clock.
    pub move_seconds: Option<u16>,
    /// Whether the board shows where a chosen piece can go.
    pub show_legal: bool,
    /// Whether the next game starts with the next colour.
    pub rotate_first: bool,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            move_seconds: None,
            show_legal: true,
            rotate_first: true,
        }
    }
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
