//! Where requests come in: connections with their limits and timeouts, who is at the other end, and
//! by which name they call us.

mod body;
mod connection;
mod crowds;
mod hosts;
mod proxies;
mod serve;

pub(crate) use crowds::{Crowds, wait_for_turn};
pub use hosts::HostName;
pub(crate) use proxies::client;
pub(crate) use serve::serve;
