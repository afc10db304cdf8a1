//! What people may do in a game.

use vierschach_engine::{Color, Lead};
use vierschach_protocol::{self as protocol, Action, Can, Danger, ErrorCode, Player, Premove};

use super::{Next, Session, Step};
use crate::{Act, Refusal, wire};

/// The position that a player saw.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Its ply.
    pub ply: u32,
    /// Its key as screens have it, 16 hexadecimal digits: a ply comes again after a takeback.
    pub hash: &'a str,
}

/// What a person wants to do.
#[derive(Clone, Copy, Debug)]
pub enum Deed<'a> {
    /// Play a move for whom it is the turn of.
    Move(&'a protocol::Move),
    /// Give a colour up.
    Resign(protocol::Color),
    /// Claim the win for a colour.
    Claim(protocol::Color),
    /// Go back to before the last move of a colour's.
    TakeBack(protocol::Color),
    /// Have a colour played by somebody else. On one device anybody may sit down anywhere.
    Seat(protocol::Color, Player),
}

impl Session {
    /// Judges what a person wants to do in the position that it saw; `None`: in any.
    ///
    /// # Errors
    /// [`ErrorCode::Stale`] in another position; [`ErrorCode::GameOver`];
    /// [`ErrorCode::NotYourTurn`] for a move when no person is to move, [`ErrorCode::IllegalMove`];
    /// [`ErrorCode::BadRequest`] for the resignation of a CPU or of a player who is out;
    /// [`ErrorCode::NotNow`] where [`Can`] does not name the colour of a claim or a takeback, and
    /// for a seat that no longer plays, or is that player's already.
    pub fn consider_deed(
        &self,
        deed: Deed<'_>,
        seen: Option<Seen<'_>>,
        now: u64,
    ) -> Result<Step, Refusal> {
        let is_seen =
            |Seen { ply, hash }| ply == self.game.ply() && hash == wire::hash(self.game.hash());
        if !seen.is_none_or(is_seen) {
            return Err(Refusal(ErrorCode::Stale));
        }
        if self.game.result().is_some() {
            return Err(Refusal(ErrorCode::GameOver));
        }
        self.consider(self.act_of(deed)?, now)
    }

    /// The act that a deed is, where a person may do it.
    fn act_of(&self, deed: Deed<'_>) -> Result<Act, Refusal> {
        let only_if = |may: bool, code| may.then_some(()).ok_or(Refusal(code));
        match deed {
            Deed::Move(mv) => {
                let is_person = matches!(self.next(), Next::Person(_));
                only_if(is_person, ErrorCode::NotYourTurn)?;
                let mv = mv.0.parse();
                mv.map(Act::Move)
                    .map_err(|_| Refusal(ErrorCode::IllegalMove))
            }
            Deed::Resign(color) => {
                let color = wire::engine_color(color);
                only_if(self.person_plays(color), ErrorCode::BadRequest)?;
                Ok(Act::Resign(color))
            }
            Deed::Claim(color) => {
                let color = wire::engine_color(color);
                only_if(self.may_claim(color), ErrorCode::NotNow)?;
                Ok(Act::Claim(color))
            }
            Deed::TakeBack(color) => {
                let color = wire::engine_color(color);
                only_if(self.may_take_back(color), ErrorCode::NotNow)?;
                self.back_before(color).ok_or(Refusal(ErrorCode::NotNow))
            }
            Deed::Seat(color, player) => {
                let color = wire::engine_color(color);
                let plays = self.game.status()[color.index()].plays();
                only_if(plays && self.player(color) != player, ErrorCode::NotNow)?;
                Ok(Act::Seat(color, player))
            }
        }
    }

    /// What the mover might lose after a move that is not confirmed yet.
    ///
    /// # Errors
    /// Those of [`Session::consider_deed`].
    pub(crate) fn preview(
        &self,
        mv: &protocol::Move,
        seen: Seen<'_>,
        now: u64,
    ) -> Result<Vec<Danger>, Refusal> {
        let step = self.consider_deed(Deed::Move(mv), Some(seen), now)?;
        let mover = self.game.turn();
        Ok(mover.map_or_else(Vec::new, |mover| wire::dangers(&step.game, mover)))
    }

    /// The ply, and what a person may enter in advance.
    ///
    /// # Errors
    /// [`ErrorCode::BadRequest`] for a CPU's colour.
    pub(crate) fn premoves(&self, color: protocol::Color) -> Result<(u32, Vec<Premove>), Refusal> {
        let who = wire::engine_color(color);
        if !self.is_person(who) {
            return Err(Refusal(ErrorCode::BadRequest));
        }
        let moves = self.game.premoves(who).into_iter();
        Ok((self.game.ply(), moves.map(wire::premove).collect()))
    }

    /// What the people here may do besides moving.
    pub(super) fn can(&self) -> Can {
        if self.game.result().is_some() {
            return Can::default();
        }
        let people = || Color::ALL.into_iter().filter(|who| self.person_plays(*who));
        let mut back: Vec<(u32, Color)> = Color::ALL
            .into_iter()
            .filter(|who| self.may_take_back(*who))
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

    /// Goes back to before the last move of a person who sits here, whoever gave up since.
    pub(crate) fn back_before(&self, color: Color) -> Option<Act> {
        let before = self.events_up_to(self.last_own_move(color)? - 1);
        let to = self.events[..before].last().map_or(0, |event| event.number);
        Some(Act::TakeBack { to })
    }

    /// How many moves would go with a person's last one: that one, and those since.
    pub(crate) fn moves_to_take_back(&self, color: Color) -> u32 {
        let last = self.last_own_move(color);
        let before = last.map_or(self.events.len(), |last| self.events_up_to(last - 1));
        let moves = |event: &&protocol::Event| matches!(event.action, Action::Move { .. });
        u32::try_from(self.events[before..].iter().filter(moves).count()).unwrap_or(u32::MAX)
    }

    /// Whether a person's last move may be taken back: giving up is final, one's own and others'.
    fn may_take_back(&self, color: Color) -> bool {
        self.last_own_move(color).is_some_and(|last| {
            let since = &self.events[self.events_up_to(last)..];
            let resigns = |event: &protocol::Event| matches!(event.action, Action::Resign);
            !since.iter().any(resigns)
        })
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
}
