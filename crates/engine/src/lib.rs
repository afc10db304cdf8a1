//! The rules of chess for four on the 160-square cross board.
