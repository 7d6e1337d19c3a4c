//! Word look-ups in the lexicon alone, and their errors.

use std::sync::Arc;

use serde_json::{Value, json};
use tisane_engine::Engine;
use tisane_engine::leave::NoLeaves;
use tisane_engine::matches::Go;
use tisane_lexicon::Lexicon;
use tisane_protocol::{Desk, ErrorView, Question};
use tisane_rules::Ruleset;

fn ask(question: &Value) -> Result<Value, ErrorView> {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let words = ["TEA", "EAT", "ATE", "TEAM", "MEAT", "AT", "QI"].iter().collect();
    let (lexicon, _) = Lexicon::build("little", &ruleset.alphabet, &words, 15);
    let question: Question = serde_json::from_value(question.clone()).unwrap();
    let answer = Desk::new(Engine::new(ruleset, Arc::new(lexicon), NoLeaves))
        .answer(&question, &mut |_| Go::On)?;
    Ok(serde_json::from_str(answer.get()).unwrap())
}

fn words(question: &Value) -> Result<Value, ErrorView> {
    ask(&json!({ "ask": "words", "question": question }))
}

#[test]
fn every_look_up_is_answered_from_the_lexicon() {
    let found = |question: Value| {
        let words = words(&question).unwrap()["words"].as_array().unwrap().clone();
        words
            .iter()
            .map(|found| found["word"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        found(json!({ "tool": "anagrams", "text": "tea", "shorter": false, "limit": 10 })),
        "ATE EAT TEA"
    );
    assert_eq!(
        found(json!({ "tool": "anagrams", "text": "tea", "shorter": true, "limit": 10 })),
        "ATE EAT TEA AT"
    );
    assert_eq!(found(json!({ "tool": "patterns", "text": "?ea*", "limit": 1 })), "MEAT");
    assert_eq!(found(json!({ "tool": "extensions", "text": "at", "limit": 2 })), "ATE EAT");
    assert_eq!(found(json!({ "tool": "list", "text": "q", "length": 2, "limit": 10 })), "QI");
    let hooks = words(&json!({ "tool": "hooks", "text": "tea" })).unwrap();
    assert_eq!((&hooks["valid"], &hooks["back"]), (&json!(true), &json!(["M"])));
}

#[test]
fn errors_distinguish_too_long_from_unspellable_words() {
    let long = "ANTIDISESTABLISHMENTARIANISM";
    let checked =
        words(&json!({ "tool": "check", "text": format!("qi, {long} K0T foo") })).unwrap();
    let told: Vec<_> = checked["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| (&word["valid"], &word["too_long"], word["reason"].is_string()))
        .collect();
    let (yes, no) = (&json!(true), &json!(false));
    assert_eq!(
        told,
        [
            (yes, &Value::Null, false),
            (no, &json!(15), true),
            (no, &Value::Null, true),
            (no, &Value::Null, false)
        ]
    );
}

#[test]
fn errors_have_a_code_and_values() {
    let error = words(&json!({ "tool": "patterns", "text": "[ab", "limit": 1 })).unwrap_err();
    assert_eq!((json!(error.code), &*error.values["at"]), (json!("pattern_open"), "1"));
    let position = json!({ "tiles": [], "rack": ["T", "E", "A"], "others": [[]], "scores": [0, 0], "scoreless_turns": 0 });
    let judge = |text: &str| {
        ask(
            &json!({ "ask": "judge", "position": position, "text": text, "candidates": 3, "plies": 2, "rollouts": null }),
        )
    };
    let refused = |text: &str| {
        let judged = judge(text).unwrap();
        (judged["refused"]["code"].clone(), judged["refused"]["values"].clone())
    };
    assert_eq!(refused("8g tea"), (Value::Null, Value::Null));
    assert_eq!(refused("8g eta"), (json!("not_words"), json!({ "words": "ETA" })));
    assert_eq!(
        refused("8g team"),
        (json!("not_on_rack"), json!({ "missing": "M", "rack": "AET" }))
    );
    assert_eq!(refused("1a tea").0, "misfit");
    let kind = |text: &str| judge(text).unwrap_err().values["kind"].clone();
    assert_eq!(
        ["8З tea", "8g", "resign", "-3"].map(kind),
        ["place", "no_word", "no_turn", "unknown_tiles"]
    );
    let rack = json!({ "ask": "follow", "text": "#player1 a A\n#player2 b B\n", "me": 0, "act": { "act": "rack", "text": "AEINRSTU" } });
    let error = ask(&rack).unwrap_err();
    assert_eq!(
        (json!(error.code), &*error.values["kind"], &*error.values["found"]),
        (json!("position"), "rack_too_long", "8")
    );
}
