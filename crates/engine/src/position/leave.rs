//! Resigning, running out of time, claiming (docs/RULES.md sections 5, 6 and 12).

use super::{NoObserver, Observer, Position};
use crate::piece::Code;
use crate::{Color, EndReason, Error, Lead, Resignation, Rules, Status};

impl Position {
    /// A player resigns, in anybody's turn.
    pub(crate) fn resign<O: Observer>(
        &mut self,
        rules: &Rules,
        color: Color,
        observer: &mut O,
    ) -> Result<(), Error> {
        if self.result.is_some() {
            return Err(Error::GameOver);
        }
        if !self.status[color.index()].plays() {
            return Err(Error::NotPlaying(color));
        }
        match rules.resignation {
            Resignation::Grey => {
                self.eliminate(color, Status::Resigned, observer);
                self.settle_resigned(rules, color, observer);
            }
            Resignation::TeamLoses => {
                self.set_status(color, Status::Resigned, observer);
                self.team_loses(color, EndReason::Resignation);
            }
            Resignation::Wanders => {
                self.set_status(color, Status::Wandering, observer);
                self.settle_uncounted(rules, observer);
            }
            Resignation::Walks => self.begin_to_walk(rules, color, observer),
            Resignation::Stands => {
                self.grey_retinue(color);
                self.petrify_king(color);
                self.set_status(color, Status::Resigned, observer);
                self.settle_resigned(rules, color, observer);
            }
        }
        Ok(())
    }

    /// The leader of the last two claims the win.
    pub(crate) fn claim<O: Observer>(
        &mut self,
        rules: &Rules,
        color: Color,
        observer: &mut O,
    ) -> Result<(), Error> {
        if self.result.is_some() {
            return Err(Error::GameOver);
        }
        let mut players = self.players();
        let other = match (players.next(), players.next(), players.next()) {
            (Some(one), Some(other), None) if one == color => other,
            (Some(one), Some(other), None) if other == color => one,
            _ => return Err(Error::NoClaim(color)),
        };
        let ahead = self.points[color.index()] - self.points[other.index()];
        let walkers = self
            .status
            .iter()
            .filter(|status| **status == Status::Walking)
            .count();
        let king = rules.points.map_or(0, |points| points.living_king);
        let needed = self
            .lead_needed(rules)
            .saturating_add(king * walkers as i32);
        if rules.lead != Lead::Claim || ahead < needed {
            return Err(Error::NoClaim(color));
        }
        if self.little_material_without(rules, color) {
            self.draw(rules, EndReason::BareKings, observer);
        } else {
            self.score_living_kings(rules, other, observer);
            self.finish(rules, EndReason::Claim);
        }
        Ok(())
    }

    /// After a player left the game for good.
    fn settle_resigned<O: Observer>(&mut self, rules: &Rules, color: Color, observer: &mut O) {
        if self.turn == color {
            self.settle(rules, observer);
        } else {
            self.settle_turn(rules, observer);
        }
    }

    fn begin_to_walk<O: Observer>(&mut self, rules: &Rules, color: Color, observer: &mut O) {
        let last_two = self.players().count() == 2;
        if last_two && self.little_material_without(rules, color) {
            self.draw(rules, EndReason::BareKings, observer);
            return;
        }
        if self.turn == color {
            self.walker = Some(self.castling & 3 << (2 * color.index()));
        }
        self.grey_retinue(color);
        self.set_status(color, Status::Walking, observer);
        self.settle_turn(rules, observer);
    }

    /// Turns the army grey but for its king; that counts as an elimination.
    fn grey_retinue(&mut self, color: Color) {
        for square in self.retinue(color) {
            self.grey(square);
        }
        self.end_rights(color);
    }

    /// Leaves a king standing that takes no part: it may be captured, and blocks.
    pub(crate) fn petrify_king(&mut self, color: Color) {
        let square = self.king[color.index()];
        let code = self.code(square);
        if code != Code::EMPTY && self.kings.has(square) {
            self.toggle_sets(square, code);
        }
    }

    /// Decides for the player to move of a position that was set up.
    pub(crate) fn begin<O: Observer>(&mut self, rules: &Rules, observer: &mut O) {
        self.settle_turn(rules, observer);
    }

    /// The same without anybody watching.
    pub(super) fn begin_unobserved(&mut self, rules: &Rules) {
        self.begin(rules, &mut NoObserver);
    }
}
