//! Bots as arguments: a name, with settings after commas.

use std::sync::Arc;

use tisane_app::players::{self, BotSpec, PreparedBot};
use tisane_engine::Engine;

pub(crate) use tisane_app::players::is_bot_name;

use crate::failure::Failure;
use crate::interrupt;

/// The bots, for help texts.
pub(crate) fn help() -> String {
    format!(
        "Bots, the weakest first: {}. `tisane bots` describes them and their settings.",
        players::names().join(", ")
    )
}

/// Reads `champion,rollouts=500`.
pub(crate) fn parse(text: &str) -> Result<BotSpec, Failure> {
    Ok(BotSpec::parse(text)?)
}

/// Gets a bot ready for the engine's game. Ctrl-C ends its searches early.
pub(crate) fn prepare(spec: &BotSpec, engine: &Engine) -> anyhow::Result<PreparedBot> {
    let engine = Arc::new(engine.with_evaluation(engine.evaluation().clone()));
    Ok(spec.prepare(&engine).map_err(Failure::from)?.until(interrupt::go))
}
