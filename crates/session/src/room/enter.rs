//! Reading requests, and coming into the room.

use sha2::{Digest, Sha256};
use vierschach_protocol::{
    ClientMessage, Entrance, ErrorCode, Known, MAX_MEMBERS, MAX_NAME_CHARS, MAX_REQUEST_BYTES,
    MemberId, OPENS_MINUTES, Request, RoomAct, RoomCode, RoomOptions, ServerMessage, VERSION,
};

use super::entry::{Newcomer, ROOM_FORMAT, RoomDeed, RoomHeader, RoomSnapshot};
use super::state::{Person, State};
use super::{Asker, Origin, Room, RoomEffect};
use crate::house::{house_rules, is_table};
use crate::refuse::{bad_rules, refusal, refused, refused_with};
use crate::{ConnectionId, Refusal, clean_name};

/// So many members a device may have. People who share a screen are one member; several are tabs, or
/// come of tokens that were lost.
const MAX_OF_DEVICE: usize = 4;

/// So many milliseconds ahead a date may be.
const FARTHEST_DATE: f64 = 400.0 * 24.0 * 3_600_000.0;

impl RoomHeader {
    /// The header of a new room, and what is to be kept beside its empty log.
    ///
    /// # Errors
    /// With the answer to the request of this number, when what shall be played can't be.
    pub fn new(
        code: RoomCode,
        secret: String,
        options: RoomOptions,
        request: u32,
        now: u64,
    ) -> Result<(RoomHeader, RoomSnapshot), Box<ServerMessage>> {
        check_options(&options, request, now)?;
        let header = RoomHeader {
            format: ROOM_FORMAT,
            code,
            secret,
            options,
            created: now,
        };
        let expires = State::new(header.clone()).expires();
        Ok((header, RoomSnapshot { expires }))
    }
}

/// Whether such a game can be played; fails with the refusal.
pub(super) fn check_options(
    options: &RoomOptions,
    request: u32,
    now: u64,
) -> Result<(), Box<ServerMessage>> {
    let refuse = |Refusal(code)| Box::new(refused(Some(request), None, code));
    house_rules(options.variant, &options.house)
        .map_err(|error| Box::new(bad_rules(request, &error)))?;
    if !is_table(options.table) {
        return Err(refuse(Refusal(ErrorCode::BadRequest)));
    }
    let latest = now as f64 + FARTHEST_DATE;
    match options.date {
        Some(date) if !(0.0..=latest).contains(&date) => {
            Err(refuse(Refusal(ErrorCode::BadRequest)))
        }
        _ => Ok(()),
    }
}

