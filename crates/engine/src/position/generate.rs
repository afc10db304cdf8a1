//! Legal moves, straight from check masks and pins: no move is made to be tested,
//! en passant aside (docs/RULES.md sections 2 and 3).

use super::attack::Checks;
use super::sink::Sink;
use super::{NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::tables::{FILE_ENDS, FORWARD, KING, KNIGHT, ON_LINES, PAWN_ATTACKERS, RANKS, STEP};
use crate::{Color, KingCapture, PromotionRank, Rules, Side, Status};

/// What is asked of the generator.
#[derive(Clone, Copy)]
pub(super) struct Order<'a> {
    pub(super) rules: &'a Rules,
    pub(super) color: Color,
    pub(super) checks: &'a Checks,
    /// Whether it really is the player's turn: then kings may be captured by moves that leave
    /// the own king in check, where the rules allow it.
    pub(super) on_turn: bool,
    /// Leave out quiet moves that don't promote.
    pub(super) captures_only: bool,
}

impl Position {
    /// Hands all moves asked for to the sink.
    #[inline(always)]
    pub(super) fn generate<S: Sink>(&self, order: Order<'_>, sink: &mut S) {
        let Order {
            rules,
            color,
            checks,
            ..
        } = order;
        let own = self.colors[color.index()];
        let mut targets = Bitboard::BOARD & !self.forbidden(rules, color);
        if rules.king_capture_in_check && order.on_turn {
            let kings = self.kings & targets;
            self.king_captures(rules, color, kings, sink);
            targets &= !kings;
        }
        if order.captures_only {
            targets &= self.occupied;
        }
        if checks.count < 2 {
            let reach = targets & checks.evasions;
            let free = own & !checks.pinned;
            self.pawns(&order, free & self.pawns, targets, checks.evasions, sink);
            if sink.is_done() {
                return;
            }
            for from in free & self.knights {
                sink.piece_moves(from, KNIGHT[from as usize] & reach);
            }
            for from in free & self.orthogonal {
                self.slide(&order, from, 0, reach, sink);
                self.slide(&order, from, 1, reach, sink);
            }
            for from in free & self.diagonal {
                self.slide(&order, from, 2, reach, sink);
                self.slide(&order, from, 3, reach, sink);
            }
            if !checks.pinned.is_empty() {
                self.pinned(&order, targets, sink);
            }
        }
        // Also in double check: the capture may take one checker and block the other.
        if self.en_passant != [(NOWHERE, NOWHERE); 4] {
            self.en_passant_captures(&order, sink);
        }
        if sink.is_done() {
            return;
        }
        self.king_moves(&order, targets, sink);
    }

    /// Squares that `color` can't enter: own pieces, a partner's, a royal king.
    #[inline(always)]
    fn forbidden(&self, rules: &Rules, color: Color) -> Bitboard {
        let index = color.index();
        let mut forbidden = self.colors[index];
        if rules.teams {
            forbidden |= self.colors[index ^ 2];
        }
        if rules.king_capture == KingCapture::FirstOfTeam {
            for other in [(index + 1) & 3, (index + 3) & 3] {
                if self.king[other] != NOWHERE && self.king[other ^ 2] == NOWHERE {
                    forbidden = forbidden.with(self.king[other]);
                }
            }
        }
        if self.walker.is_some() && self.turn == color {
            // The army has only just turned grey; on this turn it still blocks its king.
            for square in KING[self.king[index] as usize] & self.occupied {
                if self.code(square).color() == color {
                    forbidden = forbidden.with(square);
                }
            }
        }
        forbidden
    }

    /// The squares on which pawns of a side promote.
    #[inline(always)]
    pub(crate) fn promotion_squares(rules: &Rules, side: Side) -> Bitboard {
        match rules.promotion.rank {
            PromotionRank::Rank(rank) => {
                RANKS[side.index()][usize::from(rank.saturating_sub(1)) % 14]
            }
            PromotionRank::End(_) => FILE_ENDS[side.index()],
        }
    }

