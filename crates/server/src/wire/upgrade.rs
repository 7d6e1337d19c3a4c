//! Upgrades a request to a WebSocket with tungstenite. axum's WebSocket can't write partial
//! messages and does not return the connection, which we need to deliver the close code.

use std::future::Future;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::error::Refused;

/// Messages of clients are short; longer ones end the connection before they are read.
const LARGEST_MESSAGE: usize = 16 * 1024;
/// The default of 128 KB each way would be a gigabyte for four thousand sockets.
const BUFFER: usize = 8 * 1024;
/// The largest frame we write, plus pongs for a client that does not read them.
const MOST_UNWRITTEN: usize = 64 * 1024;

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Accepts the upgrade and serves the socket.
pub(crate) fn upgrade<F>(
    mut request: Request,
    serve: impl FnOnce(Socket) -> F + Send + 'static,
) -> Result<Response, Refused>
where
    F: Future<Output = ()> + Send,
{
    let response = create_response_with_body(&request, Body::empty)
        .map_err(|error| Refused::Message(error.to_string()))?;
    let upgraded = request.extensions_mut().remove::<OnUpgrade>();
    let upgraded = upgraded
        .ok_or_else(|| Refused::Message("this connection cannot become a WebSocket".to_owned()))?;
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(MOST_UNWRITTEN)
        .max_message_size(Some(LARGEST_MESSAGE))
        .max_frame_size(Some(LARGEST_MESSAGE));
    tokio::spawn(async move {
        if let Ok(upgraded) = upgraded.await {
            serve(
                WebSocketStream::from_raw_socket(
                    TokioIo::new(upgraded),
                    Role::Server,
                    Some(config),
                )
                .await,
            )
            .await;
        }
    });
    Ok(response)
}
