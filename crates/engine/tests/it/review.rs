//! Reviews of recorded games: what was lost, and what cannot be judged.

use std::sync::Arc;

use tisane_engine::leave::NoLeaves;
use tisane_engine::review::{Review, ReviewControl, ReviewMethod, Size, Unjudged};
use tisane_engine::{Engine, Limits, Models};
use tisane_lexicon::Catalogue;
use tisane_lexicon::catalogue::LexiconRequest;
use tisane_rules::{GcgFile, Record, Ruleset};

use crate::common;

fn engine() -> Engine {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let wanted = LexiconRequest {
        longest: ruleset.layout.longest(),
        ..LexiconRequest::new("english", &ruleset.alphabet)
    };
    let lexicon = Catalogue::new(None).get_with(&wanted).unwrap().lexicon;
    Models::new(None).engine(ruleset, lexicon).unwrap()
}

fn record(engine: &Engine, turns: &str) -> Record {
    let text = format!("#character-encoding UTF-8\n#player1 ann Ann\n#player2 bob Bob\n{turns}");
    GcgFile::read(text.as_bytes()).unwrap().record(engine.ruleset()).unwrap().record
}

fn review(engine: &Engine, turns: &str, method: ReviewMethod) -> Review {
    engine.review(&record(engine, turns), method, &mut |_| ReviewControl::On).unwrap()
}

#[test]
fn the_loss_is_the_difference_from_the_best_move() {
    let engine = engine();
    let best = engine.best(
        &record(&engine, ">ann: AEINRST 8D RETAINS +66 66\n").positions(engine.ruleset()).unwrap()
            [0]
        .position
        .clone()
        .unwrap(),
    );
    assert_eq!(best.score, 66);
    let bad =
        review(&engine, ">ann: AEINRST 8G AT +4 4\n>bob: BCDFGHK - +0 0\n", ReviewMethod::Static);
    let verdict = bad.turns[0].verdict.as_ref().unwrap();
    let loss = verdict.loss.unwrap();
    let played = &verdict.analysis.lines[verdict.place.unwrap()];
    assert_eq!(loss.points, verdict.analysis.lines[0].candidate.equity - played.candidate.equity);
    assert_eq!((loss.win, loss.size), (None, Size::Large));
    assert_eq!(bad.players[0].mistakes, [0, 0, 1]);
    assert_eq!(bad.players[1].turns, 1);
}

#[test]
fn reviews_are_the_same_for_any_number_of_threads() {
    let engine = engine();
    let game = ">ann: AEINRST 8D RETAINS +66 66\n>bob: AEEGTTV 9C VEG +27 27\n";
    let method =
        |threads| ReviewMethod::Ahead(Limits { rollouts: 150, threads, ..Limits::default() });
    let one = review(&engine, game, method(1));
    assert_eq!(one, review(&engine, game, method(2)));
    let first = one.turns[0].verdict.as_ref().unwrap();
    assert!(first.place.is_some(), "{:?}", first.analysis.method);
    assert!(first.loss.unwrap().win.is_some(), "{:?}", first.analysis.lines);
}

#[test]
fn an_opening_played_down_is_judged_as_its_mirror_image_across() {
    let engine = engine();
    let [down, across] = ["H4", "8D"].map(|place| {
        review(&engine, &format!(">ann: AEINRST {place} RETAINS +66 66\n"), ReviewMethod::Static)
    });
    let place = |review: &Review| review.turns[0].verdict.as_ref().unwrap().place;
    assert!(place(&down).is_some());
    assert_eq!(place(&down), place(&across));
}

#[test]
fn turns_with_unknown_tiles_are_not_judged() {
    let engine = engine();
    let game = review(
        &engine,
        ">ann: AEINRST 8D RETAINS +66 66\n>bob: VEG 9C VEG +27 27\n>ann: Q -1 +0 66\n",
        ReviewMethod::Static,
    );
    assert!(game.turns[0].verdict.is_ok());
    assert_eq!(game.turns[1].verdict, Err(Unjudged::UnknownTiles(4)));
    assert_eq!(game.players[1].turns, 0);
    assert_eq!(game.players[1].mean_points_lost(), None);
}

