//! What people ask about the game that is played, and what its CPUs answer.

use vierschach_engine::{Color, Move};
use vierschach_protocol::{ClientMessage, ErrorCode, GameId, MemberId, ServerMessage};

use super::entry::RoomDeed;
use super::state::RoomGame;
use super::{Asker, Origin, Room};
use crate::export::exported;
use crate::refuse::refused;
use crate::{Act, Deed, Refusal, Seen, Step, Token, wire};

/// A CPU that failed is asked again after this time, in milliseconds.
const TRY_AGAIN: u64 = 2_000;

impl Room {
    /// Judges a request about the game.
    pub(super) fn play_on_request(
        &mut self,
        now: u64,
        asker: Asker,
        member: MemberId,
        message: ClientMessage,
    ) {
        match &message {
            ClientMessage::Play {
                game,
                ply,
                hash,
                mv,
            } => {
                let moved_for = self.thinking.is_some_and(|thinking| thinking.for_player);
                let step = self.game_of(game).and_then(|game| {
                    let session = &game.session;
                    let own = game.mover().is_some_and(|(_, mover)| mover == member);
                    if *ply == session.game().ply() && !game.is_over() && (!own || moved_for) {
                        return Err(Refusal(ErrorCode::NotYourTurn));
                    }
                    session.consider_deed(Deed::Move(mv), Some(Seen { ply: *ply, hash }), now)
                });
                self.do_in_game(now, asker, message, step);
            }
            ClientMessage::Resign {
                game,
                color,
                ply,
                hash,
            }
            | ClientMessage::Claim {
                game,
                color,
                ply,
                hash,
            } => {
                let deed = match &message {
                    ClientMessage::Claim { .. } => Deed::Claim(*color),
                    _ => Deed::Resign(*color),
                };
                let step = self.game_of(game).and_then(|game| {
                    is_own(game, member, *color)?;
                    let seen = Seen { ply: *ply, hash };
                    game.session.consider_deed(deed, Some(seen), now)
                });
                self.do_in_game(now, asker, message, step);
            }
            ClientMessage::TakeBack {
                game,
                color,
                ply,
                hash,
            } => {
                let may = self.game_of(game).and_then(|game| {
                    is_own(game, member, *color)?;
                    let asked = game.asked_at == Some(game.session.number());
                    if asked || self.state.ask.is_some() || !self.state.can_ask(member) {
                        return Err(Refusal(ErrorCode::NotNow));
                    }
                    game.session.consider_deed(
                        Deed::TakeBack(*color),
                        Some(Seen { ply: *ply, hash }),
                        now,
                    )
                });
                match may {
                    Ok(_) => {
                        let color = wire::engine_color(*color);
                        let deed = RoomDeed::Asked { member, color };
                        self.propose(now, deed, None, asked(asker, message));
                    }
                    Err(refusal) => self.refuse_in_game(asker, refusal),
                }
            }
            ClientMessage::Preview {
                game,
                ply,
                hash,
                mv,
            } => {
                let preview =
                    |game: &RoomGame| game.session.preview(mv, Seen { ply: *ply, hash }, now);
                let request = asker.1;
                match self.game_of(game).and_then(preview) {
                    Ok(dangers) => {
                        self.send(asker.0, ServerMessage::Previewed { request, dangers });
                    }
                    Err(refusal) => self.refuse_in_game(asker, refusal),
                }
            }
            ClientMessage::AskPremoves { game, color } => {
                let found = self.game_of(game).and_then(|game| {
                    is_own(game, member, *color)?;
                    game.session.premoves(*color)
                });
                match found {
                    Ok((ply, moves)) => {
                        let message = ServerMessage::Premoves {
                            request: asker.1,
                            game: game.clone(),
                            color: *color,
                            ply,
                            moves,
                        };
                        self.send(asker.0, message);
                    }
                    Err(refusal) => self.refuse_in_game(asker, refusal),
                }
            }
            ClientMessage::OpenGame { game, since } => match self.game_of(game) {
                Ok(_) => self.show(asker, member, *since),
                Err(refusal) => self.refuse_in_game(asker, refusal),
            },
            ClientMessage::ExportGame {
                game,
                number,
                format,
            } => {
                let text = |game: &RoomGame| exported(&game.session, asker.1, *format, *number);
                match self.game_of(game).and_then(text) {
                    Ok(message) => self.send(asker.0, message),
                    Err(refusal) => self.refuse_in_game(asker, refusal),
                }
            }
            _ => self.refuse(asker, ErrorCode::BadRequest),
        }
    }

