//! The app: a Tauri shell around the sessions.
