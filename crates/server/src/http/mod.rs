//! Where requests come in: connections with their limits and timeouts, who is at the other end, and
//! by which name they call us.

pub(crate) mod asking;
pub(crate) mod assets;
mod body;
mod connection;
mod hosts;
mod observe;
mod proxies;
mod router;
pub(crate) mod routes;
mod serve;

pub(crate) use proxies::client;
pub use router::router;
pub(crate) use serve::serve;
