//! TCP settings of connections.

use socket2::SockRef;
use tokio::net::TcpStream;

/// The send buffer for a client that does not read (Linux doubles it). By default it grows to
/// several megabytes.
const SEND_BUFFER: usize = 128 * 1024;

/// Bounds the send buffer, and sends small messages at once.
pub(crate) fn set_up(connection: &TcpStream) {
    // Moves are small and urgent; filling packets gains nothing.
    let _ = connection.set_nodelay(true);
    let _ = SockRef::from(connection).set_send_buffer_size(SEND_BUFFER);
}
