//! The rules of a game as data: presets name values, house rules edit them.

mod choices;
mod preset;
mod setup;
mod table;
mod validate;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use choices::Choices;
pub use preset::Preset;
pub use setup::Setup;
pub use table::Field;

use crate::{Color, Kind, Side};

/// Every rule in which variants differ (docs/RULES.md section 10).
///
/// The engine asks these fields and never which preset they came from. [`Rules::validate`]
/// says whether a combination makes sense; what is deserialized has been asked.
///
/// ```
/// use vierschach_engine::{Preset, Rules, Setup};
/// let house = Rules { move_limit: Some(200), setup: Setup::Modern, ..Rules::preset(Preset::Solo) };
/// assert!(house.validate().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Rules {
    /// Where each king and queen starts: [setup](../../docs/RULES.md#setup).
    pub setup: Setup,
    /// Each colour's side, in turn order: [seating](../../docs/RULES.md#seating).
    pub seating: [Side; 4],
    /// Red and Yellow play against Blue and Green: [teams](../../docs/RULES.md#teams).
    pub teams: bool,
    /// Where pawns promote and to what: [promotion](../../docs/RULES.md#promotion).
    pub promotion: Promotion,
    /// Whether pawns capture en passant: [en passant](../../docs/RULES.md#en-passant).
    pub en_passant: bool,
    /// When mate is decided: [mate](../../docs/RULES.md#mate).
    pub mate: MateTest,
    /// What the capture of a king does: [king capture](../../docs/RULES.md#king-capture).
    pub king_capture: KingCapture,
    /// Whether a king may be captured though one's own stays in check:
    /// [taking a king in check](../../docs/RULES.md#king-capture-in-check).
    pub king_capture_in_check: bool,
    /// What stalemate does: [stalemate](../../docs/RULES.md#stalemate).
    pub stalemate: Stalemate,
    /// Moves of all players together after which the game ends:
    /// [move limit](../../docs/RULES.md#move-limit).
    pub move_limit: Option<u16>,
    /// What counts, or none where points don't decide: [points](../../docs/RULES.md#points).
    pub points: Option<Points>,
    /// What a large lead of one of the last two does: [lead](../../docs/RULES.md#lead).
    pub lead: Lead,
    /// What becomes of a player who resigns: [resignation](../../docs/RULES.md#resignation).
    pub resignation: Resignation,
    /// What happens when time runs out: [time](../../docs/RULES.md#time).
    pub time_out: TimeOut,
    /// Which material is too little to play on: [material](../../docs/RULES.md#material).
    pub material: Material,
    /// Who ranks first among equal points: [ties](../../docs/RULES.md#ties).
    pub tie: Tie,
}

/// Where pawns promote, and to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// The rank, counted from the player's own side.
    pub rank: PromotionRank,
    /// The kinds to choose from.
    pub kinds: PromotionKinds,
}

/// A pawn's last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", untagged)]
pub enum PromotionRank {
    /// The player's nth rank, on every file.
    Rank(u8),
    /// The last square of the pawn's file in its forward direction.
    End(EndOfFile),
}

/// The word `end-of-file`, the one value of [`PromotionRank`] that is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndOfFile {
    /// The last square of the pawn's file in its forward direction.
    EndOfFile,
}

/// What a pawn may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromotionKinds {
    /// A queen only.
    Queen,
    /// Queen, rook, bishop or knight.
    Any,
}

impl PromotionKinds {
    /// The kinds, strongest first.
    #[inline]
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            PromotionKinds::Queen => &[Kind::Queen],
            PromotionKinds::Any => &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight],
        }
    }
}

/// When mate is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MateTest {
    /// After every move, for each living opponent of the mover.
    AtOnce,
    /// When the mated player's turn comes.
    OnTurn,
}

/// What the capture of a king does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingCapture {
    /// The owner is eliminated.
    Eliminates,
    /// The capturer's team wins.
    Wins,
    /// The owner plays on without; a team's last king is royal and can't be captured.
    FirstOfTeam,
}

/// What stalemate does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stalemate {
    /// The player scores and is eliminated.
    Out,
    /// The game is drawn.
    Draw,
    /// The player is passed over; two stuck partners draw.
    Pass,
}

/// What a large lead of one of the last two players does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lead {
    /// Nothing.
    None,
    /// Ends the game.
    Ends,
    /// Lets the leader claim the win.
    Claim,
}

/// What becomes of a player who resigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resignation {
    /// All pieces turn grey.
    Grey,
    /// The team loses.
    TeamLoses,
    /// The army moves at random.
    Wanders,
    /// The army turns grey, the king moves at random.
    Walks,
    /// The army turns grey, the king stands still and may be captured for points.
    Stands,
}

/// What happens when a player's time runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeOut {
    /// The host moves for the player, who keeps the seat.
    HostMoves,
    /// As if the player had resigned.
    Resigns,
}

/// Which material is too little to play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Material {
    /// Nothing but kings.
    BareKings,
    /// Also two kings with at most a knight or bishop each.
    MinorPiece,
}

/// Who ranks first among equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// Nobody: the place is shared.
    Shared,
    /// The player later in turn order, counted from the game's first player.
    LaterMover,
}

/// What scores how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Capturing a living pawn.
    pub pawn: i32,
    /// Capturing a living knight.
    pub knight: i32,
    /// Capturing a living bishop.
    pub bishop: i32,
    /// Capturing a living rook.
    pub rook: i32,
    /// Capturing a living queen.
    pub queen: i32,
    /// Capturing a living promoted piece.
    pub promoted: i32,
    /// Capturing a king in check.
    pub king: i32,
    /// Giving checkmate.
    pub checkmate: i32,
    /// Being stalemated.
    pub stalemate: i32,
    /// Each player still in, when a walking king is stalemated.
    pub walker_stalemate: i32,
    /// Checking two kings with one move, by a piece other than a queen.
    pub two_checks: i32,
    /// Checking two kings with one move of a queen.
    pub two_checks_queen: i32,
    /// Checking three kings with one move, by a piece other than a queen.
    pub three_checks: i32,
    /// Checking three kings with one move of a queen.
    pub three_checks_queen: i32,
    /// Each player still in, at a draw.
    pub draw: i32,
    /// The last player, for every other king still living.
    pub living_king: i32,
    /// How far ahead one of the last two must be for [`Lead`].
    pub lead: i32,
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Rules::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Rules {
    /// Refuses rules that make no game.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        let rules = Rules::deserialize(deserializer)?;
        rules.validate().map_err(D::Error::custom)?;
        Ok(rules)
    }
}

impl Rules {
    /// The side a colour sits on.
    #[inline]
    pub const fn side(&self, color: Color) -> Side {
        self.seating[color.index()]
    }

    /// The colour on a side. Valid seatings have exactly one.
    pub fn color_on(&self, side: Side) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| self.side(*color) == side)
    }

    /// Whether two different colours are partners.
    #[inline]
    pub fn partners(&self, one: Color, other: Color) -> bool {
        self.teams && one.partner() == other
    }

    /// Whether pieces of the two colours may be each other's enemies.
    #[inline]
    pub fn enemies(&self, one: Color, other: Color) -> bool {
        one != other && !self.partners(one, other)
    }
}
