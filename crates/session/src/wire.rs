//! The one place where the engine's types meet the protocol's.
//!
//! Every value is taken apart exhaustively: a field or a variant that is added on one side does
//! not compile until it has been thought about here.

mod draft;
mod event;
mod study;

use vierschach_engine as engine;
use vierschach_protocol as protocol;

pub(crate) use draft::{draft, draft_game};
pub(crate) use event::{event, legal_moves, now, seat_event};
pub(crate) use study::{line_steps, premove, rule_fields};

pub(crate) fn color(color: engine::Color) -> protocol::Color {
    match color {
        engine::Color::Red => protocol::Color::Red,
        engine::Color::Blue => protocol::Color::Blue,
        engine::Color::Yellow => protocol::Color::Yellow,
        engine::Color::Green => protocol::Color::Green,
    }
}

pub(crate) fn engine_color(color: protocol::Color) -> engine::Color {
    match color {
        protocol::Color::Red => engine::Color::Red,
        protocol::Color::Blue => engine::Color::Blue,
        protocol::Color::Yellow => engine::Color::Yellow,
        protocol::Color::Green => engine::Color::Green,
    }
}

pub(crate) fn preset(variant: protocol::Variant) -> engine::Preset {
    match variant {
        protocol::Variant::Solo => engine::Preset::Solo,
        protocol::Variant::Teams => engine::Preset::Teams,
        protocol::Variant::Vierschach => engine::Preset::Vierschach,
        protocol::Variant::FourKingdoms => engine::Preset::FourKingdoms,
        protocol::Variant::ServerFfa => engine::Preset::ServerFfa,
        protocol::Variant::ServerFfa2019 => engine::Preset::ServerFfa2019,
        protocol::Variant::ServerTeams => engine::Preset::ServerTeams,
    }
}

pub(crate) fn variant(preset: engine::Preset) -> protocol::Variant {
    match preset {
        engine::Preset::Solo => protocol::Variant::Solo,
        engine::Preset::Teams => protocol::Variant::Teams,
        engine::Preset::Vierschach => protocol::Variant::Vierschach,
        engine::Preset::FourKingdoms => protocol::Variant::FourKingdoms,
        engine::Preset::ServerFfa => protocol::Variant::ServerFfa,
        engine::Preset::ServerFfa2019 => protocol::Variant::ServerFfa2019,
        engine::Preset::ServerTeams => protocol::Variant::ServerTeams,
    }
}

pub(crate) fn side(side: engine::Side) -> protocol::Side {
    match side {
        engine::Side::South => protocol::Side::South,
        engine::Side::West => protocol::Side::West,
        engine::Side::North => protocol::Side::North,
        engine::Side::East => protocol::Side::East,
    }
}

pub(crate) fn kind(kind: engine::Kind) -> protocol::Kind {
    match kind {
        engine::Kind::Pawn => protocol::Kind::Pawn,
        engine::Kind::Knight => protocol::Kind::Knight,
        engine::Kind::Bishop => protocol::Kind::Bishop,
        engine::Kind::Rook => protocol::Kind::Rook,
        engine::Kind::Queen => protocol::Kind::Queen,
        engine::Kind::King => protocol::Kind::King,
    }
}

pub(crate) fn square(square: engine::Square) -> protocol::Square {
    protocol::Square(square.to_string())
}

pub(crate) fn mv(mv: engine::Move) -> protocol::Move {
    protocol::Move(mv.to_string())
}

pub(crate) fn piece(piece: engine::Piece) -> protocol::Piece {
    let engine::Piece {
        kind: of,
        color: owner,
        promoted,
        grey,
    } = piece;
    protocol::Piece {
        color: color(owner),
        kind: kind(of),
        promoted,
        grey,
    }
}

pub(crate) fn engine_piece(piece: protocol::Piece) -> engine::Piece {
    let protocol::Piece {
        color: owner,
        kind: of,
        promoted,
        grey,
    } = piece;
    engine::Piece {
        kind: match of {
            protocol::Kind::Pawn => engine::Kind::Pawn,
            protocol::Kind::Knight => engine::Kind::Knight,
            protocol::Kind::Bishop => engine::Kind::Bishop,
            protocol::Kind::Rook => engine::Kind::Rook,
            protocol::Kind::Queen => engine::Kind::Queen,
            protocol::Kind::King => engine::Kind::King,
        },
        color: engine_color(owner),
        promoted,
        grey,
    }
}

pub(crate) fn placed(at: engine::Square, what: engine::Piece) -> protocol::Placed {
    protocol::Placed {
        square: square(at),
        piece: piece(what),
    }
}

pub(crate) fn change(change: engine::SquareChange) -> protocol::SquareChange {
    let engine::SquareChange {
        square: at,
        before,
        after,
    } = change;
    protocol::SquareChange {
        square: square(at),
        before: before.map(piece),
        after: after.map(piece),
    }
}