#[test]
fn phonies_are_named_and_have_no_loss() {
    let engine = engine();
    let game = review(
        &engine,
        ">ann: AEINRST 8D NASTIRE +66 66\n>bob: AEEGTTV - +0 0\n",
        ReviewMethod::Static,
    );
    assert_eq!(game.turns[0].phonies, ["NASTIRE"]);
    let verdict = game.turns[0].verdict.as_ref().unwrap();
    assert_eq!((verdict.place, verdict.loss), (None, None));
    assert_eq!((game.players[0].phonies, game.players[0].phonies_stood), (1, 1));
    let taken_back =
        ">ann: AEINRST 8D NASTIRE +66 66\n>ann: AEINRST -- -66 0\n>bob: AEEGTTV 8G VEG +14 14\n";
    let game = review(&engine, taken_back, ReviewMethod::Static);
    assert!(game.turns[0].withdrawn && !game.turns[1].withdrawn);
    assert_eq!((game.players[0].phonies, game.players[0].phonies_stood), (1, 0));
}

#[test]
fn a_turn_lost_by_a_challenge_is_not_a_mistake() {
    let engine = engine();
    let turns = ">ann: AEINRST 8D RETAINS +66 66\n>bob: AEEGTTV - +0 0\n#note (challenge) RETAINS\n>ann: AEINRST - +0 66\n#note (away)\n";
    let game = review(&engine, turns, ReviewMethod::Static);
    let reasons: Vec<String> =
        game.turns[1..].iter().map(|turn| turn.verdict.as_ref().unwrap_err().to_string()).collect();
    assert_eq!(reasons, ["lost a turn by challenging RETAINS", "was away and lost a turn"]);
    assert_eq!(
        (game.players[1].challenges_lost, game.players[1].turns, game.players[1].mistakes),
        (1, 0, [0; 3])
    );
    assert_eq!((game.players[0].challenges_lost, game.players[0].turns), (0, 1));
}

#[test]
fn a_word_that_was_played_elsewhere_is_not_missed() {
    let engine = engine();
    let missed = |turns: &str| {
        let turn = review(&engine, turns, ReviewMethod::Static).turns.pop().unwrap();
        turn.missed(engine.ruleset()).map(|word| engine.ruleset().alphabet.show(&word))
    };
    let best = missed(">ann: AEINRST 8G AT +4 4\n").unwrap();
    assert_eq!(best.chars().count(), 7, "{best}");
    assert_eq!(missed(&format!(">ann: AEINRST 8B {best} +60 60\n")), None);
}

#[test]
fn a_review_can_be_stopped() {
    let engine = engine();
    let record = record(&engine, ">ann: AEINRST 8D RETAINS +66 66\n>bob: AEEGTTV 9C VEG +27 27\n");
    let ended = |review: &Review| {
        if review.turns.is_empty() { ReviewControl::NextTurn } else { ReviewControl::Stop }
    };
    let review = engine
        .review(&record, ReviewMethod::Ahead(Limits::default()), &mut |review| ended(review))
        .unwrap();
    assert_eq!(review.turns.len(), 1);
}

#[test]
fn a_lexicon_without_a_model_can_be_reviewed() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let lexicon = common::lexicon(&ruleset, "english-classic");
    let engine = Engine::new(ruleset, lexicon, NoLeaves);
    let game = review(
        &engine,
        ">ann: AEINRST 8D RETAINS +66 66\n",
        ReviewMethod::Ahead(Limits { rollouts: 100, ..Limits::default() }),
    );
    assert_eq!(game.turns[0].verdict.as_ref().unwrap().loss.unwrap().win, None);
}
