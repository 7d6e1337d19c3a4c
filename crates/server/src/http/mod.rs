//! HTTP: connections with their limits and timeouts, the router and its handlers.

pub(crate) mod asking;
pub(crate) mod assets;
mod body;
mod connection;
mod hosts;
mod observe;
pub(crate) mod packed;
mod proxies;
mod router;
pub(crate) mod routes;
mod serve;

pub(crate) use proxies::client;
pub use router::router;
pub(crate) use serve::serve;
