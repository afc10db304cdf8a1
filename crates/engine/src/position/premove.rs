//! Moves entered in advance, while others are to move.

use super::Position;
use super::castling::right;
use crate::bitboard::Bitboard;
use crate::tables::{
    FORWARD, KING, KNIGHT, ON_LINES, PAWN_ATTACKERS, RANKS, STEP, back_rank_place,
};
use crate::{Color, Kind, Move, Rules, Side, Square};

impl Position {
    /// What `color` may enter in advance: every move that its pieces could make if the board were
    /// theirs, whoever stands on the target now. None for a player who no longer plays.
    ///
    /// - Knights and kings go to all squares they reach; an own piece there may be taken and taken
    ///   back, a guard may have gone.
    /// - Sliders go as far as the first piece and onto its square, never beyond.
    /// - Pawns step one square, two from their 2nd rank when the first is empty, and aslant to
    ///   both sides; with each piece to choose where they promote.
    /// - A king castles wherever the right still stands.
    ///
    /// Checks and pins don't count. So the set holds every move of a piece standing now that is
    /// legal on `color`'s next turn, but for those along lines that others have opened meanwhile.
    pub fn premoves(&self, rules: &Rules, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.result.is_some() || !self.status[color.index()].plays() {
            return moves;
        }
        for from in self.colors[color.index()] {
            if self.pawns.has(from) {
                self.pawn_premoves(rules, color, from, &mut moves);
                continue;
            }
            let targets = self.premove_targets(rules, color, from);
            moves.extend(targets.into_iter().map(|to| plain(from, to)));
        }
        moves
    }

    fn premove_targets(&self, rules: &Rules, color: Color, from: u8) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        if self.knights.has(from) {
            targets = KNIGHT[from as usize];
        }
        if self.kings.has(from) {
            targets = KING[from as usize];
            for to in self
                .castling_targets(rules, color, from)
                .into_iter()
                .flatten()
            {
                targets = targets.with(to);
            }
        }
        if self.orthogonal.has(from) {
            targets = targets | self.line_premoves(from, 0) | self.line_premoves(from, 1);
        }
        if self.diagonal.has(from) {
            targets = targets | self.line_premoves(from, 2) | self.line_premoves(from, 3);
        }
        targets
    }

    /// The squares up to the first piece on both ends of a line, those of the pieces included.
    fn line_premoves(&self, from: u8, direction: usize) -> Bitboard {
        let on = &ON_LINES[from as usize];
        let line = u32::from(self.lines[on.line[direction] as usize]);
        let bit = u32::from(on.bit[direction]);
        let up = (line >> (bit + 1)).trailing_zeros();
        let down = (line << (31 - bit) << 1).leading_zeros();
        let mut targets = Bitboard::EMPTY;
        for (count, step) in [(up, STEP[direction]), (down, -STEP[direction])] {
            for n in 1..=count as i16 + 1 {
                targets = targets.with((i16::from(from) + n * step) as u8);
            }
        }
        // The first obstacle may be the edge.
        targets & Bitboard::BOARD
    }

    /// Where the king would go by each castling whose right stands.
    fn castling_targets(&self, rules: &Rules, color: Color, king: u8) -> [Option<u8>; 2] {
        let side = rules.side(color);
        let place = back_rank_place(side, king);
        [false, true].map(|high| {
            place.filter(|_| self.castling & right(color, high) != 0)?;
            Some(Position::castled_king(side, place?, high))
        })
    }

    fn pawn_premoves(&self, rules: &Rules, color: Color, from: u8, moves: &mut Vec<Move>) {
        let side = rules.side(color);
        let step = |steps: i16| (i16::from(from) + steps * FORWARD[side.index()]) as u8;
        let ahead = step(1);
        let mut targets = Bitboard::of(ahead);
        if RANKS[side.index()][1].has(from) && !self.occupied.has(ahead) {
            targets = targets.with(step(2));
        }
        // A pawn attacks what an opposite one would be attacked from.
        targets =
            (targets | PAWN_ATTACKERS[opposite(side).index()][from as usize]) & Bitboard::BOARD;
        let promoting = Position::promotion_squares(rules, side);
        for to in targets {
            if promoting.has(to) {
                let kinds = rules.promotion.kinds.kinds().iter();
                moves.extend(kinds.map(|kind| promoted(from, to, *kind)));
            } else {
                moves.push(plain(from, to));
            }
        }
    }
}

const fn opposite(side: Side) -> Side {
    match side {
        Side::South => Side::North,
        Side::West => Side::East,
        Side::North => Side::South,
        Side::East => Side::West,
    }
}

fn plain(from: u8, to: u8) -> Move {
    Move::new(Square::raw(from), Square::raw(to))
}

fn promoted(from: u8, to: u8, kind: Kind) -> Move {
    Move {
        promotion: Some(kind),
        ..plain(from, to)
    }
}
