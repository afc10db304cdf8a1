//! Inner nodes: alpha-beta that looks deep by looking less deep where it hardly matters.
//!
//! Every player of a team wants the same, so partners are one side, whatever the seats are.
//!
//! What `vierschach match` did not show to gain anything between teams is not here: check extensions (+12 ± 31
//! Elo in 400 games of 10,000 nodes a move), leaving out losing captures near the leaves and captures in
//! leaves that can't reach the window (docs/CPU.md), futility (-9 ± 69 in 80), with reverse futility and
//! reductions at the root (-89 ± 81 in 60), reductions at the root alone (0 ± 48 in 100).

use vierschach_engine::{Color, Kind, Move, Position};

use super::table::{Bound, Entry};
use super::{MAX_PLY, Search, Window};
use crate::budget::Halt;
use crate::ordering::{self, Asked, Candidate, Mark, pick};
use crate::score::{ALMOST_DECIDED, DECIDED, INFINITE, Score};

/// How much less deep the nth move is searched, by depth: the product of both logarithms.
const REDUCTIONS: [[u8; 64]; 32] = {
    let mut all = [[0; 64]; 32];
    let mut depth = 1;
    while depth < 32 {
        let mut number = 1;
        while number < 64 {
            all[depth][number] = (logarithm(depth) * logarithm(number) / 150) as u8;
            number += 1;
        }
        depth += 1;
    }
    all
};

