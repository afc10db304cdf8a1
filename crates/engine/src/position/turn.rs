//! After a move: the end of the game, whose turn comes, mate and stalemate on turn
//! (docs/RULES.md sections 4 and 8).

use super::attack::Checks;
use super::generate::Order;
use super::sink::Any;
use super::{NOWHERE, NoObserver, Observer, Position};
use crate::{AwardReason, Color, EndReason, MateTest, Rules, Stalemate, Status};

/// What the decision for the player to move came to.
enum Decision {
    /// The player moves, or the game is over.
    Stands,
    /// The turn passes by.
    Passes,
    /// The player is eliminated.
    Eliminated,
}

impl Position {
    /// After a move or an elimination that ended somebody's turn: passes the turn, tests the end
    /// and decides for the player to move.
    #[inline(always)]
    pub(super) fn settle<O: Observer>(&mut self, rules: &Rules, observer: &mut O) {
        self.pass_turn();
        self.settle_turn(rules, observer);
    }

    /// The same for a turn that stays where it is.
    #[inline(always)]
    pub(super) fn settle_turn<O: Observer>(&mut self, rules: &Rules, observer: &mut O) {
        loop {
            if self.test_end(rules, true, observer) {
                return;
            }
            match self.decide_turn(rules, observer) {
                Decision::Stands => return,
                Decision::Passes | Decision::Eliminated => self.pass_turn(),
            }
        }
    }

    /// Decides for the player to move when the position doesn't count (docs/RULES.md section 8:
    /// not when an army begins to wander).
    pub(super) fn settle_uncounted<O: Observer>(&mut self, rules: &Rules, observer: &mut O) {
        if self.test_end(rules, false, observer) {
            return;
        }
        if !matches!(self.decide_turn(rules, observer), Decision::Stands) {
            self.settle(rules, observer);
        }
    }

    /// Gives the turn to the next player whose turn still comes.
    #[inline(always)]
    pub(super) fn pass_turn(&mut self) {
        let turn = self.turn.index();
        let next = (1..5).map(|n| Color::from_index(turn + n));
        if let Some(next) = next
            .into_iter()
            .find(|color| self.status[color.index()].moves())
        {
            self.set_turn(next);
        }
    }

    /// Mate, stalemate and passing over, until somebody can move.
    #[inline(always)]
    fn decide_turn<O: Observer>(&mut self, rules: &Rules, observer: &mut O) -> Decision {
        loop {
            self.checks = self.checks_of(rules, self.turn);
            if self.has_move(rules, self.turn, &self.checks, true) {
                return Decision::Stands;
            }
            match self.no_move(rules, observer) {
                Decision::Passes => self.pass_turn(),
                decision => return decision,
            }
        }
    }

    #[cold]
    fn no_move<O: Observer>(&mut self, rules: &Rules, observer: &mut O) -> Decision {
        let stuck = self.turn;
        if self.checks.count > 0 {
            return match rules.mate {
                MateTest::AtOnce => {
                    self.walker = None;
                    self.eliminate(stuck, Status::Mated, observer);
                    Decision::Eliminated
                }
                MateTest::OnTurn => {
                    self.set_status(stuck, Status::Mated, observer);
                    self.team_loses(stuck, EndReason::Checkmate);
                    Decision::Stands
                }
            };
        }
        if self.walker.take().is_some() {
            return Decision::Passes;
        }
        match rules.stalemate {
            Stalemate::Out => {
                self.stalemate_out(rules, stuck, observer);
                Decision::Eliminated
            }
            Stalemate::Draw => {
                self.set_status(stuck, Status::Stalemated, observer);
                self.finish(rules, EndReason::Stalemate);
                Decision::Stands
            }
            Stalemate::Pass if self.partner_is_stuck(rules, stuck) => {
                self.finish(rules, EndReason::Stalemate);
                Decision::Stands
            }
            Stalemate::Pass => Decision::Passes,
        }
    }

    fn stalemate_out<O: Observer>(&mut self, rules: &Rules, stuck: Color, observer: &mut O) {
        let king = self.king[stuck.index()];
        if let Some(points) = &rules.points {
            if self.status[stuck.index()] == Status::Walking {
                for color in self.players() {
                    let points = points.walker_stalemate;
                    self.score(color, points, AwardReason::Stalemate, king, observer);
                }
            } else {
                self.score(
                    stuck,
                    points.stalemate,
                    AwardReason::Stalemate,
                    king,
                    observer,
                );
            }
        }
        self.eliminate(stuck, Status::Stalemated, observer);
    }

    /// Whether the partner of a player without a move can't move either, without being mated.
    fn partner_is_stuck(&self, rules: &Rules, stuck: Color) -> bool {
        let partner = stuck.partner();
        if !self.status[partner.index()].moves() {
            return true;
        }
        let checks = self.checks_of(rules, partner);
        checks.count == 0 && !self.has_move(rules, partner, &checks, true)
    }

    /// Whether a player in check has no way out, as though it were their turn.
    pub(super) fn is_mated(&self, rules: &Rules, color: Color) -> bool {
        let checks = self.checks_of(rules, color);
        checks.count > 0 && !self.has_move(rules, color, &checks, false)
    }

    #[inline(always)]
    fn has_move(&self, rules: &Rules, color: Color, checks: &Checks, on_turn: bool) -> bool {
        let mut any = Any::default();
        let order = Order {
            rules,
            color,
            checks,
            on_turn,
            captures_only: false,
        };
        self.generate(order, &mut any);
        any.0
    }

    /// A resigning or claiming player's army without its retinue: is too little material left?
    pub(super) fn little_material_without(&self, rules: &Rules, color: Color) -> bool {
        let mut bare = *self;
        for square in bare.retinue(color) {
            bare.grey(square);
        }
        bare.set_status(color, Status::Walking, &mut NoObserver);
        bare.drop_castling(3 << (2 * color.index()));
        bare.close_en_passant(color);
        debug_assert_ne!(bare.king[color.index()], NOWHERE);
        bare.too_little_material(rules)
    }
}
