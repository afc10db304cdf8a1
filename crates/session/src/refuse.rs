//! Refusals, as screens are told them.

use std::collections::BTreeMap;

use serde::Deserialize;
use vierschach_engine::Error;
use vierschach_protocol::{ErrorCode, GameId, MAX_REQUEST_BYTES, ServerMessage};

/// The refusal of a request that was not looked at: it names the request if that much can be
/// read of it.
pub fn refusal(text: &str, code: ErrorCode) -> ServerMessage {
    #[derive(Deserialize)]
    struct Numbered {
        id: u32,
    }
    let request = if text.len() <= MAX_REQUEST_BYTES {
        serde_json::from_str::<Numbered>(text).ok()
    } else {
        None
    };
    refused(request.map(|request| request.id), None, code)
}

pub(crate) fn refused(
    request: Option<u32>,
    game: Option<GameId>,
    code: ErrorCode,
) -> ServerMessage {
    ServerMessage::Refused {
        request,
        game,
        code,
        params: BTreeMap::new(),
    }
}

/// A refusal with words for its sentence.
pub(crate) fn refused_with<'a>(
    request: u32,
    code: ErrorCode,
    params: impl IntoIterator<Item = (&'a str, String)>,
) -> ServerMessage {
    let params = params.into_iter();
    ServerMessage::Refused {
        request: Some(request),
        game: None,
        code,
        params: params.map(|(key, value)| (key.to_owned(), value)).collect(),
    }
}

/// The refusal of rules that make no game; it says which are at fault.
pub(crate) fn bad_rules(request: u32, error: &Error) -> ServerMessage {
    let code = ErrorCode::BadRules;
    match error {
        Error::BadRules { field, with, .. } => {
            let first = Some(("first", (*field).to_owned()));
            let second = with.map(|with| ("second", with.to_owned()));
            refused_with(request, code, first.into_iter().chain(second))
        }
        _ => refused(Some(request), None, code),
    }
}
