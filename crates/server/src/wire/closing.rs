//! Close codes and reasons, as listed in docs/api.md.

use tisane_protocol::{BANNED, SESSION_ENDED};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// A WebSocket close code with its reason.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Closing {
    pub(crate) code: u16,
    pub(crate) reason: &'static str,
}

const fn closing(code: u16, reason: &'static str) -> Closing {
    Closing { code, reason }
}

/// The client has closed the connection, or it broke.
pub(crate) const ENDED: Closing = closing(1000, "");
pub(crate) const SILENT: Closing = closing(1001, "nothing was received for 60 seconds");
pub(crate) const NOT_A_MESSAGE: Closing = closing(1002, "the data is not a valid WebSocket frame");
pub(crate) const NOT_UTF8: Closing = closing(1007, "a text message must be UTF-8");
pub(crate) const TOO_OFTEN: Closing = closing(1008, "too many requests; wait before you reconnect");
pub(crate) const SHUT_OUT: Closing = closing(BANNED, "you are banned");
pub(crate) const TOO_LARGE: Closing = closing(1009, "a message may have at most 16 KB");
pub(crate) const RESTART: Closing =
    closing(1012, "the server is shutting down; reconnect in a moment");
/// Another server may reach the database.
pub(crate) const CUT_OFF: Closing =
    closing(1012, "the server can't reach its database; reconnect in a moment");
pub(crate) const AGAIN: Closing = closing(1013, "reconnect with the version you have seen");
pub(crate) const SESSION_OVER: Closing =
    closing(SESSION_ENDED, "the session has ended; log in again");
pub(crate) const SLOW: Closing =
    closing(1013, "you read too slowly; reconnect with the version you have seen");

impl Closing {
    /// The close code for unreadable data.
    pub(crate) fn for_error(error: &Error) -> Closing {
        match error {
            Error::Capacity(_) => TOO_LARGE,
            Error::Utf8(_) => NOT_UTF8,
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => ENDED,
            Error::Protocol(_) => NOT_A_MESSAGE,
            _ => ENDED,
        }
    }

    pub(crate) fn frame(self) -> CloseFrame {
        CloseFrame { code: self.code.into(), reason: self.reason.into() }
    }
}
