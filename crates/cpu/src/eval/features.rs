//! What each army has: strength, good squares, pieces at risk.

use vierschach_engine::{Color, Kind, Position, PromotionRank, Rules, Side, Square};

use super::grid::{Grid, Man};
use super::terms::{Trace, term};
use super::values::POWER;
use super::weights::{MOST_PRESSURE, MOST_SIGHT, Weights};
use crate::score::Score;

/// What a pawn is worth besides, so many steps before it promotes.
const RUNNER: [Score; 8] = [0, 160, 90, 45, 20, 10, 4, 0];

/// What each rank that a king has left its back rank costs, while the enemies have much left.
const STRAY: Score = 25;

/// The enemies' strength from which a king wants to stay at home.
const STORMY: Score = 3_000;

/// One army.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Army {
    /// Strength on the board, grey pieces not counted.
    pub(super) power: Score,
    /// What rivals score who take all of it but the king; 0 where no points count.
    pub(super) stake: Score,
    /// Squares, pawns on their way, the king's safety.
    pub(super) position: Score,
    /// What enemies could win by taking each of its pieces, added up; where points count it matters who, and
    /// [`super::exposure`] has it.
    pub(super) at_risk: Score,
    /// The most of it on one piece.
    pub(super) most_at_risk: Score,
}

impl Army {
    /// What stays at risk after the owner has saved the dearest piece.
    pub(super) fn second_risk(&self) -> Score {
        self.at_risk - self.most_at_risk
    }
}

/// The four armies; those of players who are out are empty.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    pub(super) armies: [Army; 4],
    /// All armies' strength.
    pub(super) power: Score,
}

impl Features {
    /// Counts what stands on the board.
    pub(super) fn of(
        rules: &Rules,
        position: &Position,
        grid: &Grid<'_>,
        weights: &Weights,
        trace: &mut impl Trace,
    ) -> Features {
        let mut features = Features::default();
        let mut men = grid.men().iter().peekable();
        while let Some(first) = men.peek() {
            let color = first.color;
            let mut army = Army::default();
            while let Some(man) = men.next_if(|man| man.color == color) {
                army.power += POWER[man.kind.index()];
                army.stake += man.stake;
                let (kind, reach) = (man.kind.index(), Score::from(man.reach));
                army.position += weights.reach[kind] * reach;
                trace.tell(color, term::REACH + kind, reach);
                if man.kind == Kind::Pawn {
                    let runner = runner(rules, grid, man);
                    army.position += runner * weights.runner / 100;
                    trace.tell(color, term::RUNNER, runner);
                } else if man.kind == Kind::King {
                    continue;
                }
                if rules.points.is_none() {
                    let risk = risk(grid, man);
                    army.at_risk += risk;
                    army.most_at_risk = army.most_at_risk.max(risk);
                }
            }
            features.armies[color.index()] = army;
        }
        features.power = features.armies.iter().map(|army| army.power).sum();
        for color in Color::ALL {
            if let Some(king) = position.king(color) {
                let safety = safety(
                    rules, position, grid, &features, color, king, weights, trace,
                );
                features.armies[color.index()].position += safety;
            }
        }
        features
    }
}

/// What a pawn's way so far is worth: half when something stands before it.
fn runner(rules: &Rules, grid: &Grid<'_>, pawn: &Man) -> Score {
    let side = rules.side(pawn.color);
    let rank = pawn.square.rank_for(side);
    let last = match rules.promotion.rank {
        PromotionRank::Rank(rank) => rank - 1,
        PromotionRank::End(_) => last_rank(pawn.square, side),
    };
    let bonus = RUNNER[usize::from(last.saturating_sub(rank)).min(RUNNER.len() - 1)];
    if grid.is_free_before(pawn, side) {
        bonus
    } else {
        bonus / 2
    }
}

/// The rank, counted from the pawn's side, of the last square of its file.
fn last_rank(square: Square, side: Side) -> u8 {
    let across = match side {
        Side::South | Side::North => square.file(),
        Side::West | Side::East => square.rank(),
    };
    if (3..=10).contains(&across) { 13 } else { 10 }
}

/// What enemies could win by taking this piece now.
fn risk(grid: &Grid<'_>, man: &Man) -> Score {
    let worth = POWER[man.kind.index()];
    match grid.least_attacker(man) {
        None => 0,
        Some(least) if grid.is_guarded(man) => (worth - POWER[usize::from(least)]).max(0),
        Some(_) => worth,
    }
}

/// How safe a king stands: shelter, the way from home, open lines, attacks around it.
#[expect(clippy::too_many_arguments, reason = "what there is to look at")]
fn safety(
    rules: &Rules,
    position: &Position,
    grid: &Grid<'_>,
    all: &Features,
    color: Color,
    king: Square,
    weights: &Weights,
    trace: &mut impl Trace,
) -> Score {
    let (mut enemies, mut pressure, mut guard) = (0, 0, 0);
    for other in Color::ALL {
        if rules.enemies(color, other) {
            enemies += all.armies[other.index()].power;
            pressure += grid.pressure(color, other);
        } else {
            guard += grid.pressure(color, other);
        }
    }
    let strays = Score::from(king.rank_for(rules.side(color)).min(6));
    let stray = STRAY * strays * enemies.min(STORMY) / STORMY;
    let company = position.company(king, color) as Score;
    let pressure = (pressure as usize).min(MOST_PRESSURE);
    let sight = usize::from(position.open_squares(king)).min(MOST_SIGHT);
    trace.tell(color, term::SHELTER, company);
    trace.tell(color, term::STRAY, stray);
    trace.tell(color, term::PRESSURE + pressure, 1);
    trace.tell(color, term::SIGHT + sight, 1);
    trace.tell(color, term::GUARD, guard);
    weights.shelter * company - stray * weights.stray / 100
        + weights.pressure[pressure]
        + weights.sight[sight]
        + weights.guard * guard
}
