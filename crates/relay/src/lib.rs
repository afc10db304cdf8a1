//! The server: sessions over WebSockets, and the web UI.