/// SHA-256 in hexadecimal digits.
pub(super) fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().fold(String::new(), |mut digits, byte| {
        use std::fmt::Write as _;
        // Writing into a text does not fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

impl Room {
    /// Reads a request and acts on it. Whatever is wrong with it has no effect but the answer.
    pub(super) fn receive(&mut self, now: u64, from: ConnectionId, text: &str) {
        if !self.screens.contains_key(&from) {
            return;
        }
        if text.len() > MAX_REQUEST_BYTES {
            return self.send(from, refusal(text, ErrorCode::TooLong));
        }
        match serde_json::from_str(text) {
            Ok(Request { id, message }) if self.is_doubtful(&message) => {
                self.doubtful.push(((from, id), message));
                self.effects.push(RoomEffect::ReadAfter(self.state.number));
            }
            Ok(Request { id, message }) => self.dispatch(now, (from, id), message),
            Err(_) => self.send(from, refusal(text, ErrorCode::Malformed)),
        }
    }

    /// Whether a request may rest on what somebody has seen at another process, and this one has not
    /// heard of yet. What is said in a game tells itself which position it is for.
    fn is_doubtful(&self, message: &ClientMessage) -> bool {
        let ClientMessage::Room { act } = message else {
            return false;
        };
        let talks = matches!(act, RoomAct::Say { .. } | RoomAct::Point { .. });
        !talks && self.has_other_lines()
    }

    /// Judges a request; again, where somebody else was faster.
    pub(super) fn dispatch(&mut self, now: u64, asker: Asker, message: ClientMessage) {
        match (self.member_of(asker.0), message) {
            (None, ClientMessage::EnterRoom { protocol, entrance }) => {
                if protocol != VERSION {
                    let params = [
                        ("client", protocol.to_string()),
                        ("host", VERSION.to_string()),
                    ];
                    let refused = refused_with(asker.1, ErrorCode::Version, params);
                    return self.send(asker.0, refused);
                }
                self.enter(now, asker, entrance);
            }
            (None, _) => self.refuse(asker, ErrorCode::NoHello),
            (Some(_), ClientMessage::EnterRoom { .. }) => {
                self.refuse(asker, ErrorCode::BadRequest);
            }
            (Some(_), ClientMessage::Ping {}) => {
                self.send(asker.0, ServerMessage::Pong { request: asker.1 });
            }
            (Some(member), ClientMessage::Room { act }) => self.act(now, asker, member, act),
            (Some(member), message) => self.play_on_request(now, asker, member, message),
        }
    }

    fn enter(&mut self, now: u64, asker: Asker, entrance: Entrance) {
        let entered = match entrance.clone() {
            Entrance::Create { name, .. } if self.state.number == 0 => {
                self.newcomer(asker, &name, false)
            }
            Entrance::Create { .. } => Err(Refusal(ErrorCode::BadRequest)),
            Entrance::Join { name, watch, .. } => self
                .may_join(now, asker)
                .and_then(|()| self.newcomer(asker, &name, watch)),
            Entrance::Return { token, .. } => self.returns(asker, token),
        };
        let (deed, token) = match entered {
            Ok(entered) => entered,
            Err(Refusal(ErrorCode::NotOpenYet)) => {
                let opens = self.opens().unwrap_or_default();
                let params = [("opens", format!("{opens:.0}"))];
                let refused = refused_with(asker.1, ErrorCode::NotOpenYet, params);
                return self.send(asker.0, refused);
            }
            Err(Refusal(code)) => return self.refuse(asker, code),
        };
        let message = ClientMessage::EnterRoom {
            protocol: VERSION,
            entrance,
        };
        let origin = Origin::Asked {
            asker,
            message: Box::new(message),
            token: Some(token),
        };
        self.propose(now, deed, None, origin);
    }

    /// When the room opens for others than its host.
    fn opens(&self) -> Option<f64> {
        let before = f64::from(OPENS_MINUTES) * 60_000.0;
        Some(self.state.options.date? - before)
    }

    fn may_join(&self, now: u64, (screen, _): Asker) -> Result<(), Refusal> {
        let screen = self.screens.get(&screen);
        let device = screen.and_then(|screen| screen.device.as_deref());
        let address = screen.and_then(|screen| screen.address.as_deref());
        let is_exile = device.is_some_and(|device| self.state.is_exiled(device));
        if is_exile || address.is_some_and(|address| self.exiled.contains(address)) {
            return Err(Refusal(ErrorCode::Kicked));
        }
        if self.state.locked {
            return Err(Refusal(ErrorCode::RoomLocked));
        }
        let opens = self.opens();
        if self.state.games == 0 && opens.is_some_and(|opens| (now as f64) < opens) {
            return Err(Refusal(ErrorCode::NotOpenYet));
        }
        Ok(())
    }

    /// Somebody new; gives the token too.
    fn newcomer(
        &mut self,
        (screen, _): Asker,
        name: &str,
        watches: bool,
    ) -> Result<(RoomDeed, String), Refusal> {
        let name = self.free_name(&clean_name(name)?, None);
        if self.is_used_up() {
            return Err(Refusal(ErrorCode::RoomUsedUp));
        }
        let device = self.screens.get(&screen).and_then(|one| one.device.clone());
        let instead_of = self.makes_room(device.as_deref())?;
        let token = self.digits();
        let newcomer = Newcomer {
            member: MemberId(self.state.numbered + 1),
            name,
            token: sha256(&token),
            device,
            watches,
            line: self.line_of(screen),
            instead_of,
        };
        Ok((RoomDeed::Entered(Box::new(newcomer)), token))
    }

    /// Who makes room for somebody new from this device; `None`: nobody has to. One device has few
    /// places, so that nobody fills a room alone.
    fn makes_room(&self, device: Option<&str>) -> Result<Option<MemberId>, Refusal> {
        let state = &self.state;
        // Who is here may be thought gone elsewhere.
        let away = |person: &&Person| self.screen_of(person.id).is_none();
        let own = device.map_or(0, |device| state.of_device(device).count());
        let (gone, full) = match device {
            Some(device) if own >= MAX_OF_DEVICE => {
                let gone = state.longest_gone(state.of_device(device).filter(away));
                (gone, ErrorCode::BrowserFull)
            }
            _ if state.people.len() >= MAX_MEMBERS => {
                let gone = state.longest_gone(state.people.iter().filter(away));
                (gone, ErrorCode::RoomFull)
            }
            _ => return Ok(None),
        };
        gone.map(Some).ok_or(Refusal(full))
    }

    /// The name, or the name with a number, that nobody else in the room has.
    pub(super) fn free_name(&self, name: &str, own: Option<MemberId>) -> String {
        let is_taken = |name: &str| {
            let name = name.to_lowercase();
            let mut people = self.state.people.iter();
            people.any(|other| Some(other.id) != own && other.name.to_lowercase() == name)
        };
        let mut free = name.to_owned();
        for number in 2.. {
            if !is_taken(&free) {
                break;
            }
            let number = format!(" {number}");
            let room = MAX_NAME_CHARS - number.len();
            let start: String = name.chars().take(room).collect();
            free = start.trim_end().to_owned() + &number;
        }
        free
    }

    /// Somebody whom a token brings back.
    fn returns(&self, (screen, _): Asker, token: String) -> Result<(RoomDeed, String), Refusal> {
        let hash = sha256(&token);
        if self.state.exiles.iter().any(|exile| exile.token == hash) {
            return Err(Refusal(ErrorCode::Kicked));
        }
        let mut people = self.state.people.iter();
        let person = people.find(|person| person.token == hash);
        let member = person.ok_or(Refusal(ErrorCode::BadToken))?.id;
        let line = self.line_of(screen);
        Ok((RoomDeed::Here { member, line }, token))
    }

    /// Welcomes somebody whose entrance is written down.
    pub(super) fn welcome(
        &mut self,
        (to, request): Asker,
        member: MemberId,
        token: String,
        message: &ClientMessage,
    ) {
        let Some(room) = self.room_view(member) else {
            return;
        };
        let entered = ServerMessage::RoomEntered {
            request,
            token,
            secret: self.state.header.secret.clone(),
            levels: self.config.levels.clone(),
            room: Box::new(room),
        };
        self.send(to, entered);
        let since = match message {
            ClientMessage::EnterRoom {
                entrance: Entrance::Return { since, .. },
                ..
            } => since.clone(),
            _ => None,
        };
        let Some(game) = &self.state.game else {
            return;
        };
        let since = since.filter(|known| known.game == game.id);
        let since = since.map(|Known { number, .. }| number);
        self.show((to, request), member, since);
    }
}
