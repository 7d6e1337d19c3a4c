//! Practice games, whose lines the page keeps.

use std::sync::Arc;

use serde_json::{Value, json};
use tisane_engine::Engine;
use tisane_engine::leave::NoLeaves;
use tisane_engine::matches::Go;
use tisane_lexicon::{Lexicon, WordList};
use tisane_protocol::{Desk, Question};
use tisane_rules::Ruleset;

const WORDS: &str = "at ate eat tea team meat mate tame no on one eon tone note it tie in tin nit is sit its as sea seat east eats teas do so or";

/// A desk with a few words.
fn desk() -> Desk {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let (lexicon, _) = Lexicon::build(
        "few",
        &ruleset.alphabet,
        &WordList::from_text(WORDS.replace(' ', "\n")),
        15,
    );
    Desk::new(Engine::new(ruleset, lexicon.into(), NoLeaves))
}

fn ask(desk: &mut Desk, question: Value) -> Result<Value, String> {
    let question: Question = serde_json::from_value(question).unwrap();
    let answer = desk.answer(&question, &mut |_| Go::On).map_err(|error| error.error)?;
    Ok(serde_json::from_str(answer.get()).unwrap())
}

fn begin(desk: &mut Desk, bots: &[&str], challenge: Value) -> Result<Value, String> {
    let new = json!({ "name": "Ann", "bots": bots, "family": false, "challenge": challenge, "seed": vec![7; 32] });
    ask(desk, json!({ "ask": "practise", "new": new, "now": 0 }))
}

fn go_on(desk: &mut Desk, at: &Value, action: Value) -> Value {
    let request = if action.is_null() { Value::Null } else { json!({ "action": action }) };
    ask(desk, json!({ "ask": "go_on", "lines": at["lines"], "request": request, "now": 1 }))
        .unwrap()
}

/// Lets the bots move.
fn bots_move(desk: &mut Desk, mut at: Value) -> Value {
    loop {
        let next = go_on(desk, &at, Value::Null);
        if next["update"]["events"].as_array().unwrap().is_empty() {
            return at;
        }
        at = next;
    }
}

#[test]
fn three_bots_move_until_it_is_the_players_turn() {
    let mut desk = desk();
    let begun = begin(&mut desk, &["beginner", "static", "beginner"], Value::Null).unwrap();
    let at = bots_move(&mut desk, begun);
    let room = &at["update"]["room"];
    let names: Vec<&str> = room["game"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Ann", "beginner", "static", "beginner 2"]);
    assert_eq!(room["game"]["on_turn"], 0);
    let passed = go_on(&mut desk, &at, json!({ "kind": "pass" }));
    let before = passed["update"]["room"]["game"]["turns"].as_array().unwrap().len();
    let at = bots_move(&mut desk, passed);
    assert_eq!(at["update"]["room"]["game"]["on_turn"], 0);
    assert_eq!(at["update"]["room"]["game"]["turns"].as_array().unwrap().len(), before + 3);
    for seat in &at["update"]["room"]["game"]["seats"].as_array().unwrap()[1..] {
        assert!(seat.get("rack").is_none(), "{seat}");
    }
}

#[test]
fn the_ruleset_limits_the_number_of_players() {
    let error = begin(&mut desk(), &["static"; 4], Value::Null).unwrap_err();
    assert_eq!(error, "English (standard) is for 2 to 4 players, not 5");
}

#[test]
fn the_player_chooses_the_challenge_rule() {
    let begun = begin(&mut desk(), &["static"], json!({ "rule": "void" })).unwrap();
    assert_eq!(begun["update"]["room"]["game"]["challenge"], json!({ "rule": "void" }));
    let usual = begin(&mut desk(), &["static"], Value::Null).unwrap();
    assert_eq!(usual["update"]["room"]["game"]["challenge"], json!({ "rule": "double" }));
}

#[test]
fn an_unknown_bot_is_refused() {
    let error = begin(&mut desk(), &["champoin"], Value::Null).unwrap_err();
    assert_eq!(error, "unknown bot \"champoin\"");
    let mut begun = begin(&mut desk(), &["static"], Value::Null).unwrap();
    let joined = begun["lines"]["events"][1].as_str().unwrap().replace("static", "statik");
    begun["lines"]["events"][1] = joined.into();
    let next = json!({ "ask": "go_on", "lines": begun["lines"], "request": null, "now": 1 });
    assert_eq!(ask(&mut desk(), next).unwrap_err(), "unknown bot \"statik\"");
}