    #[inline(always)]
    fn pawns<S: Sink>(
        &self,
        order: &Order<'_>,
        pawns: Bitboard,
        targets: Bitboard,
        reach: Bitboard,
        sink: &mut S,
    ) {
        match order.rules.side(order.color) {
            Side::South => self.pawns_of::<S, 16, 15, 17>(order, pawns, targets, reach, sink),
            Side::West => self.pawns_of::<S, 1, -15, 17>(order, pawns, targets, reach, sink),
            Side::North => self.pawns_of::<S, -16, -17, -15>(order, pawns, targets, reach, sink),
            Side::East => self.pawns_of::<S, -1, -17, 15>(order, pawns, targets, reach, sink),
        }
    }

    /// Pushes, double steps and captures of all pawns at once; en passant is another matter.
    #[inline(always)]
    fn pawns_of<S: Sink, const FORWARD: i32, const LEFT: i32, const RIGHT: i32>(
        &self,
        order: &Order<'_>,
        pawns: Bitboard,
        targets: Bitboard,
        reach: Bitboard,
        sink: &mut S,
    ) {
        let side = order.rules.side(order.color);
        let promoting = Position::promotion_squares(order.rules, side);
        let empty = Bitboard::BOARD & !self.occupied;
        let steps = pawns.shift::<FORWARD>() & empty;
        let doubles = (steps & RANKS[side.index()][2]).shift::<FORWARD>() & empty & reach;
        let steps = steps & reach;
        if !order.captures_only {
            sink.steps(steps & !promoting, FORWARD as i16);
            if sink.is_done() {
                return;
            }
            sink.steps(doubles & !promoting, 2 * FORWARD as i16);
        }
        let mut prey = targets & self.occupied & reach;
        for other in 0..4 {
            let (passed, _) = self.en_passant[other];
            if passed != NOWHERE && order.rules.enemies(order.color, Color::from_index(other)) {
                prey = prey.without(passed);
            }
        }
        let left = pawns.shift::<LEFT>() & prey;
        let right = pawns.shift::<RIGHT>() & prey;
        let kinds = order.rules.promotion.kinds;
        if !((steps | left | right | doubles) & promoting).is_empty() {
            sink.promotions(steps & promoting, FORWARD as i16, kinds);
            sink.promotions(doubles & promoting, 2 * FORWARD as i16, kinds);
            sink.promotions(left & promoting, LEFT as i16, kinds);
            sink.promotions(right & promoting, RIGHT as i16, kinds);
        }
        sink.steps(left & !promoting, LEFT as i16);
        sink.steps(right & !promoting, RIGHT as i16);
    }

    /// Moves of one slider on one of its lines.
    #[inline(always)]
    fn slide<S: Sink>(
        &self,
        order: &Order<'_>,
        from: u8,
        direction: usize,
        reach: Bitboard,
        sink: &mut S,
    ) {
        let on = &ON_LINES[from as usize];
        let line = u32::from(self.lines[on.line[direction] as usize]);
        let bit = u32::from(on.bit[direction]);
        let up = (line >> (bit + 1)).trailing_zeros();
        let down = (line << (31 - bit) << 1).leading_zeros();
        let step = STEP[direction];
        for (count, step) in [(up, step), (down, -step)] {
            let end = (i16::from(from) + step * (count as i16 + 1)) as u8;
            if order.checks.count == 0 {
                if !order.captures_only {
                    sink.run(from, step, count as u8);
                }
                if reach.has(end) {
                    sink.one(from, end, None);
                }
            } else {
                let mut to = i16::from(from);
                for _ in 0..=count {
                    to += step;
                    if reach.has(to as u8) {
                        sink.one(from, to as u8, None);
                    }
                }
            }
        }
    }

