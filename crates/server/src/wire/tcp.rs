//! What the system keeps for a connection.

use socket2::SockRef;
use tokio::net::TcpStream;

/// The system may buffer this much for a connection that does not read (Linux allows itself twice
/// as much). Left alone, it grows to several megabytes.
const SEND_BUFFER: usize = 128 * 1024;

/// Bounds what the system buffers for a connection, and sends small messages at once.
pub(crate) fn set_up(connection: &TcpStream) {
    // Moves are small and wait for answers: nothing is gained by holding them back to fill a
    // packet.
    let _ = connection.set_nodelay(true);
    let _ = SockRef::from(connection).set_send_buffer_size(SEND_BUFFER);
}
