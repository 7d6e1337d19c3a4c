//! The Tisane game server.