    /// Moves of pinned pieces along their pins.
    #[cold]
    fn pinned<S: Sink>(&self, order: &Order<'_>, targets: Bitboard, sink: &mut S) {
        if order.checks.count > 0 {
            return; // a pinned piece neither blocks nor captures another checker
        }
        let king = self.king[order.color.index()];
        for from in order.checks.pinned {
            let line = Position::line_through(king, from);
            if self.pawns.has(from) {
                self.pawns(order, Bitboard::of(from), targets, line, sink);
            }
            let (a, b) = (&ON_LINES[king as usize], &ON_LINES[from as usize]);
            let direction = (0..4).find(|&n| a.line[n] == b.line[n]).unwrap_or(0);
            let sliders = if direction < 2 {
                self.orthogonal
            } else {
                self.diagonal
            };
            if sliders.has(from) {
                self.slide(order, from, direction, targets, sink);
            }
        }
    }

    #[inline(always)]
    fn king_moves<S: Sink>(&self, order: &Order<'_>, targets: Bitboard, sink: &mut S) {
        let Order {
            rules,
            color,
            checks,
            ..
        } = *order;
        let king = self.king[color.index()];
        if king == NOWHERE {
            return;
        }
        let steps = KING[king as usize] & targets;
        if !self.is_royal(rules, color) {
            sink.piece_moves(king, steps);
        } else {
            let enemies = self.enemies_of(rules, color);
            for to in steps {
                if !self.attacked_without(rules, to, enemies, king) {
                    sink.one(king, to, None);
                }
            }
        }
        let rights = self.castling_rights(color);
        if rights != 0 && checks.count == 0 && !order.captures_only {
            self.castle(rules, color, rights, sink);
        }
    }

    /// En passant captures. They empty two or three squares at once, so each is tried out.
    #[cold]
    fn en_passant_captures<S: Sink>(&self, order: &Order<'_>, sink: &mut S) {
        let Order { rules, color, .. } = *order;
        let own = self.pawns & self.colors[color.index()];
        let side = rules.side(color);
        for other in Color::ALL
            .into_iter()
            .filter(|other| rules.enemies(color, *other))
        {
            let (passed, pawn) = self.en_passant[other.index()];
            let takers = PAWN_ATTACKERS[side.index()][passed as usize] & own;
            if passed == NOWHERE || takers.is_empty() {
                continue;
            }
            let taken_above =
                rules.king_capture_in_check && order.on_turn && self.kings.has(passed);
            if taken_above || self.forbidden(rules, color).has(passed) {
                continue;
            }
            for from in takers {
                if self.is_royal(rules, color) {
                    let mut after = *self;
                    if !after.code(passed).is_empty() {
                        after.take(passed);
                    }
                    after.take(pawn);
                    let code = after.take(from);
                    after.put(passed, code);
                    if !after.checkers_of(rules, color).is_empty() {
                        continue;
                    }
                }
                self.pawn_capture(rules, color, from, passed, sink);
            }
        }
    }

    /// One pawn capture with all its promotions.
    fn pawn_capture<S: Sink>(&self, rules: &Rules, color: Color, from: u8, to: u8, sink: &mut S) {
        if Position::promotion_squares(rules, rules.side(color)).has(to) {
            for kind in rules.promotion.kinds.kinds() {
                sink.one(from, to, Some(*kind));
            }
        } else {
            sink.one(from, to, None);
        }
    }

    /// Every capture of the given kings, whatever it does to the own king
    /// (docs/RULES.md section 12).
    fn king_captures<S: Sink>(&self, rules: &Rules, color: Color, kings: Bitboard, sink: &mut S) {
        let own = self.colors[color.index()];
        let walking = self.status[color.index()] == Status::Walking;
        debug_assert!(!walking || own.count() == 1);
        for to in kings {
            for from in self.attackers_among(rules, to, own) {
                if self.pawns.has(from) {
                    self.pawn_capture(rules, color, from, to, sink);
                } else {
                    sink.one(from, to, None);
                }
            }
        }
    }

    /// The square a double step passes over, if going from one square to another is one.
    #[inline(always)]
    pub(super) fn passed_over(side: Side, from: u8, to: u8) -> Option<u8> {
        let forward = FORWARD[side.index()];
        (i16::from(to) - i16::from(from) == 2 * forward).then(|| (i16::from(from) + forward) as u8)
    }
}
