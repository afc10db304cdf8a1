//! What people may do in a game.

use vierschach_engine::{Color, Lead};
use vierschach_protocol::{self as protocol, Can, ErrorCode, Player};

use super::{Next, Session, Step};
use crate::{Act, Refusal, wire};

impl Session {
    /// Judges a move that a person made in the position with this ply and key.
    ///
    /// # Errors
    /// [`ErrorCode::Stale`] in another position, [`ErrorCode::GameOver`],
    /// [`ErrorCode::NotYourTurn`] when no person is to move, [`ErrorCode::IllegalMove`].
    pub fn consider_play(
        &self,
        ply: u32,
        hash: &str,
        mv: &protocol::Move,
        now: u64,
    ) -> Result<Step, Refusal> {
        if ply != self.game.ply() || hash != wire::hash(self.game.hash()) {
            return Err(Refusal(ErrorCode::Stale));
        }
        match self.next() {
            Next::Person(_) => {}
            Next::Nothing => return Err(Refusal(ErrorCode::GameOver)),
            Next::Cpu { .. } | Next::Chance(_) => return Err(Refusal(ErrorCode::NotYourTurn)),
        }
        let mv = mv.0.parse();
        let mv = mv.map_err(|_| Refusal(ErrorCode::IllegalMove))?;
        self.consider(Act::Move(mv), now)
    }

    /// Judges a person's resignation in the position with this ply.
    ///
    /// # Errors
    /// [`ErrorCode::Stale`] in another position, [`ErrorCode::GameOver`],
    /// [`ErrorCode::BadRequest`] for a seat of a CPU's or a player who is out.
    pub fn consider_resign(
        &self,
        color: protocol::Color,
        ply: u32,
        now: u64,
    ) -> Result<Step, Refusal> {
        let color = wire::engine_color(color);
        self.in_play_at(ply)?;
        if !self.person_plays(color) {
            return Err(Refusal(ErrorCode::BadRequest));
        }
        self.consider(Act::Resign(color), now)
    }

    /// Judges a person's claim in the position with this ply.
    ///
    /// # Errors
    /// [`ErrorCode::Stale`] in another position, [`ErrorCode::GameOver`], [`ErrorCode::NotNow`]
    /// where [`Can::claim`] does not name the colour.
    pub fn consider_claim(
        &self,
        color: protocol::Color,
        ply: u32,
        now: u64,
    ) -> Result<Step, Refusal> {
        let color = wire::engine_color(color);
        self.in_play_at(ply)?;
        if !self.may_claim(color) {
            return Err(Refusal(ErrorCode::NotNow));
        }
        self.consider(Act::Claim(color), now)
    }

    /// Judges the wish to go back to before a person's last move, in the position with this ply.
    ///
    /// # Errors
    /// [`ErrorCode::Stale`] in another position, [`ErrorCode::GameOver`], [`ErrorCode::NotNow`]
    /// where [`Can::take_back`] does not name the colour.
    pub fn consider_take_back(
        &self,
        color: protocol::Color,
        ply: u32,
        now: u64,
    ) -> Result<Step, Refusal> {
        let color = wire::engine_color(color);
        self.in_play_at(ply)?;
        let last = self.last_own_move(color);
        let last = last.ok_or(Refusal(ErrorCode::NotNow))?;
        let before = self.events_up_to(last - 1);
        let to = self.events[..before].last().map_or(0, |event| event.number);
        self.consider(Act::TakeBack { to }, now)
    }

    /// Judges the change of a seat's player. On one device anybody may sit down anywhere.
    ///
    /// # Errors
    /// [`ErrorCode::GameOver`]; [`ErrorCode::NotNow`] when the seat no longer plays, or is that
    /// player's already.
    pub fn consider_seat(
        &self,
        color: protocol::Color,
        player: Player,
        now: u64,
    ) -> Result<Step, Refusal> {
        let color = wire::engine_color(color);
        self.in_play_at(self.game.ply())?;
        let plays = self.game.status()[color.index()].plays();
        if !plays || self.player(color) == player {
            return Err(Refusal(ErrorCode::NotNow));
        }
        self.consider(Act::Seat(color, player), now)
    }

    /// What the people here may do besides moving.
    pub(super) fn can(&self) -> Can {
        if self.game.result().is_some() {
            return Can::default();
        }
        let people = || Color::ALL.into_iter().filter(|who| self.person_plays(*who));
        let mut back: Vec<(u32, Color)> = Color::ALL
            .into_iter()
            .filter_map(|who| Some((self.last_own_move(who)?, who)))
            .collect();
        back.sort_unstable_by(|one, other| other.cmp(one));
        Can {
            resign: people().map(wire::color).collect(),
            claim: people()
                .filter(|who| self.may_claim(*who))
                .map(wire::color)
                .collect(),
            take_back: back.into_iter().map(|(_, who)| wire::color(who)).collect(),
        }
    }

    /// The number of the last move of a person who sits here, in the line.
    fn last_own_move(&self, color: Color) -> Option<u32> {
        let mut moves = self.own_moves.iter().rev();
        let (_, number) = moves.find(|(who, _)| *who == color)?;
        self.is_person(color).then_some(*number)
    }

    fn may_claim(&self, color: Color) -> bool {
        // Most rules have no claim: their games need not be copied to be asked.
        self.header.rules.lead == Lead::Claim
            && self.person_plays(color)
            && self.game.clone().claim(color).is_ok()
    }

    fn person_plays(&self, color: Color) -> bool {
        self.is_person(color) && self.game.status()[color.index()].plays()
    }

    fn in_play_at(&self, ply: u32) -> Result<(), Refusal> {
        if ply != self.game.ply() {
            return Err(Refusal(ErrorCode::Stale));
        }
        if self.game.result().is_some() {
            return Err(Refusal(ErrorCode::GameOver));
        }
        Ok(())
    }
}