pub(crate) fn status(status: engine::Status) -> protocol::Status {
    match status {
        engine::Status::In => protocol::Status::In,
        engine::Status::Mated => protocol::Status::Mated,
        engine::Status::Captured => protocol::Status::Captured,
        engine::Status::Stalemated => protocol::Status::Stalemated,
        engine::Status::Resigned => protocol::Status::Resigned,
        engine::Status::Wandering => protocol::Status::Wandering,
        engine::Status::Walking => protocol::Status::Walking,
        engine::Status::Kingless => protocol::Status::Kingless,
        engine::Status::Out => protocol::Status::Out,
    }
}

pub(crate) fn reason(reason: engine::EndReason) -> protocol::EndReason {
    match reason {
        engine::EndReason::LastPlayer => protocol::EndReason::LastPlayer,
        engine::EndReason::Lead => protocol::EndReason::Lead,
        engine::EndReason::Checkmate => protocol::EndReason::Checkmate,
        engine::EndReason::KingCaptured => protocol::EndReason::KingCaptured,
        engine::EndReason::Resignation => protocol::EndReason::Resignation,
        engine::EndReason::Stalemate => protocol::EndReason::Stalemate,
        engine::EndReason::Repetition => protocol::EndReason::Repetition,
        engine::EndReason::MoveCount => protocol::EndReason::MoveCount,
        engine::EndReason::BareKings => protocol::EndReason::BareKings,
        engine::EndReason::MoveLimit => protocol::EndReason::MoveLimit,
        engine::EndReason::Claim => protocol::EndReason::Claim,
    }
}

pub(crate) fn result(result: engine::GameResult) -> protocol::GameResult {
    let engine::GameResult {
        reason: why,
        places,
    } = result;
    protocol::GameResult {
        reason: reason(why),
        places,
    }
}

/// A position's key as 16 hexadecimal digits.
pub(crate) fn hash(hash: u64) -> String {
    format!("{hash:016x}")
}

/// What stands on the board, from d1 rank by rank to k14.
pub(crate) fn board(position: &engine::Position) -> Vec<protocol::Placed> {
    engine::Square::all()
        .filter_map(|at| Some(placed(at, position.piece_at(at)?)))
        .collect()
}

/// What stands on the board as one text.
pub(crate) fn board_text(board: Vec<protocol::Placed>) -> protocol::Board {
    let pieces = board.into_iter();
    let texts: Vec<String> = pieces
        .map(|piece| String::from(crate::snapshot::BoardPiece(piece)))
        .collect();
    protocol::Board(texts.join(" "))
}

/// What a promoted piece counts, where that is not what a queen counts.
pub(crate) fn promoted_worth(rules: &engine::Rules) -> Option<i32> {
    let points = rules.points?;
    (points.promoted != points.queen).then_some(points.promoted)
}

/// The seats of a game in turn order.
pub(crate) fn seats(rules: &engine::Rules, seats: &[crate::LogSeat; 4]) -> Vec<protocol::Seat> {
    let seats = engine::Color::ALL.into_iter().zip(seats);
    seats
        .map(|(seated, seat)| {
            let crate::LogSeat { name, player } = seat;
            protocol::Seat {
                color: color(seated),
                side: side(rules.side(seated)),
                name: name.clone(),
                player: *player,
                partner: rules.teams.then(|| color(seated.partner())),
            }
        })
        .collect()
}

/// How far a CPU is.
pub(crate) fn thinking(
    game: &protocol::GameId,
    of: engine::Color,
    fraction: f32,
    depth: u8,
    nodes: u64,
) -> protocol::ServerMessage {
    protocol::ServerMessage::Thinking {
        game: game.clone(),
        color: color(of),
        fraction: if fraction.is_finite() {
            fraction.clamp(0.0, 1.0)
        } else {
            0.0
        },
        depth,
        nodes: u32::try_from(nodes).unwrap_or(u32::MAX),
    }
}

/// What a player may lose before their next turn.
pub(crate) fn dangers(game: &engine::Game, of: engine::Color) -> Vec<protocol::Danger> {
    let dangers = game.dangers(of).into_iter();
    dangers.map(|found| danger(game, found)).collect()
}

fn danger(game: &engine::Game, danger: engine::Danger) -> protocol::Danger {
    let engine::Danger {
        square: at,
        piece: what,
        by,
        covered,
        for_nothing,
    } = danger;
    let position = game.position();
    let attacker = |from: engine::Square| Some((from, position.piece_at(from)?.color));
    let mut by: Vec<_> = by.into_iter().filter_map(attacker).collect();
    // Who moves next comes first.
    let next = game.turn().map_or(0, engine::Color::index);
    by.sort_by_key(|(_, whose)| (whose.index() + 4 - next) % 4);
    let by = by.into_iter().map(|(from, whose)| protocol::Attacker {
        square: square(from),
        color: color(whose),
    });
    protocol::Danger {
        square: square(at),
        piece: piece(what),
        by: by.collect(),
        covered,
        for_nothing,
    }
}

/// The lead at which a game ends by itself, where the rules have it.
pub(crate) fn lead(rules: &engine::Rules) -> Option<i32> {
    match rules.lead {
        engine::Lead::Ends => rules.points.map(|points| points.lead),
        engine::Lead::None | engine::Lead::Claim => None,
    }
}
