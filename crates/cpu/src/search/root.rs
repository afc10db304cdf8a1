//! The root: iterative deepening over the legal moves, with what a level never gets wrong.

use vierschach_engine::{Game, Move, Position};

use super::{Search, Window};
use crate::Choice;
use crate::budget::Halt;
use crate::care::{self, Care, QUEEN};
use crate::eval;
use crate::ordering::{Asked, Candidates, Mark, all_moves, best_first};
use crate::score::{DECIDED, INFINITE, Score, WON};

/// The deepest search.
pub(super) const MAX_DEPTH: u8 = 30;

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    pub(super) after: Position,
    /// How the answers to it are remembered.
    mark: Option<Mark>,
    /// What is added to the search's score: care and mood.
    pub(super) bias: Score,
    /// The exact score where the game's history ends the game, by repetition.
    ended: Option<Score>,
    pub(super) score: Score,
}

impl Search<'_> {
    /// Finds the best move of the player to move; none without a legal move.
    pub(crate) fn run(mut self, game: &Game) -> Option<Choice> {
        let deepest = self.budget.limits().depth.unwrap_or(MAX_DEPTH);
        self.path = game.history().to_vec();
        let mut moves = self.root_moves(game.position(), Some(game));
        let mut choice = Choice {
            mv: moves.first()?.mv,
            nodes: 0,
            depth: 0,
            stopped: false,
        };
        if moves.len() > 1 {
            for depth in 1..=deepest.min(MAX_DEPTH) {
                self.budget.depth = depth;
                let halted = self.deepen(&mut moves, depth, &mut choice.mv);
                if let Err(halt) = halted {
                    choice.stopped = halt == Halt::Stopped;
                    break;
                }
                choice.depth = depth;
                if moves[0].score.abs() >= DECIDED {
                    break;
                }
            }
        }
        choice.nodes = self.budget.nodes();
        Some(choice)
    }

    /// Deepens beside a search on another thread, to fill the table, until it is stopped.
    pub(crate) fn assist(mut self, game: &Game, number: usize) {
        let deepest = self.budget.limits().depth.unwrap_or(MAX_DEPTH);
        self.path = game.history().to_vec();
        let mut moves = self.root_moves(game.position(), Some(game));
        let Some(mut best) = moves.first().map(|first| first.mv) else {
            return;
        };
        // Every second helper is a depth ahead, so that not all do the same.
        for depth in 1 + number as u8 % 2..=deepest.min(MAX_DEPTH) {
            if self.deepen(&mut moves, depth, &mut best).is_err() {
                return;
            }
        }
    }

    /// Searches all moves one depth further, best first. A depth that is broken off has still
    /// improved `best` if a later move turned out better than the first.
    pub(super) fn deepen(
        &mut self,
        moves: &mut [RootMove],
        depth: u8,
        best: &mut Move,
    ) -> Result<(), Halt> {
        let judge = Judge {
            doubts: self.mood.is_fallible(),
        };
        let mut top = -INFINITE;
        for (index, mv) in moves.iter_mut().enumerate() {
            let window = Window {
                alpha: judge.needed(top, mv.bias),
                beta: INFINITE,
            };
            self.moved[0] = mv.mark;
            let score = match mv.ended {
                Some(score) => score,
                None => self.root_child(&mv.after, i32::from(depth), index, window)?,
            };
            mv.score = judge.judge(score, mv.bias);
            if mv.score > top {
                top = mv.score;
                *best = mv.mv;
                self.budget.best = Some(mv.mv);
            } else {
                mv.score = -INFINITE;
            }
        }
        // Moves that were not best keep their order behind those that once were.
        moves.sort_by_key(|mv| -mv.score);
        Ok(())
    }

    /// The score of a root move that comes so late in the order.
    fn root_child(
        &mut self,
        after: &Position,
        depth: i32,
        index: usize,
        window: Window,
    ) -> Result<Score, Halt> {
        let (me, below) = (self.me, depth - 1);
        if index > 0 {
            let scout = window.scout();
            let score = self.follow(after, me, below, 1, scout)?;
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        self.follow(after, me, below, 1, window)
    }

    /// The best move of a position by itself, found within the budget.
    pub(super) fn glance(mut self, position: &Position) -> Option<Move> {
        let mut moves = self.root_moves(position, None);
        let mut best = moves.first()?.mv;
        for depth in 1..=self.budget.limits().depth.unwrap_or(1) {
            if self.deepen(&mut moves, depth, &mut best).is_err() {
                break;
            }
        }
        Some(best)
    }

    /// The legal moves in the order a first look suggests. Without a game nothing is known of repetitions.
    pub(super) fn root_moves(&mut self, position: &Position, game: Option<&Game>) -> Vec<RootMove> {
        let mut order = Candidates::new();
        all_moves(
            &self.history,
            self.rules,
            position,
            Asked::at(0),
            &mut order,
        );
        best_first(&mut order);
        let static_eval = if position.must_escape() {
            -INFINITE
        } else {
            self.evaluate(position, self.me)
        };
        self.improves(static_eval, self.me, 0);
        let looks: Vec<(Move, Position, Care)> = order
            .iter()
            .map(|candidate| {
                let mv = candidate.mv;
                let after = position.make(self.rules, mv);
                let doubts = self.mood.is_fallible();
                let care = care::look_at(self.rules, position, mv, &after, self.me, doubts);
                (mv, after, care)
            })
            .collect();
        let prized = looks.iter().any(|(.., care)| care.prize);
        let mut moves: Vec<RootMove> = looks
            .into_iter()
            .map(|(mv, after, care)| {
                let misjudged = self.mood.misjudges(self.rules, position, mv, &after);
                let misjudged = match (prized && self.mood.sees_prizes(), care.prize) {
                    (true, true) => misjudged.max(0),
                    (true, false) => misjudged.min(0),
                    (false, _) => misjudged,
                };
                let ended = game.and_then(|game| self.ended(game, mv));
                RootMove {
                    mv,
                    after,
                    mark: Mark::of(position, mv),
                    bias: care.bias + misjudged,
                    ended,
                    score: ended.unwrap_or(care.bias),
                }
            })
            .collect();
        moves.sort_by_key(|mv| -mv.score);
        moves
    }

    /// The score of a move that ends the game, repetition included.
    fn ended(&self, game: &Game, mv: Move) -> Option<Score> {
        let mut game = game.clone();
        let report = game.play(mv).ok()?;
        report
            .result
            .map(|result| eval::result(self.rules, result.places, self.me, 1))
    }
}

