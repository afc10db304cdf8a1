//! Zobrist keys: fixed constants, part of the protocol (docs/ENGINE.md).

use crate::piece::Code;

const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut state = seed;
    let mut n = 0;
    while n < N {
        (state, keys[n]) = splitmix(state);
        n += 1;
    }
    keys
}

/// Six kinds by four colours by 256 squares; kinds 6 and 7 of a colour stay unused.
static PIECES: [u64; 32 * 256] = keys(0x5649_4552_5343_4841);
static EN_PASSANT: [u64; 256] = keys(0x454e_5041_5353_414e);
static CASTLING: [u64; 8] = keys(0x4341_5354_4c49_4e47);
static TURN: [u64; 4] = keys(0x5455_524e_5455_524e);

/// A piece on a square. Grey and promoted pieces use the living piece's key, turned.
#[inline]
pub(crate) fn piece(code: Code, square: u8) -> u64 {
    let key = PIECES[(code.index() & 31) << 8 | square as usize];
    key.rotate_left((code.index() >> 5) as u32 * 13)
}

/// An open en-passant square.
#[inline]
pub(crate) fn en_passant(square: u8) -> u64 {
    EN_PASSANT[square as usize]
}

/// A set of castling rights, a bit each.
#[inline]
pub(crate) fn castling(rights: u8) -> u64 {
    let mut key = 0;
    let mut rest = rights;
    while rest != 0 {
        key ^= CASTLING[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    key
}

/// The player to move.
#[inline]
pub(crate) fn turn(index: usize) -> u64 {
    TURN[index & 3]
}