    /// The game that a request names.
    fn game_of(&self, id: &GameId) -> Result<&RoomGame, Refusal> {
        let game = self.state.game.as_deref().filter(|game| game.id == *id);
        game.ok_or(Refusal(ErrorCode::NoSuchGame))
    }

    fn do_in_game(
        &mut self,
        now: u64,
        asker: Asker,
        message: ClientMessage,
        step: Result<Step, Refusal>,
    ) {
        match step {
            Ok(step) => {
                let deed = RoomDeed::Game(step.entry().clone());
                self.propose(now, deed, Some(step), asked(asker, message));
            }
            Err(refusal) => self.refuse_in_game(asker, refusal),
        }
    }

    /// Refuses something about the game; a screen that saw another position gets the present one.
    pub(super) fn refuse_in_game(&mut self, asker: Asker, Refusal(code): Refusal) {
        let game = self.state.game.as_ref().map(|game| game.id.clone());
        self.send(asker.0, refused(Some(asker.1), game, code));
        if code == ErrorCode::Stale
            && let Some(member) = self.member_of(asker.0)
        {
            self.send_snapshot(asker.0, None, member);
        }
    }

    /// A CPU has chosen.
    pub(super) fn chosen(&mut self, now: u64, token: Token, mv: Move) {
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.token == token) else {
            return;
        };
        let act = if thinking.for_player {
            Act::HostMove(mv)
        } else {
            Act::Move(mv)
        };
        self.act_by_itself(now, act);
    }

    /// An act in the game that nobody at a screen does.
    pub(super) fn act_by_itself(&mut self, now: u64, act: Act) {
        let Some(game) = self.state.playing() else {
            return;
        };
        match game.session.consider(act, now) {
            Ok(step) => {
                let deed = RoomDeed::Game(step.entry().clone());
                self.propose(now, deed, Some(step), Origin::Room);
            }
            Err(Refusal(code)) => self.trouble(now, code),
        }
    }

    pub(super) fn cpu_failed(&mut self, now: u64, token: Token) {
        if self
            .thinking
            .take_if(|thinking| thinking.token == token)
            .is_some()
        {
            // Most often too many wait already: nobody need know.
            self.trouble = Some(now + TRY_AGAIN);
        }
    }

    /// Something failed that nobody at a screen asked for: it is tried again, and everybody knows.
    pub(super) fn trouble(&mut self, now: u64, code: ErrorCode) {
        self.trouble = Some(now + TRY_AGAIN);
        if !std::mem::replace(&mut self.failing, true) {
            let game = self.state.game.as_ref().map(|game| game.id.clone());
            self.send_to_all(refused(None, game, code));
        }
    }

    pub(super) fn tell_thinking(&mut self, token: Token, depth: u8, nodes: u64, fraction: f32) {
        let thinks = self
            .thinking
            .is_some_and(|thinking| thinking.token == token);
        let Some(game) = self.state.playing().filter(|_| thinks) else {
            return;
        };
        let Some(color) = game.session.game().turn() else {
            return;
        };
        self.send_to_all(wire::thinking(&game.id, color, fraction, depth, nodes));
    }
}

fn asked(asker: Asker, message: ClientMessage) -> Origin {
    Origin::Asked {
        asker,
        message: Box::new(message),
        token: None,
    }
}

/// Whether the colour is that member's.
fn is_own(
    game: &RoomGame,
    member: MemberId,
    color: vierschach_protocol::Color,
) -> Result<Color, Refusal> {
    let color = wire::engine_color(color);
    let own = game.seats[color.index()].is_of(member);
    own.then_some(color).ok_or(Refusal(ErrorCode::BadRequest))
}
