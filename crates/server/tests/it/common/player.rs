//! A client that plays: it knows what its view says, and asks an engine of its own.

use std::sync::Arc;

use tisane_engine::Engine;
use tisane_engine::leave::NoLeaves;
use tisane_lexicon::Catalogue;
use tisane_protocol::PositionView;
use tisane_protocol::game::GameView;
use tisane_protocol::request::ActionView;
use tisane_rules::Ruleset;

pub(crate) struct Thinker {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) engine: Engine,
}

impl Thinker {
    pub(crate) fn new(ruleset: &str) -> Thinker {
        let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
        let lexicon = Catalogue::new(None)
            .get(ruleset.lexicon.as_deref().unwrap(), &ruleset.alphabet)
            .unwrap();
        Thinker { engine: Engine::new(ruleset.clone(), lexicon, NoLeaves), ruleset }
    }

    /// The move that scores most in this view, as a request.
    pub(crate) fn choose(&self, view: &GameView) -> ActionView {
        let position = PositionView::of_game(view).unwrap().position(&self.ruleset).unwrap();
        ActionView::of_move(&self.ruleset, &self.engine.best(&position).mv)
    }
}
