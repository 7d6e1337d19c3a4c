//! What the page hears is what the engine says.

use std::sync::Arc;

use serde_json::{Value, json};
use tisane_engine::{Engine, Models};
use tisane_lexicon::Catalogue;
use tisane_lexicon::catalogue::Wanted;
use tisane_rules::{Cgp, Ruleset};
use tisane_wasm::browser::Browser;

/// A page with a game open, and the engine that it should be like.
fn open(ruleset: &str, lexicon: &str) -> (Browser, Engine) {
    let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
    let wanted = Wanted { longest: ruleset.layout.longest(), ..Wanted::new(lexicon, &ruleset.alphabet) };
    let (lexicon, _) = Catalogue::new(None).get_with(&wanted).unwrap();
    let model = Models::new(None).find(&ruleset, &lexicon).unwrap().map(|model| model.to_bytes()).unwrap_or_default();
    let mut browser = Browser::default();
    assert_eq!(browser.load(ruleset.name.as_bytes(), &lexicon.to_bytes(), &model), r#"{"ok":null}"#);
    (browser, Models::new(None).engine(ruleset, lexicon).unwrap())
}

fn ask(browser: &mut Browser, question: Value) -> Value {
    let answer: Value = serde_json::from_str(&browser.ask(question.to_string().as_bytes(), &mut |_| ())).unwrap();
    answer.get("ok").cloned().unwrap_or_else(|| answer["error"]["error"].clone())
}

fn position(browser: &mut Browser, text: &str, ruleset: &str) -> Value {
    ask(browser, json!({ "ask": "read", "text": text, "ruleset": ruleset, "turn": null }))["position"].clone()
}

#[track_caller]
fn ranks_like_the_engine(ruleset: &str, lexicon: &str, cgp: &str) {
    let (mut browser, engine) = open(ruleset, lexicon);
    let position = position(&mut browser, cgp, ruleset);
    let ranked = ask(&mut browser, json!({ "ask": "rank", "position": position, "top": 20 }));
    let native = cgp.parse::<Cgp>().unwrap().position(engine.ruleset()).unwrap();
    let expected: Vec<Value> = engine
        .top(&native, 20)
        .iter()
        .map(|best| json!([engine.ruleset().show_move(&native.board, &best.mv), best.score, f64::from(best.equity) / 1000.0]))
        .collect();
    let found: Vec<Value> =
        ranked["lines"].as_array().unwrap().iter().map(|line| json!([line["move"], line["score"], line["equity"]])).collect();
    assert_eq!(found, expected);
    assert_eq!(expected.len(), 20);
    assert_eq!(ask(&mut browser, json!({ "ask": "write", "position": position })), json!(Cgp::new(engine.ruleset(), &native).to_string()));
}

const EMPTY_15: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

#[test]
fn moves_are_ranked_like_the_engine_does() {
    ranks_like_the_engine("english", "english", "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0");
    ranks_like_the_engine("erudit", "russian", &format!("{EMPTY_15} КОТЛЕТА/ 0/0 0"));
    ranks_like_the_engine("spanish", "spanish", &format!("{EMPTY_15} [CH]ALEO[LL]?/ 0/0 0"));
}

#[test]
fn a_placement_is_scored_and_words_are_told_only_if_they_may_be() {
    let (mut browser, _) = open("english", "english");
    let position = position(&mut browser, "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AQ/ 0/0 0", "english");
    let tile = |row, col, tile| json!({ "row": row, "col": col, "tile": tile, "blank": false });
    let score = |words: bool| json!({ "ask": "score", "position": position, "tiles": [tile(7, 9, "Q")], "words": words });
    let quiet = ask(&mut browser, score(false));
    assert_eq!((&quiet["legal"], &quiet["score"], &quiet["words"][0]["word"]), (&json!(true), &json!(22), &json!("EXISTQ")));
    assert!(!quiet.to_string().contains("valid\":false"));
    assert_eq!(ask(&mut browser, score(true))["reason"], "EXISTQ is not in english");
    let apart = json!({ "ask": "score", "position": position, "tiles": [tile(0, 0, "A")], "words": false });
    assert_eq!(ask(&mut browser, apart)["reason"], "the play does not touch any tile on the board");
    assert_eq!(ask(&mut browser, json!({ "ask": "check", "words": ["qi", "QX"] })), json!([true, false]));
}

#[test]
fn positions_are_read_in_every_notation() {
    let (mut browser, _) = open("english", "english");
    let drawn = format!("{}.......TEA.....\n{}", "...............\n".repeat(7), "...............\n".repeat(7));
    assert_eq!(position(&mut browser, &drawn, "english")["tiles"].as_array().unwrap().len(), 3);
    let game = "#player1 a Ann\n#player2 b Bob\n>a: AEINRST 8D RETAINS +66 66\n>b: ATE - +0 0\n";
    let read = ask(&mut browser, json!({ "ask": "read", "text": game, "ruleset": "english", "turn": 2 }));
    assert_eq!((&read["turns"], &read["position"]["scores"]), (&json!(3), &json!([0, 66])), "{read}");
    let course = "3\n3. .. .2\n c  a  T\n.. .. 31\ndgos*ie\n";
    let read = ask(&mut browser, json!({ "ask": "read", "text": course, "ruleset": "english", "turn": null }));
    let ranked = ask(&mut browser, json!({ "ask": "rank", "position": read["position"], "top": 3 }));
    assert!(ranked["count"].as_u64().unwrap() > 10, "{ranked}");
    let error = ask(&mut browser, json!({ "ask": "read", "text": "15/15 A/ 0/0 0", "ruleset": "english", "turn": null }));
    assert_eq!(error, "the board has 2 rows, but english is played on 15");
}

#[test]
fn without_words_points_still_count() {
    let mut browser = Browser::default();
    assert!(ask(&mut browser, json!({ "ask": "check", "words": [] })).as_str().unwrap().contains("no game is open"));
    browser.load(b"finnish", &[], &[]);
    let tile = |col, tile| json!({ "row": 7, "col": col, "tile": tile, "blank": false });
    let position = json!({ "tiles": [], "rack": ["T", "E"], "others": [], "scores": [], "scoreless_turns": 0 });
    let question = json!({ "ask": "score", "position": position, "tiles": [tile(7, "T"), tile(8, "E")], "words": true });
    assert_eq!(ask(&mut browser, question)["legal"], true);
    let refused = ask(&mut browser, json!({ "ask": "rank", "position": position, "top": 3 }));
    assert_eq!(refused, "no lexicon was opened for finnish");
}

#[test]
fn looking_ahead_tells_what_is_known_before() {
    let (mut browser, _) = open("english", "english");
    let position = position(&mut browser, "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRTU/ 0/32 0", "english");
    let question = json!({ "ask": "solve", "position": position, "candidates": 3, "plies": 2, "rollouts": 200 });
    let mut heard = Vec::new();
    let answer = browser.ask(question.to_string().as_bytes(), &mut |text| heard.push(text.to_owned()));
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["ok"]["method"], "simulation");
    assert!(answer["ok"]["lines"][0]["win"].as_f64().is_some_and(|win| win > 0.2), "{answer}");
    assert!(heard.len() > 1 && heard.iter().all(|text| text.starts_with(r#"{"ok":"#)));
}
