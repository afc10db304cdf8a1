//! Events, legal moves and the state of a game for the wire.

use std::cmp::Reverse;

use vierschach_engine::{
    Award, AwardReason, Color, Game, Kind, Move, MoveList, Piece, Report, Square, SquareChange,
    Status,
};
use vierschach_protocol as protocol;

use super::{change, color, hash, kind, mv, piece, placed, result, square, status};
use crate::Act;

/// The numbered event of an act that led from `before` to `after`.
///
/// `None` when the report lacks what an event must say, such as what an award was given for.
pub(crate) fn event(
    number: u32,
    round: u32,
    act: Act,
    before: &Game,
    after: &Game,
    report: &Report,
) -> Option<protocol::Event> {
    let Report {
        mover,
        mv: _,
        changes,
        awards,
        checks: _,
        statuses,
        captured: _,
        result: end,
    } = report;
    let (actor, action) = match act {
        Act::Move(played) => {
            let actor = mover.or(before.turn())?;
            (actor, move_action(before, played, report, false)?)
        }
        Act::HostMove(played) => {
            let actor = mover.or(before.turn())?;
            (actor, move_action(before, played, report, true)?)
        }
        Act::Resign(who) => (who, protocol::Action::Resign),
        Act::TimeOut(who) => (who, protocol::Action::TimeOut),
        Act::Claim(who) => (who, protocol::Action::Claim),
        // No acts of the engine's.
        Act::Seat(..) | Act::TakeBack { .. } => return None,
    };
    let awards = awards.iter();
    let statuses = statuses.iter();
    Some(protocol::Event {
        number,
        ply: after.ply(),
        round,
        color: color(actor),
        action,
        changes: changes.iter().copied().map(change).collect(),
        awards: awards
            .map(|given| award(given, act, before, after, report))
            .collect::<Option<_>>()?,
        statuses: statuses
            .map(|&(who, now)| protocol::StatusChange {
                color: color(who),
                status: status(now),
            })
            .collect(),
        points: after.points(),
        result: end.map(result),
    })
}

/// The event of a seat that changed hands, which changes nothing in the game.
pub(crate) fn seat_event(
    number: u32,
    round: u32,
    seat: Color,
    player: protocol::Player,
    game: &Game,
) -> protocol::Event {
    protocol::Event {
        number,
        ply: game.ply(),
        round,
        color: color(seat),
        action: protocol::Action::Seat { player },
        changes: Vec::new(),
        awards: Vec::new(),
        statuses: Vec::new(),
        points: game.points(),
        result: None,
    }
}

/// The legal moves of the player to move with what each of them does, found by playing it. In the
/// order that [`protocol::Now::legal`] promises.
pub(crate) fn legal_moves(game: &Game) -> Vec<protocol::LegalMove> {
    let moves: MoveList = game.legal_moves();
    let mut ranked: Vec<_> = moves
        .iter()
        .filter_map(|&mv| {
            let report = game.clone().play(mv).ok()?;
            Some((rank(game, mv, &report)?, played(game, mv, &report)?))
        })
        .collect();
    ranked.sort_by(|(one, _), (other, _)| one.cmp(other));
    ranked.into_iter().map(|(_, legal)| legal).collect()
}

/// Where a move stands among the legal ones: the lower, the more people look for it.
fn rank(game: &Game, mv: Move, report: &Report) -> Option<impl Ord + use<>> {
    let moved = game.position().piece_at(mv.from)?;
    let out = report.statuses.iter();
    let points = report.awards.iter();
    let captured = report.captured.iter();
    let most_first = Reverse((
        out.filter(|(who, status)| *who != moved.color && !status.moves())
            .count(),
        points
            .filter(|award| award.color == moved.color)
            .map(|award| award.points)
            .sum::<i32>(),
        captured
            .map(|(_, piece)| game.capture_value(*piece))
            .sum::<i32>(),
        report.captured.len(),
        report.checks.len(),
        mv.promotion,
        moved.kind,
    ));
    Some((most_first, mv.from, mv.to))
}

/// How things stand on the board; what depends on who sits at the screen is left empty.
pub(crate) fn now(game: &Game, round: u32) -> protocol::Now {
    protocol::Now {
        ply: game.ply(),
        round,
        hash: hash(game.hash()),
        turn: game.turn().map(color),
        points: game.points(),
        tally: game.tally(),
        status: game.status().map(status),
        checks: checks(game),
        legal: Vec::new(),
        clock: None,
        dangers: Vec::new(),
        can: protocol::Can::default(),
        result: game.result().copied().map(result),
    }
}

fn checks(game: &Game) -> Vec<protocol::Check> {
    let in_check = game.checks();
    let checked = Color::ALL.into_iter().filter(|who| in_check[who.index()]);
    checked
        .filter_map(|who| {
            Some(protocol::Check {
                color: color(who),
                king: square(game.position().king(who)?),
                from: game.checkers(who).map(square).collect(),
            })
        })
        .collect()
}

