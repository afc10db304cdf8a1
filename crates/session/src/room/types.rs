//! What a host and a room tell each other.

use vierschach_protocol::ServerMessage;

use crate::{ConnectionId, CpuTask, Input, LogError, Ticket, Token};

/// What a room must know of its host.
#[derive(Clone, Debug)]
pub struct RoomConfig {
    /// The levels that CPUs have here, weakest first.
    pub levels: Vec<u8>,
    /// A number of the host's process that no other process has, nor had before.
    pub process: u64,
    /// Fresh entropy: members' tokens and games' seeds come from it.
    pub entropy: [u8; 32],
}

/// What happens to a room.
#[derive(Clone, Debug)]
pub enum RoomInput {
    /// A screen came: before anything else of it.
    Came {
        /// Its connection.
        connection: ConnectionId,
        /// What the device is called in this room, if the host knows it: always the same, and
        /// telling nothing about it elsewhere. Somebody who was sent out stays out with it.
        device: Option<String>,
        /// Where it comes from. It is kept in memory alone, while the room is in use: from where
        /// somebody was sent out nobody new comes in so long.
        address: Option<String>,
    },
    /// What happens to desks too: screens, CPUs and ticks. What a room never asked for is passed
    /// over.
    Common(Input),
    /// How an append went.
    Kept {
        /// Which.
        ticket: Ticket,
        /// How.
        outcome: Outcome,
    },
    /// Entries that others may have written, without a gap between them. Those that are known
    /// already are passed over.
    Others {
        /// The number of the first one.
        first: u32,
        /// Their texts.
        entries: Vec<String>,
    },
}

/// How an append went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Written down.
    Written,
    /// Not written: the log has gone on without this room. These are the entries after the one
    /// that was taken for the last, at least one.
    Overtaken(Vec<String>),
    /// Not written, for another reason.
    Failed,
}

/// What a room wants done.
#[derive(Clone, Debug)]
pub enum RoomEffect {
    /// Send a message to some screens, at least one: the same for all of them.
    Send {
        /// Which screens.
        to: Vec<ConnectionId>,
        /// What.
        message: Box<ServerMessage>,
    },
    /// Let go of a screen when it has got what was sent to it. The room knows it no more.
    Close(ConnectionId),
    /// Append an entry to the room's log and replace its snapshot: both, or neither. To be
    /// answered with [`RoomInput::Kept`]; there is never more than one under way.
    Append {
        /// The number for the answer.
        ticket: Ticket,
        /// The entry's number: the last one in the log plus 1, else it must fail.
        number: u32,
        /// The entry.
        entry: String,
        /// The snapshot after it: a [`RoomSnapshot`](super::RoomSnapshot).
        snapshot: String,
    },
    /// Read the entries after this number and answer with [`RoomInput::Others`], without any where
    /// they can't be read.
    ReadAfter(u32),
    /// Let a CPU choose a move and answer with [`Input::Chosen`] or [`Input::CpuFailed`].
    AskCpu(Box<CpuTask>),
    /// An asked CPU's answer is no longer wanted.
    CancelCpu(Token),
    /// Send [`Input::Tick`] at this time, in milliseconds since 1970, and not at the one asked for
    /// before; `None`: at no time.
    WakeAt(Option<u64>),
    /// An entry that another process wrote can't be taken: the room is of no more use, and has to
    /// be loaded anew.
    Astray(LogError),
}