/// Eight times the binary logarithm, straight between powers of two.
const fn logarithm(number: usize) -> u32 {
    let whole = number.ilog2();
    8 * whole + 8 * (number as u32 - (1 << whole)) / (1 << whole)
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
struct Side {
    turn: Color,
    /// Depth still to search, at least one.
    depth: i32,
    ply: u8,
    /// Whether the player to move stands in check.
    checked: bool,
    /// Whether the true score is wanted, and not only on which side of a bound it is.
    open: bool,
    /// The static score; far below all others in check, where nobody may stand still.
    static_eval: Score,
    /// Whether that is more than at the player's last move.
    improving: bool,
}

impl Search<'_> {
    /// Counts the position after a move of `mover` and searches it. The score is for `mover`.
    pub(super) fn follow(
        &mut self,
        child: &Position,
        mover: Color,
        depth: i32,
        ply: u8,
        window: Window,
    ) -> Result<Score, Halt> {
        let turn = match self.arrive(child, mover, ply)? {
            Ok(turn) => turn,
            Err(score) => return Ok(score),
        };
        if self.repeats(child) {
            return Ok(0);
        }
        self.path.push(child.hash());
        let score = if self.ours(turn) == self.ours(mover) {
            self.node(child, turn, depth, ply, window)
        } else {
            self.node(child, turn, depth, ply, window.flipped())
                .map(|score| -score)
        };
        self.path.pop();
        score
    }

    /// Whether the position stood before on the way here: nothing is gained by playing for it.
    /// Where points count a repetition only comes closer to a draw, which is no zero.
    fn repeats(&self, position: &Position) -> bool {
        let since = usize::from(position.clock());
        let key = position.hash();
        self.rules.points.is_none()
            && since >= 4
            && self.path.iter().rev().take(since).any(|one| *one == key)
    }

    /// The score of a position for the player to move.
    fn node(
        &mut self,
        position: &Position,
        turn: Color,
        mut depth: i32,
        ply: u8,
        mut window: Window,
    ) -> Result<Score, Halt> {
        let checked = position.must_escape();
        if depth <= 0 {
            return self.quiesce(position, turn, 0, ply, window);
        }
        if ply >= MAX_PLY || self.gone(position) {
            return Ok(self.evaluate(position, turn));
        }
        let at = usize::from(ply);
        let hurt = self.hurt_before(turn, at);
        self.hurt[at + 1] = hurt;
        self.turns[at] = None;
        if !checked && self.wanders(position, turn) {
            let child = position.pass(self.rules);
            return self.follow(&child, turn, depth, ply + 1, window);
        }
        let open = window.is_open();
        let key = self.node_key(position, hurt);
        let known = self.table.get(key);
        let answer = known.and_then(|entry| entry.answer(depth, ply, window));
        if let Some(score) = answer.filter(|_| !open) {
            return Ok(score);
        }
        let static_eval = if checked {
            -INFINITE
        } else {
            self.evaluate_within(position, turn, window)
        };
        let improving = self.improves(static_eval, turn, at);
        // Two positions may share a key, one in some quintillions.
        let first = known
            .and_then(|entry| entry.mv)
            .filter(|mv| position.is_legal(self.rules, *mv));
        if first.is_none() && depth >= 4 {
            // Without a move to begin with, finding one is worth a shallower look: +93 ± 73 Elo in 88 games
            // of 10,000 nodes a move.
            depth -= 1;
        }
        let node = Side {
            turn,
            depth,
            ply,
            checked,
            open,
            static_eval,
            improving,
        };
        if let Some(score) = self.null_move(position, node, window)? {
            return Ok(score);
        }

        let reply_to = at.checked_sub(1).and_then(|before| self.moved[before]);
        let asked = Asked {
            but: first,
            ply,
            reply_to,
            partner: at.checked_sub(2).and_then(|before| self.moved[before]),
        };
        let start = self.candidates.len();
        let floor = window.alpha;
        let (mut best, mut best_move) = (-INFINITE, None);
        let (mut tried, mut quiets) = (0, 0);
        let own_way = self.may_mind_itself(position, turn, checked);
        let (mut settled, mut own) = (false, None);
        if own_way {
            (best, own) = self.mind_itself(position, node, window)?;
            if best > window.alpha {
                (window.alpha, best_move) = (best, own);
            }
            settled = hurt || best >= window.beta;
            tried = 1;
            // Whatever else the rival plays is meant to hurt.
            self.hurt[at + 1] = true;
        }
        let mut listed = first.is_none();
        match first {
            _ if settled => {}
            Some(mv) => self.candidates.push(Candidate::plain(position, mv)),
            None => self.all_moves(position, asked),
        }
        let mut index = start;
        loop {
            if !listed && index > start {
                listed = true;
                self.all_moves(position, asked);
            }
            if index == self.candidates.len() {
                break;
            }
            let candidate = pick(&mut self.candidates, index);
            index += 1;
            if own == Some(candidate.mv) {
                continue;
            }
            // Who loses so far looks at everything: one move may save the game.
            if best > -ALMOST_DECIDED && node.comes_too_late(&candidate, quiets) {
                index -= 1;
                self.drop_late(node, index, quiets);
                continue;
            }
            if self.overlooks(node, &candidate) {
                continue;
            }
            let child = position.make(self.rules, candidate.mv);
            self.moved[at] = Mark::of(position, candidate.mv);
            let less = node.reduction(&candidate, tried);
            let score = self.scout_first(&child, node, less, tried > 0, window)?;
            tried += 1;
            quiets += usize::from(candidate.quiet());
            best = best.max(score);
            if score <= window.alpha {
                continue;
            }
            best_move = Some(candidate.mv);
            window.alpha = score;
            if score >= window.beta {
                if candidate.quiet() {
                    let before = &self.candidates[start..index - 1];
                    self.history
                        .refuted(position, candidate.mv, before, depth, asked);
                }
                break;
            }
        }
        self.candidates.truncate(start);
        if best == -INFINITE {
            best = self.evaluate(position, turn);
        }
        let searched = Window {
            alpha: floor,
            ..window
        };
        self.keep(key, Entry::new(best, searched, best_move, depth as u8), ply);
        Ok(best)
    }

    /// Keeps the static score of a ply, and says whether it is more than at the player's last move.
    pub(super) fn improves(&mut self, static_eval: Score, turn: Color, at: usize) -> bool {
        self.turns[at] = Some(turn);
        self.static_evals[at] = static_eval;
        // Four plies back, or fewer where some are out of the game.
        let mut back = (at.saturating_sub(4)..at).rev();
        let last = back.find(|before| self.turns[*before] == Some(turn));
        last.is_some_and(|last| static_eval > self.static_evals[last])
    }

    /// Appends all moves of a node.
    pub(super) fn all_moves(&mut self, position: &Position, asked: Asked) {
        let into = &mut self.candidates;
        ordering::all_moves(&self.history, self.rules, position, asked, into);
    }

    /// Searches a child, all but the first with an empty window, and less deep at first where it may be.
    fn scout_first(
        &mut self,
        child: &Position,
        node: Side,
        less: i32,
        later: bool,
        window: Window,
    ) -> Result<Score, Halt> {
        let (turn, depth, ply) = (node.turn, node.depth - 1, node.ply + 1);
        if later {
            let scout = window.scout();
            let mut score = self.follow(child, turn, depth - less, ply, scout)?;
            if less > 0 && score > window.alpha {
                score = self.follow(child, turn, depth, ply, scout)?;
            }
            if !node.open || score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        self.follow(child, turn, depth, ply, window)
    }

    /// A score at or above the window, where the side to move is still ahead after leaving out a
    /// turn (null move): +111 ± 85 Elo in 84 games of 10,000 nodes a move.
    fn null_move(
        &mut self,
        position: &Position,
        node: Side,
        window: Window,
    ) -> Result<Option<Score>, Halt> {
        let Side {
            depth, static_eval, ..
        } = node;
        let beta = window.beta;
        if node.open || node.checked || beta.abs() >= DECIDED {
            return Ok(None);
        }
        let at = usize::from(node.ply);
        if depth < 3 || static_eval < beta || self.passed[at] || !has_pieces(position, node.turn) {
            return Ok(None);
        }
        let child = position.pass(self.rules);
        if child.turn().is_none() {
            return Ok(None);
        }
        let less = 3 + depth / 4 + ((static_eval - beta) / 200).min(3);
        let scout = Window {
            alpha: beta - 1,
            beta,
        };
        self.passed[at + 1] = true;
        self.moved[at] = None;
        let score = self.follow(&child, node.turn, depth - less, node.ply + 1, scout);
        self.passed[at + 1] = false;
        // What wins against somebody who may not move is no proven win.
        Ok(Some(score?.min(ALMOST_DECIDED)).filter(|score| *score >= beta))
    }

    /// Takes moves that need not be tried off the list, from `index` on. What is useless once stays so.
    fn drop_late(&mut self, node: Side, index: usize, quiets: usize) {
        let mut kept = index;
        for other in index..self.candidates.len() {
            let candidate = self.candidates[other];
            if !node.comes_too_late(&candidate, quiets) {
                self.candidates[kept] = candidate;
                kept += 1;
            }
        }
        self.candidates.truncate(kept);
    }

    /// Whether a rival has hurt the root's player before the player to move does anything; a new round
    /// begins with the root's player.
    fn hurt_before(&self, turn: Color, at: usize) -> bool {
        !self.ours(turn) && self.hurt[at]
    }

    /// The score after what a rival does for their own sake, and the move unless they wait.
    fn mind_itself(
        &mut self,
        position: &Position,
        node: Side,
        window: Window,
    ) -> Result<(Score, Option<Move>), Halt> {
        let own = self.own_business(position);
        self.moved[usize::from(node.ply)] = own.and_then(|mv| Mark::of(position, mv));
        let child = match own {
            Some(mv) => position.make(self.rules, mv),
            None => position.pass(self.rules),
        };
        let score = self.scout_first(&child, node, 0, false, window)?;
        Ok((score, own))
    }

    /// Whether the level overlooks this move of the other side.
    fn overlooks(&self, node: Side, candidate: &Candidate) -> bool {
        !self.ours(node.turn)
            && !node.checked
            && self.mood.overlooks(candidate.mv, candidate.victim)
    }

    /// Keeps what was found of a position.
    pub(super) fn keep(&self, key: u64, entry: Entry, ply: u8) {
        let score = match entry.score {
            won if won >= DECIDED => won + Score::from(ply),
            lost if lost <= -DECIDED => lost - Score::from(ply),
            other => other,
        };
        self.table.put(key, Entry { score, ..entry });
    }
}

/// Whether a colour has more than its king and pawns, who may well be worse off for having to move.
fn has_pieces(position: &Position, color: Color) -> bool {
    let kinds = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
    kinds.iter().any(|kind| position.count(color, *kind) > 0)
}

impl Side {
    /// Whether a quiet move near the leaves comes too late in the order to be tried (late-move pruning): +144 ± 119
    /// Elo in 56 games of 50,000 nodes a move; -35 ± 50 in 200 of 10,000.
    ///
    /// Never a move that checks: with two enemies each, mates come out of quiet moves all the time.
    /// With this exception the search took 0.775 ± 0.133 from the plain one in 40 games of 4000
    /// nodes, without it 0.400 ± 0.168 in the same openings.
    fn comes_too_late(&self, candidate: &Candidate, quiets: usize) -> bool {
        if self.checked || candidate.checks || !candidate.quiet() {
            return false;
        }
        let depth = self.depth;
        let enough = (3 + depth * depth) as usize / if self.improving { 1 } else { 2 } + 1;
        depth <= 5 && quiets >= enough
    }

    /// How much less deep a move is searched that comes so late in the order (late-move reductions): +37 ± 34
    /// Elo in 400 games of 10,000 nodes a move.
    fn reduction(&self, candidate: &Candidate, tried: usize) -> i32 {
        let early = if self.open { 4 } else { 2 };
        let calm = candidate.quiet() || candidate.loses();
        if tried < early || self.depth < 3 || self.checked || !calm {
            return 0;
        }
        let mut less = i32::from(REDUCTIONS[self.depth.min(31) as usize][tried.min(63)]);
        less += i32::from(!self.improving) - i32::from(self.open) - 2 * i32::from(candidate.checks);
        less -= (candidate.history() / 8_000).clamp(-2, 2);
        less.clamp(0, self.depth - 2)
    }
}

impl Entry {
    /// What a search of these bounds found; `window` is the one it began with.
    pub(super) fn new(score: Score, window: Window, mv: Option<Move>, depth: u8) -> Entry {
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Entry {
            score,
            mv,
            depth,
            bound,
        }
    }

    /// The score at a node so far from the root, if it is deep enough and answers what the window
    /// asks. Between teams distances to the end are kept from the position, not from the root.
    pub(super) fn answer(&self, depth: i32, ply: u8, window: Window) -> Option<Score> {
        let score = match self.score {
            won if won >= DECIDED => won - Score::from(ply),
            lost if lost <= -DECIDED => lost + Score::from(ply),
            other => other,
        };
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (answers && i32::from(self.depth) >= depth).then_some(score)
    }
}
