//! The named rules: four of our own and three of the public servers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{
    EndOfFile, KingCapture, Lead, MateTest, Material, Points, Promotion, PromotionKinds,
    PromotionRank, Resignation, Rules, Setup, Stalemate, Tie, TimeOut,
};
use crate::{Error, Side};

/// A named set of rules (docs/RULES.md sections 10 and 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Everybody for themselves, by points.
    Solo,
    /// Red and Yellow against Blue and Green.
    Teams,
    /// Partners side by side; a team loses by the mate of its last king.
    Vierschach,
    /// Everybody for themselves; resigned armies wander.
    FourKingdoms,
    /// Free for all as the public server plays it today.
    ServerFfa,
    /// Free for all as the public server played it in 2019.
    #[serde(rename = "server-ffa-2019")]
    ServerFfa2019,
    /// Teams as the public server plays them.
    ServerTeams,
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 7] = [
        Preset::Solo,
        Preset::Teams,
        Preset::Vierschach,
        Preset::FourKingdoms,
        Preset::ServerFfa,
        Preset::ServerFfa2019,
        Preset::ServerTeams,
    ];

    /// The name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Solo => "solo",
            Preset::Teams => "teams",
            Preset::Vierschach => "vierschach",
            Preset::FourKingdoms => "four-kingdoms",
            Preset::ServerFfa => "server-ffa",
            Preset::ServerFfa2019 => "server-ffa-2019",
            Preset::ServerTeams => "server-teams",
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Preset {
    type Err = Error;

    fn from_str(text: &str) -> Result<Preset, Error> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.name() == text)
            .ok_or_else(|| Error::UnknownPreset(text.chars().take(32).collect()))
    }
}

const SOLO_POINTS: Points = Points {
    pawn: 1,
    knight: 3,
    bishop: 5,
    rook: 5,
    queen: 9,
    promoted: 1,
    king: 20,
    checkmate: 20,
    stalemate: 20,
    walker_stalemate: 0,
    two_checks: 5,
    two_checks_queen: 1,
    three_checks: 20,
    three_checks_queen: 5,
    draw: 10,
    living_king: 0,
    lead: 21,
};

const SOLO: Rules = Rules {
    setup: Setup::Classic,
    seating: [Side::South, Side::West, Side::North, Side::East],
    teams: false,
    promotion: Promotion {
        rank: PromotionRank::Rank(8),
        kinds: PromotionKinds::Queen,
    },
    en_passant: true,
    mate: MateTest::AtOnce,
    king_capture: KingCapture::Eliminates,
    king_capture_in_check: false,
    stalemate: Stalemate::Out,
    move_limit: None,
    points: Some(SOLO_POINTS),
    lead: Lead::Ends,
    resignation: Resignation::Grey,
    time_out: TimeOut::HostMoves,
    material: Material::BareKings,
    tie: Tie::Shared,
};

const TEAMS: Rules = Rules {
    teams: true,
    promotion: Promotion {
        rank: PromotionRank::Rank(11),
        kinds: PromotionKinds::Any,
    },
    mate: MateTest::OnTurn,
    king_capture: KingCapture::Wins,
    stalemate: Stalemate::Draw,
    points: None,
    lead: Lead::None,
    resignation: Resignation::TeamLoses,
    ..SOLO
};

const VIERSCHACH: Rules = Rules {
    setup: Setup::Lutze,
    seating: [Side::South, Side::North, Side::West, Side::East],
    promotion: Promotion {
        rank: PromotionRank::End(EndOfFile::EndOfFile),
        kinds: PromotionKinds::Any,
    },
    king_capture: KingCapture::FirstOfTeam,
    stalemate: Stalemate::Pass,
    ..TEAMS
};

const FOUR_KINGDOMS: Rules = Rules {
    seating: [Side::South, Side::East, Side::North, Side::West],
    en_passant: false,
    points: Some(Points {
        two_checks: 0,
        two_checks_queen: 0,
        three_checks: 0,
        three_checks_queen: 0,
        draw: 0,
        living_king: 20,
        ..SOLO_POINTS
    }),
    lead: Lead::None,
    resignation: Resignation::Wanders,
    time_out: TimeOut::Resigns,
    tie: Tie::LaterMover,
    ..SOLO
};

const SERVER_FFA: Rules = Rules {
    setup: Setup::Modern,
    king_capture_in_check: true,
    points: Some(Points {
        walker_stalemate: 10,
        living_king: 20,
        ..SOLO_POINTS
    }),
    lead: Lead::Claim,
    resignation: Resignation::Walks,
    time_out: TimeOut::Resigns,
    material: Material::MinorPiece,
    ..SOLO
};

const SERVER_FFA_2019: Rules = Rules {
    en_passant: false,
    points: Some(Points {
        living_king: 20,
        ..SOLO_POINTS
    }),
    lead: Lead::None,
    resignation: Resignation::Stands,
    time_out: TimeOut::Resigns,
    ..SOLO
};

const SERVER_TEAMS: Rules = Rules {
    setup: Setup::Modern,
    king_capture_in_check: true,
    time_out: TimeOut::Resigns,
    ..TEAMS
};

impl Rules {
    /// The rules a preset names.
    pub const fn preset(preset: Preset) -> Rules {
        match preset {
            Preset::Solo => SOLO,
            Preset::Teams => TEAMS,
            Preset::Vierschach => VIERSCHACH,
            Preset::FourKingdoms => FOUR_KINGDOMS,
            Preset::ServerFfa => SERVER_FFA,
            Preset::ServerFfa2019 => SERVER_FFA_2019,
            Preset::ServerTeams => SERVER_TEAMS,
        }
    }
}