/// How scores of the root's moves compare.
#[derive(Clone, Copy, Debug)]
struct Judge {
    /// Whether replies may have been overlooked. Only a move that wins at once is a sure win then, and
    /// no other is worth a queen.
    doubts: bool,
}

impl Judge {
    /// Whether nothing else can speak for or against a move with this score.
    fn is_settled(self, score: Score) -> bool {
        let doubtful = self.doubts && score > 0;
        score.abs() >= if doubtful { WON - 1 } else { DECIDED }
    }

    /// What a move counts for.
    fn judge(self, score: Score, bias: Score) -> Score {
        if self.is_settled(score) {
            score
        } else if score >= DECIDED && bias < -QUEEN {
            bias
        } else {
            score + bias
        }
    }

    /// What a move must score more than to count for more than `top`.
    fn needed(self, top: Score, bias: Score) -> Score {
        if self.is_settled(top) {
            return top;
        }
        let sure = if self.doubts { WON - 1 } else { DECIDED };
        top.saturating_sub(bias).min(sure - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_counts_as_it_is_where_nothing_was_overlooked() {
        let judge = Judge { doubts: false };
        assert_eq!(judge.needed(100, -2_000), 2_100);
        assert_eq!(judge.needed(WON - 5, -2_000), WON - 5);
        assert_eq!(judge.needed(3_000 - WON, 10), 2_990 - WON);
        assert!(judge.needed(DECIDED - 100, -2_000) < DECIDED);
        assert_eq!(judge.judge(WON - 7, -2_000), WON - 7);
        assert_eq!(judge.judge(700, -2_000), -1_300);
    }

    #[test]
    fn a_doubtful_win_is_worth_no_queen() {
        let judge = Judge { doubts: true };
        assert!(judge.judge(WON - 4, -2_000) < judge.judge(-800, 0));
        assert!(judge.judge(WON - 4, 20) > judge.judge(800, 50));
        assert_eq!(judge.judge(WON - 1, -2_000), WON - 1);
        assert!(judge.needed(WON - 6, -2_000) < WON - 1);
        assert_eq!(judge.judge(4 - WON, -2_000), 4 - WON);
    }
}
