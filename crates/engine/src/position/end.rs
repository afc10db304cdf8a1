//! The end of the game and the places it gives (docs/RULES.md section 8).

use super::generate::Order;
use super::{NOWHERE, Observer, Position};
use crate::bitboard::Bitboard;
use crate::{AwardReason, Color, EndReason, GameResult, Lead, Material, MoveList, Rules, Tie};

/// Moves of each player without a capture or a pawn move that draw the game.
const QUIET_MOVES: u16 = 50;

impl Position {
    /// Tests the end of the game in its fixed order: last player, lead, draws, move limit.
    /// `counts` says whether the position counts for repetition.
    #[inline(always)]
    pub(super) fn test_end<O: Observer>(
        &mut self,
        rules: &Rules,
        counts: bool,
        observer: &mut O,
    ) -> bool {
        if !rules.teams && self.test_players(rules, observer) {
            return true;
        }
        let draw = if counts && observer.position(self.hash) {
            EndReason::Repetition
        } else if self.clock >= QUIET_MOVES && self.clock >= QUIET_MOVES * self.movers() {
            EndReason::MoveCount
        } else if self.too_little_material(rules) {
            EndReason::BareKings
        } else {
            let limit = rules
                .move_limit
                .is_some_and(|limit| self.ply >= u32::from(limit));
            if limit {
                self.finish(rules, EndReason::MoveLimit);
            }
            return limit;
        };
        self.draw(rules, draw, observer);
        true
    }

    /// Ends a game of single players when few enough are left.
    #[inline(always)]
    fn test_players<O: Observer>(&mut self, rules: &Rules, observer: &mut O) -> bool {
        let left = self.status.iter().filter(|status| status.plays()).count();
        if left > 2 {
            return false;
        }
        if left == 2 {
            let ahead = rules.lead == Lead::Ends && self.lead() >= self.lead_needed(rules);
            if ahead {
                self.finish(rules, EndReason::Lead);
            }
            return ahead;
        }
        if let Some(last) = self.players().next() {
            self.score_living_kings(rules, last, observer);
        }
        self.finish(rules, EndReason::LastPlayer);
        true
    }

    /// Players whose turn still comes.
    fn movers(&self) -> u16 {
        self.status
            .iter()
            .map(|status| u16::from(status.moves()))
            .sum()
    }

    /// Those who play themselves, neither out nor wandering nor walking.
    pub(super) fn players(&self) -> impl Iterator<Item = Color> + use<> {
        let status = self.status;
        Color::ALL
            .into_iter()
            .filter(move |color| status[color.index()].plays())
    }

    /// The points between the best and the worst of those who still play.
    pub(super) fn lead(&self) -> i32 {
        let points = || self.players().map(|color| self.points[color.index()]);
        points().max().unwrap_or(0) - points().min().unwrap_or(0)
    }

    pub(super) fn lead_needed(&self, rules: &Rules) -> i32 {
        rules.points.map_or(i32::MAX, |points| points.lead)
    }

    /// The last player's points for all other kings still living.
    pub(super) fn score_living_kings<O: Observer>(
        &mut self,
        rules: &Rules,
        color: Color,
        observer: &mut O,
    ) {
        let Some(points) = &rules.points else { return };
        for other in Color::ALL.into_iter().filter(|other| *other != color) {
            let king = self.king[other.index()];
            if king != NOWHERE {
                let reason = AwardReason::LivingKings;
                self.score(color, points.living_king, reason, king, observer);
            }
        }
    }

    /// Whether too little material is left to play on.
    #[inline(always)]
    pub(super) fn too_little_material(&self, rules: &Rules) -> bool {
        let retinues = self.living() & !self.kings;
        retinues.is_empty()
            || rules.material == Material::MinorPiece && self.only_minor_pieces(rules)
    }

    /// The living pieces of everybody whose turn still comes; whoever is out has none.
    #[inline(always)]
    fn living(&self) -> Bitboard {
        self.colors[0] | self.colors[1] | self.colors[2] | self.colors[3]
    }

    /// Two kings with at most a knight or bishop each, and nothing to capture.
    #[inline]
    fn only_minor_pieces(&self, rules: &Rules) -> bool {
        let retinues = self.living() & !self.kings;
        if !(retinues & (self.pawns | self.orthogonal)).is_empty() {
            return false;
        }
        let kings = self.king.iter().filter(|king| **king != NOWHERE).count();
        kings == 2
            && self
                .colors
                .iter()
                .all(|color| (*color & retinues).count() < 2)
            && {
                let mut list = MoveList::new();
                let checks = self.checks_of(rules, self.turn);
                let order = Order {
                    rules,
                    color: self.turn,
                    checks: &checks,
                    on_turn: true,
                    captures_only: true,
                };
                self.generate(order, &mut list);
                list.iter().all(|mv| {
                    let code = self.code(mv.to.index() as u8);
                    code.is_empty() || code.is_grey()
                })
            }
    }

    /// Draws the game by repetition, move count or material: single players score for it.
    #[cold]
    pub(super) fn draw<O: Observer>(&mut self, rules: &Rules, reason: EndReason, observer: &mut O) {
        if let Some(points) = &rules.points {
            for color in self.players() {
                self.score(color, points.draw, AwardReason::Draw, NOWHERE, observer);
            }
        }
        self.finish(rules, reason);
    }

    /// Ends the game with the places that points give; teams share the first.
    #[cold]
    pub(super) fn finish(&mut self, rules: &Rules, reason: EndReason) {
        let places = if rules.points.is_some() {
            self.places(rules)
        } else {
            [1; 4]
        };
        self.result = Some(GameResult { reason, places });
    }

    /// Ends the game with the defeat of a colour's team.
    #[cold]
    pub(super) fn team_loses(&mut self, loser: Color, reason: EndReason) {
        let mut places = [1; 4];
        places[loser.index()] = 3;
        places[loser.partner().index()] = 3;
        self.result = Some(GameResult { reason, places });
    }

    fn places(&self, rules: &Rules) -> [u8; 4] {
        let order = |color: usize| (color + 4 - self.first.index()) & 3;
        let ahead = |one: usize, other: usize| {
            self.points[one] > self.points[other]
                || self.points[one] == self.points[other]
                    && rules.tie == Tie::LaterMover
                    && order(one) > order(other)
        };
        std::array::from_fn(|color| 1 + (0..4).filter(|&other| ahead(other, color)).count() as u8)
    }
}
