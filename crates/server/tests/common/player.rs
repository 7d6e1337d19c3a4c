//! A client that plays: it knows what its view says, and asks an engine of its own.

use std::sync::Arc;

use tisane_engine::Engine;
use tisane_engine::leave::NoLeaves;
use tisane_lexicon::Catalogue;
use tisane_protocol::game::{GameView, PlacedView};
use tisane_protocol::request::ActionView;
use tisane_rules::{Board, Move, Position, Ruleset, Tile, Tiles};

pub(crate) struct Thinker {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) engine: Engine,
}

impl Thinker {
    pub(crate) fn new(ruleset: &str) -> Thinker {
        let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
        let lexicon = Catalogue::new(None).get(ruleset.lexicon.as_deref().unwrap(), &ruleset.alphabet).unwrap();
        Thinker { engine: Engine::new(ruleset.clone(), lexicon, NoLeaves), ruleset }
    }

    /// The move that scores most in this view, as a request.
    pub(crate) fn choose(&self, view: &GameView) -> ActionView {
        let you = view.you.unwrap() as usize;
        let rack = self.tiles(view.seats[you].rack.as_ref().unwrap());
        let mut board = Board::empty(&self.ruleset.layout);
        for placed in &view.board {
            let (square, placed) = placed.placement(&self.ruleset).unwrap();
            board.set(square, Some(placed));
        }
        let n = view.seats.len();
        let scores = (0..n).map(|step| view.seats[(you + step) % n].score).collect();
        let mut position = Position::new(&self.ruleset, board, rack, vec![Tiles::new(); n - 1], scores).unwrap();
        position.bag = view.bag as usize;
        match self.engine.best(&position).mv {
            Move::Play(play) => ActionView::Place { tiles: PlacedView::list(&self.ruleset, play.placements()) },
            Move::Exchange(tiles) => ActionView::Exchange { tiles: tiles.iter().map(|tile| self.ruleset.face(tile).to_owned()).collect() },
            Move::Pass => ActionView::Pass,
        }
    }

    fn tiles(&self, faces: &[String]) -> Tiles {
        let tile = |face: &String| match face.as_str() {
            "?" => Tile::Blank,
            face => Tile::Letter(self.ruleset.alphabet.letter(face).unwrap()),
        };
        faces.iter().map(tile).collect()
    }
}
