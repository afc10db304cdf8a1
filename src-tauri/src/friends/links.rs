//! Links that the system opens the app with, kept until the page asks for them.

use std::sync::{Mutex, PoisonError};

use tauri::ipc::Channel;

/// Where links go: to the page once it listens, before that into keeping.
#[derive(Default)]
pub(crate) struct Links(Mutex<State>);

#[derive(Default)]
struct State {
    page: Option<Channel<String>>,
    /// The newest link that no page has heard of.
    waiting: Option<String>,
}

impl Links {
    /// The page listens; an earlier page is forgotten. A link that opened the app is told at once.
    pub(crate) fn listen(&self, page: Channel<String>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(link) = state.waiting.take() {
            let _ = page.send(link);
        }
        state.page = Some(page);
    }

    /// A link was opened. It is the page that reads it: nothing in it is trusted here.
    pub(crate) fn opened(&self, link: String) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let told = state.page.as_ref().map(|page| page.send(link.clone()));
        if !matches!(told, Some(Ok(()))) {
            state.waiting = Some(link);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tauri::ipc::InvokeResponseBody;

    use super::*;

    #[test]
    fn a_link_waits_for_the_page() {
        let links = Links::default();
        links.opened("vierschach://play.example/#room=BCDFGH.x".to_owned());
        let (told, heard) = mpsc::channel();
        links.listen(Channel::new(move |body| {
            if let InvokeResponseBody::Json(text) = body {
                let _ = told.send(text);
            }
            Ok(())
        }));
        let first = heard.try_recv().unwrap();
        assert!(first.contains("BCDFGH"), "{first}");
        links.opened("vierschach://play.example/#room=DFGHJK.x".to_owned());
        let second = heard.try_recv().unwrap();
        assert!(second.contains("DFGHJK"), "{second}");
    }
}
