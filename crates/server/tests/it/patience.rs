//! Nobody moves on before the bots have answered about the last play.

use crate::common::player::Thinker;
use crate::common::{Guest, Server};
use serde_json::{Value, json};
use tisane_engine::bot::is_phony;
use tisane_protocol::game::{GameView, PlacedView, TakenView};
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::{ChallengeView, PositionView};

/// Ada, a bot and Bo, in this order. They play over HTTP alone, so nobody watches and the game is
/// paused whenever nobody acts.
struct Trio {
    server: Server,
    game: String,
    guests: [Guest; 2],
    thinker: Thinker,
}

impl Trio {
    const SEATS: [u32; 2] = [0, 2];

    async fn start(bot: &str) -> Trio {
        let server = Server::start().await;
        let guests = [server.guest("Ada").await, server.guest("Bo").await];
        let wishes = NewGame {
            seats: Some(3),
            bots: vec![bot.into()],
            challenge: Some(ChallengeView::Single),
            seed: Some(1),
            ..NewGame::new("english")
        };
        let game = server.game(&guests[0], &wishes).await;
        let (status, answer) = server
            .http("POST", &format!("/api/games/{game}/join"), Some(&guests[1]), json!(null))
            .await;
        assert_eq!(status, 200, "{answer}");
        let trio = Trio { server, game, guests, thinker: Thinker::new("english") };
        trio.act(0, None, ActionView::Start).await.unwrap();
        trio
    }

    async fn act(
        &self,
        person: usize,
        turn: Option<u64>,
        action: ActionView,
    ) -> Result<GameView, Value> {
        let body = json!({ "turn": turn, "action": action });
        let path = format!("/api/games/{}/actions", self.game);
        let (status, mut answer) =
            self.server.http("POST", &path, Some(&self.guests[person]), body).await;
        if status == 200 {
            Ok(serde_json::from_value(answer["game"].take()).unwrap())
        } else {
            Err(answer)
        }
    }

    async fn view(&self, person: usize) -> GameView {
        self.server.room(&self.game, Some(&self.guests[person])).await.game
    }

    /// What Bo sees in his first turn. Ada passes until then; she is next after him.
    async fn bos_turn(&self) -> GameView {
        // Bots move only while somebody watches.
        let mut watching = self.server.socket(&self.guests[1]).await;
        watching.watch(&self.game).await;
        loop {
            let view = self.view(1).await;
            match view.on_turn {
                Some(2) => return view,
                Some(0) => drop(self.act(0, None, ActionView::Pass).await.unwrap()),
                _ => drop(watching.until(|room| room.game.version > view.version).await),
            }
        }
    }

    /// A play of the best play's tiles in an order that makes no word.
    fn phony(&self, view: &GameView) -> ActionView {
        let ActionView::Place { tiles } = self.thinker.choose(view) else {
            panic!("there is a play")
        };
        let position =
            PositionView::of_game(view).unwrap().position(&self.thinker.ruleset).unwrap();
        let is_phony = |tiles: &[PlacedView]| {
            let play = PlacedView::play(&self.thinker.ruleset, tiles).unwrap();
            let mut after = position.clone();
            play.place_on(&mut after.board);
            is_phony(&self.thinker.ruleset, self.thinker.engine.lexicon(), &after, &play)
        };
        let turned = |by: usize| {
            let tile = |(n, placed): (usize, &PlacedView)| {
                let PlacedView { tile, blank, .. } = tiles[(n + by) % tiles.len()].clone();
                PlacedView { tile, blank, ..placed.clone() }
            };
            tiles.iter().enumerate().map(tile).collect::<Vec<_>>()
        };
        let tiles = (1..tiles.len())
            .map(turned)
            .find(|tiles| is_phony(tiles))
            .expect("some order makes no word");
        ActionView::Place { tiles }
    }
}

/// Bo plays a phony, and Ada moves on as fast as she can.
async fn slip_past(bot: &str) -> (Trio, Result<GameView, Value>) {
    let trio = Trio::start(bot).await;
    let view = trio.bos_turn().await;
    let phony = trio.phony(&view);
    let (played, next) = tokio::join!(trio.act(1, None, phony), async {
        // Sent the moment the play is there.
        loop {
            let now = trio.view(0).await;
            if now.turns.len() > view.turns.len() {
                return trio.act(0, Some(now.turn), ActionView::Pass).await;
            }
        }
    });
    played.unwrap();
    (trio, next)
}

async fn is_challenged(trio: &Trio) -> bool {
    let view = trio.view(0).await;
    let bos = view.turns.iter().rfind(|turn| turn.seat == 2).unwrap();
    bos.taken == TakenView::Withdrawn
        && bos.challenge.as_ref().is_some_and(|challenge| challenge.by == 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_knows_the_lexicon_challenges_a_phony_before_anybody_can_move_on() {
    let (trio, _) = slip_past("static").await;
    assert!(is_challenged(&trio).await);
    trio.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_waits_until_a_level_has_answered_about_the_play_before_it() {
    let (trio, next) = slip_past("master").await;
    assert!(is_challenged(&trio).await);
    // Ada's move was for a board that is no more, or she saw the verdict before she moved.
    if let Err(error) = next {
        assert_eq!(error["code"], "turn_over");
    }
    trio.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_had_to_wait_is_made() {
    // A master knows what the best play is made of; the first question takes it a while.
    let trio = Trio::start("master").await;
    let view = trio.bos_turn().await;
    let play = trio.thinker.choose(&view);
    trio.act(1, None, play).await.unwrap();
    let now = trio.view(0).await;
    let after = trio.act(0, Some(now.turn), ActionView::Pass).await.unwrap();
    let last: Vec<u32> =
        after.turns.iter().skip(view.turns.len()).map(|turn| turn.seat).take(2).collect();
    assert_eq!(last, [2, 0]);
    assert_eq!(after.turns[view.turns.len()].taken, TakenView::Played);
    assert_eq!(
        Trio::SEATS.map(|seat| after.turns.iter().any(|turn| turn.seat == seat)),
        [true, true]
    );
    trio.server.stop().await;
}
