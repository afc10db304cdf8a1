//! What a person can set, kept by the host.

use serde::{Deserialize, Serialize};

use crate::NewGame;

/// The settings of a device. Fields that an older file lacks take their defaults; fields that
/// only a newer version knows are passed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// How the app looks.
    pub theme: Theme,
    /// The language of the screens; `None`: as the system says.
    pub language: Option<Language>,
    /// How pieces are drawn.
    pub pieces: PieceSet,
    /// How squares are drawn.
    pub board: BoardShade,
    /// How fast pieces move.
    pub speed: Speed,
    /// Whether a move waits for a confirmation where there is no clock.
    pub confirm: Confirm,
    /// Whether a move waits for a confirmation under a clock.
    pub confirm_timed: Confirm,
    /// Whether a move may be entered before its turn, against CPUs.
    pub premove: bool,
    /// How moves are entered.
    pub input: Input,
    /// Whether coordinates are shown.
    pub coordinates: bool,
    /// Whether danger before one's next turn is shown.
    pub dangers: bool,
    /// What is heard.
    pub sounds: Sounds,
    /// What is felt, on devices that can.
    pub haptics: Haptics,
    /// Which moves are read out to a screen reader.
    pub announce: Announce,
    /// How several people at one screen see the board.
    pub table_view: TableView,
    /// The level chosen last, 1 being the weakest.
    pub level: u8,
    /// The name of the person; `None`: the screen says "you".
    pub name: Option<String>,
    /// The address of the relay for rooms, as in `https://play.example`; `None`: the one that the
    /// app was built for. A browser's is where its page came from.
    pub relay: Option<String>,
    /// The game started last, for the next one.
    pub last_game: Option<NewGame>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            language: None,
            pieces: PieceSet::Classic,
            board: BoardShade::Sand,
            speed: Speed::Normal,
            confirm: Confirm::Small,
            confirm_timed: Confirm::Off,
            premove: true,
            input: Input::Board,
            coordinates: true,
            dangers: true,
            sounds: Sounds::default(),
            haptics: Haptics::default(),
            announce: Announce::All,
            table_view: TableView::default(),
            level: 1,
            name: None,
            relay: None,
            last_game: None,
        }
    }
}

/// How the app looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// As the system is set.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// High contrast.
    Contrast,
}

/// The language of the screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// German.
    De,
    /// English.
    En,
    /// Russian.
    Ru,
}

/// Whether a move waits for a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Confirm {
    /// Where squares are smaller than 28 px.
    Small,
    /// Always.
    On,
    /// Never.
    Off,
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// Drawn figures.
    Classic,
    /// Letters and marks, for small squares.
    Letters,
}

/// How squares are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum BoardShade {
    /// Warm.
    Sand,
    /// Cool.
    Slate,
    /// Strong difference between light and dark.
    Strong,
}

/// How fast pieces move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Speed {
    /// Twice the time.
    Slow,
    /// As designed.
    Normal,
    /// Half the time.
    Fast,
    /// Pieces jump.
    Off,
}

/// What is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Sounds {
    /// Any sound at all.
    pub on: bool,
    /// One's own moves.
    pub mine: bool,
    /// The others' moves.
    pub others: bool,
    /// The turn has come.
    pub turn: bool,
    /// Check.
    pub check: bool,
    /// Points.
    pub points: bool,
    /// Somebody is out, the game is over.
    pub ending: bool,
    /// Time is running out.
    pub low_time: bool,
}

impl Default for Sounds {
    fn default() -> Self {
        Self {
            on: true,
            mine: true,
            others: true,
            turn: true,
            check: true,
            points: true,
            ending: true,
            low_time: true,
        }
    }
}

/// What is felt, on devices that can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Haptics {
    /// A light tick at others' moves.
    pub others: bool,
    /// A medium one at a check on oneself.
    pub check: bool,
    /// A heavy one at mate.
    pub mate: bool,
}

impl Default for Haptics {
    fn default() -> Self {
        Self {
            others: true,
            check: true,
            mate: true,
        }
    }
}

/// How moves are entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// On the board.
    Board,
    /// From a list of the legal moves.
    List,
    /// By the letters and numbers of two squares.
    Pad,
}

/// Which moves are read out to a screen reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Announce {
    /// Everybody's.
    All,
    /// Checks, captures of one's own pieces, mates and one's own turn.
    Important,
}

/// How several people at one screen see the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct TableView {
    /// What turns.
    pub turning: Turning,
    /// Whether the device is handed over behind a screen of its own.
    pub hand_over: bool,
}

impl Default for TableView {
    fn default() -> Self {
        Self {
            turning: Turning::Fixed,
            hand_over: false,
        }
    }
}

/// What turns when the device is passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Turning {
    /// Nothing: the board stays.
    Fixed,
    /// The board turns to the player to move.
    Mover,
    /// The device lies flat: pieces and labels face their owners.
    Owners,
}
