//! One game with seats and a numbered log, without I/O.