/// A move that was played in `before`, and what it did.
pub(super) fn played(before: &Game, played: Move, report: &Report) -> Option<protocol::LegalMove> {
    let mover = before.turn()?;
    let awards = report.awards.iter();
    let out = report.statuses.iter();
    Some(protocol::LegalMove {
        mv: mv(played),
        from: square(played.from),
        to: square(played.to),
        promotion: played.promotion.map(kind),
        captures: captures(report),
        points: awards
            .filter(|award| award.color == mover)
            .map(|award| award.points)
            .sum(),
        gives_check: report.checks.iter().copied().map(color).collect(),
        eliminates: out
            .filter(|(who, status)| *who != mover && !status.moves())
            .map(|&(who, _)| color(who))
            .collect(),
        castling: castling(before, played, report),
    })
}

fn move_action(
    before: &Game,
    played: Move,
    report: &Report,
    for_player: bool,
) -> Option<protocol::Action> {
    let moved = before.position().piece_at(played.from)?;
    Some(protocol::Action::Move {
        mv: mv(played),
        from: square(played.from),
        to: square(played.to),
        piece: piece(moved),
        promotion: played.promotion.map(kind),
        captured: captures(report),
        castling: castling(before, played, report),
        gives_check: report.checks.iter().copied().map(color).collect(),
        for_player,
    })
}

fn captures(report: &Report) -> Vec<protocol::Placed> {
    let captured = report.captured.iter();
    captured.map(|&(at, what)| placed(at, what)).collect()
}

/// The rook's way when a move is a castling: with the king, a rook of the same colour left its
/// square and stands on another.
fn castling(before: &Game, played: Move, report: &Report) -> Option<[protocol::Square; 2]> {
    let king = before.position().piece_at(played.from)?;
    if king.kind != Kind::King {
        return None;
    }
    let own_rook =
        |piece: Option<Piece>| piece.is_some_and(|p| p.kind == Kind::Rook && p.color == king.color);
    let find = |test: &dyn Fn(&SquareChange) -> bool| {
        let mut changes = report.changes.iter();
        changes.find(|change| test(change)).map(|c| c.square)
    };
    let from = find(&|change| own_rook(change.before) && change.after.is_none())?;
    let to = find(&|change| change.before.is_none() && own_rook(change.after))?;
    Some([square(from), square(to)])
}

fn award(
    award: &Award,
    act: Act,
    before: &Game,
    after: &Game,
    report: &Report,
) -> Option<protocol::Award> {
    let Award {
        color: to,
        points,
        reason,
        square: at,
    } = *award;
    let reason = match reason {
        AwardReason::Capture => {
            let Piece {
                kind: what,
                color: from,
                promoted,
                grey: _,
            } = captured_at(at?, report)?;
            protocol::AwardReason::Capture {
                kind: kind(what),
                from: color(from),
                promoted,
            }
        }
        AwardReason::KingCapture => protocol::AwardReason::KingCapture {
            from: color(captured_at(at?, report)?.color),
        },
        AwardReason::Checkmate => protocol::AwardReason::Checkmate {
            of: color(king_at(at?, after)?),
        },
        AwardReason::MultiCheck => protocol::AwardReason::MultiCheck {
            kings: kings_checked(before, report),
            queen: queen_moved(before, act)?,
        },
        AwardReason::Stalemate => {
            let stalemated = |who: Color| report.statuses.contains(&(who, Status::Stalemated));
            if stalemated(to) {
                protocol::AwardReason::Stalemate
            } else {
                let of = Color::ALL.into_iter().find(|who| stalemated(*who))?;
                protocol::AwardReason::OthersStalemate { of: color(of) }
            }
        }
        AwardReason::Draw => protocol::AwardReason::Draw,
        AwardReason::LivingKings => {
            let of = color(king_at(at?, after)?);
            match act {
                Act::Claim(_) => protocol::AwardReason::Claim { of },
                Act::Move(_)
                | Act::HostMove(_)
                | Act::Resign(_)
                | Act::TimeOut(_)
                | Act::TakeBack { .. }
                | Act::Seat(..) => protocol::AwardReason::LastPlayer { of },
            }
        }
    };
    Some(protocol::Award {
        color: color(to),
        points,
        reason,
        square: at.map(square),
    })
}

fn captured_at(at: Square, report: &Report) -> Option<Piece> {
    let mut captured = report.captured.iter();
    captured.find(|(square, _)| *square == at).map(|&(_, p)| p)
}

fn king_at(at: Square, game: &Game) -> Option<Color> {
    let piece = game.position().piece_at(at)?;
    (piece.kind == Kind::King).then_some(piece.color)
}

/// Walking kings count for the `+` signs, not for the bonus (docs/RULES.md section 12).
fn kings_checked(before: &Game, report: &Report) -> u8 {
    let status = before.status();
    let checked = report.checks.iter();
    checked
        .filter(|who| status[who.index()] != Status::Walking)
        .fold(0, |kings, _| kings + 1)
}

/// The moved piece counts as it stands after the move (docs/RULES.md section 7).
fn queen_moved(before: &Game, act: Act) -> Option<bool> {
    let (Act::Move(played) | Act::HostMove(played)) = act else {
        return None;
    };
    let moved = before.position().piece_at(played.from)?;
    Some(played.promotion.unwrap_or(moved.kind) == Kind::Queen)
}
