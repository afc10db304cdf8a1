//! Analyses: what the CPU thinks of a position, for a screen that asks.

use vierschach_engine::Game;
use vierschach_protocol::{AnalysisLine, Danger, ErrorCode, GameId, ServerMessage};

use super::{AnalysisTask, Asker, ConnectionId, Desk, Effect, FoundLine, Token};
use crate::{Refusal, wire};

/// The most moves that one analysis tells apart.
const MAX_LINES: u8 = 5;

/// The most analyses of one device at a time; the screens of a device look at one after another.
const MAX_ANALYSES: usize = 2;

/// An analysis under way.
#[derive(Debug)]
pub(super) struct Running {
    token: Token,
    request: u32,
    game: GameId,
    number: u32,
    state: Game,
    dangers: Vec<Danger>,
    /// What was told last: depth and nodes, and the lines.
    told: ((u8, u64), Vec<AnalysisLine>),
}

impl Running {
    fn message(
        &self,
        (depth, nodes): (u8, u64),
        lines: Vec<AnalysisLine>,
        done: bool,
    ) -> ServerMessage {
        ServerMessage::Analysis {
            request: self.request,
            game: self.game.clone(),
            number: self.number,
            depth,
            nodes: nodes as f64,
            lines,
            dangers: self.dangers.clone(),
            done,
        }
    }
}

impl Desk {
    /// Has a position of the game that a screen shows analysed, instead of the one before.
    pub(super) fn analyse(&mut self, asker: Asker, game: GameId, number: u32, lines: u8) {
        self.stop_analysis(asker.0);
        let state = self.shown(asker.0, &game).and_then(|session| {
            if !(1..=MAX_LINES).contains(&lines) {
                return Err(Refusal(ErrorCode::BadRequest));
            }
            session.at(number).ok_or(Refusal(ErrorCode::BadRequest))
        });
        let state = match state {
            Ok(state) => state,
            Err(Refusal(code)) => return self.refuse(asker, Some(game), code),
        };
        let running = self.connections.values();
        if running.filter(|of| of.analysis.is_some()).count() >= MAX_ANALYSES {
            return self.refuse(asker, Some(game), ErrorCode::TooFast);
        }
        let token = Token(self.count());
        let turn = state.turn();
        let dangers = turn.map(|turn| wire::dangers(&state, turn));
        let running = Running {
            token,
            request: asker.1,
            game,
            number,
            state,
            dangers: dangers.unwrap_or_default(),
            told: Default::default(),
        };
        if turn.is_none() || running.state.chance_moves() {
            // Nobody chooses a move here.
            return self.send(asker.0, running.message((0, 0), Vec::new(), true));
        }
        let state = running.state.clone();
        if let Some(connection) = self.connections.get_mut(&asker.0) {
            connection.analysis = Some(running);
            self.effects.push(Effect::Analyse(Box::new(AnalysisTask {
                token,
                lines,
                state,
            })));
        }
    }

    /// Ends what is analysed for a screen.
    pub(super) fn stop_analysis(&mut self, screen: ConnectionId) {
        let connection = self.connections.get_mut(&screen);
        let running = connection.and_then(|connection| connection.analysis.take());
        let token = running.map(|running| running.token);
        self.effects.extend(token.map(Effect::CancelAnalysis));
    }

    /// Ends what is analysed for a screen that is out of sight: what has been found is all of it.
    pub(super) fn rest_analysis(&mut self, screen: ConnectionId) {
        let connection = self.connections.get_mut(&screen);
        if let Some(running) = connection.and_then(|connection| connection.analysis.take()) {
            self.effects.push(Effect::CancelAnalysis(running.token));
            let (reached, lines) = running.told.clone();
            self.send(screen, running.message(reached, lines, true));
        }
    }

    /// Tells a screen how far its analysis is.
    pub(super) fn analysed(
        &mut self,
        token: Token,
        reached: (u8, u64),
        lines: &[FoundLine],
        done: bool,
    ) {
        let Some((screen, running)) = self.running(token) else {
            return;
        };
        let lines = lines.iter().take(MAX_LINES.into());
        let lines = lines.map(|line| AnalysisLine {
            evaluation: line.evaluation,
            steps: wire::line_steps(&running.state, line.moves.iter().copied()),
        });
        let lines: Vec<_> = lines.filter(|line| !line.steps.is_empty()).collect();
        let message = running.message(reached, lines.clone(), done);
        if let Some(connection) = self.connections.get_mut(&screen) {
            match &mut connection.analysis {
                Some(running) if !done => running.told = (reached, lines),
                analysis => *analysis = None,
            }
        }
        self.send(screen, message);
    }

    pub(super) fn analysis_failed(&mut self, token: Token, code: ErrorCode) {
        if let Some((screen, running)) = self.running(token) {
            let (request, game) = (running.request, running.game.clone());
            self.end_analysis(screen);
            self.refuse((screen, request), Some(game), code);
        }
    }

    fn end_analysis(&mut self, screen: ConnectionId) {
        if let Some(connection) = self.connections.get_mut(&screen) {
            connection.analysis = None;
        }
    }

    /// The analysis of a token; `None` when it is no longer wanted.
    fn running(&self, token: Token) -> Option<(ConnectionId, &Running)> {
        let mut connections = self.connections.iter();
        connections.find_map(|(screen, connection)| {
            let running = connection.analysis.as_ref()?;
            (running.token == token).then_some((*screen, running))
        })
    }
}
