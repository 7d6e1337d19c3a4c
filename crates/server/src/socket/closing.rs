//! Why the server ends a connection: close codes and reasons, as docs/playing-over-the-wire.md
//! lists them.

use tisane_protocol::SESSION_ENDED;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// A WebSocket close code with its reason.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Closing {
    pub(super) code: u16,
    pub(super) reason: &'static str,
}

const fn closing(code: u16, reason: &'static str) -> Closing {
    Closing { code, reason }
}

/// The client has closed the connection, or it broke.
pub(super) const ENDED: Closing = closing(1000, "");
pub(super) const SILENT: Closing = closing(1001, "nothing was received for 60 seconds");
pub(super) const NOT_A_MESSAGE: Closing = closing(1002, "the data is not a valid WebSocket frame");
pub(super) const NOT_UTF8: Closing = closing(1007, "a text message must be UTF-8");
pub(super) const TOO_OFTEN: Closing = closing(1008, "too many requests; wait before you reconnect");
pub(super) const SHUT_OUT: Closing = closing(1008, "you are banned");
pub(super) const TOO_LARGE: Closing = closing(1009, "a message may have at most 16 KB");
pub(super) const RESTART: Closing =
    closing(1012, "the server is shutting down; reconnect in a moment");
pub(super) const AGAIN: Closing = closing(1013, "reconnect with the version you have seen");
pub(super) const SESSION_OVER: Closing =
    closing(SESSION_ENDED, "the session has ended; log in again");
pub(super) const SLOW: Closing =
    closing(1013, "you read too slowly; reconnect with the version you have seen");

impl Closing {
    /// What to answer to data that cannot be read.
    pub(super) fn for_error(error: &Error) -> Closing {
        match error {
            Error::Capacity(_) => TOO_LARGE,
            Error::Utf8(_) => NOT_UTF8,
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => ENDED,
            Error::Protocol(_) => NOT_A_MESSAGE,
            _ => ENDED,
        }
    }

    pub(super) fn frame(self) -> CloseFrame {
        CloseFrame { code: self.code.into(), reason: self.reason.into() }
    }
}
