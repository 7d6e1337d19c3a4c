//! Hostile texts pasted into the page don't crash the tab.

use serde_json::{Value, json};
use tisane_wasm::browser::Browser;

fn ask(question: &Value) -> Value {
    let mut browser = Browser::default();
    assert_eq!(browser.load(b"english", b"", b""), r#"{"ok":null}"#);
    serde_json::from_str(&browser.ask(question.to_string().as_bytes(), &mut |_| ())).unwrap()
}

fn passes(n: usize) -> String {
    let turns: String =
        (0..n).map(|turn| format!(">{}: A - +0 0\n", ["a", "b"][turn % 2])).collect();
    format!("#player1 a Ada\n#player2 b Bo\n{turns}")
}

#[test]
fn a_sheet_of_too_many_turns_is_refused_with_both_numbers() {
    let text = passes(18_000);
    for question in [
        json!({ "ask": "sheet", "text": text, "ruleset": "english" }),
        json!({ "ask": "read", "text": text, "ruleset": "english", "turn": null }),
        json!({ "ask": "follow", "text": text, "me": 0, "act": null }),
    ] {
        let error = &ask(&question)["error"];
        assert_eq!(
            (&error["values"]["why"], &error["values"]["found"], &error["values"]["max"]),
            (&json!("sheet.too_long"), &json!("18000"), &json!("1000"))
        );
    }
    let longest = ask(&json!({ "ask": "sheet", "text": passes(1_000), "ruleset": "english" }));
    assert_eq!(longest["ok"]["turns"].as_array().unwrap().len(), 1_000);
}

#[test]
fn a_sheet_cannot_grow_longer_than_can_be_read() {
    // Six passes end a game, so the sheet goes on with exchanges and withdrawn plays only.
    let turn = [">a: AEINRST 8D RETAINS +66 66\n", ">a: AEINRST -- -66 0\n"];
    let text = "#player1 a Ada\n#player2 b Bo\n".to_owned()
        + &(0..1_000).map(|n| turn[n % 2]).collect::<String>();
    let answer = ask(
        &json!({ "ask": "follow", "text": text, "me": 0, "act": { "act": "move", "text": "pass" } }),
    );
    let sentence = answer["error"]["error"].as_str().unwrap_or_default();
    assert!(sentence.contains("1001 turns; at most 1000") || sentence.contains("over"), "{answer}");
}

#[test]
fn squares_off_every_board_are_a_misfit() {
    let position = json!({ "tiles": [], "rack": ["A"], "others": [[]], "scores": [0, 0], "scoreless_turns": 0 });
    for (row, col) in [
        (json!(-1), json!(7)),
        (json!(7), json!(1000)),
        (json!(1e30), json!(7)),
        (json!(i64::MIN), json!(u64::MAX)),
    ] {
        let tile = json!({ "row": row, "col": col, "tile": "A" });
        let mut with_tile = position.clone();
        with_tile["tiles"] = json!([tile]);
        for question in [
            json!({ "ask": "score", "position": position, "tiles": [tile], "words": false }),
            json!({ "ask": "write", "position": with_tile }),
        ] {
            assert_eq!(ask(&question)["error"]["code"], "misfit", "{question}");
        }
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let played = json!({ "did": "played", "tiles": [{ "row": 7, "col": 7, "tile": "A" }], "score": i32::MAX });
    let position = json!({ "tiles": [], "rack": ["A"], "others": [[]], "scores": [0, 0], "scoreless_turns": 0 });
    let with = |name: &str, value: Value| {
        let mut position = position.clone();
        position[name] = value;
        ask(&json!({ "ask": "write", "position": position }))["error"]["code"].clone()
    };
    assert_eq!(with("history", json!([{ "seat": 1, "what": played }])), "position");
    assert_eq!(
        with("history", json!(vec![json!({ "seat": 1, "what": { "did": "passed" } }); 101])),
        "position"
    );
    let board = |premium: u8| {
        let premium = json!({ "letter": premium, "word": premium, "only_value": null, "mark": "" });
        json!({ "rows": 15, "cols": 15, "starts": [{ "row": 7, "col": 7 }], "premiums": vec![vec![premium; 15]; 15] })
    };
    assert_eq!(
        [with("layout", board(9)), with("layout", board(255)), with("layout", board(1))],
        [json!("position"), json!("position"), Value::Null]
    );
    let sheet = "#player1 a Ada\n#player2 b Bo\n>a: AT 8G AT +2147483647 2147483647\n";
    assert_eq!(
        ask(&json!({ "ask": "sheet", "text": sheet, "ruleset": "english" }))["error"]["code"],
        "notation"
    );
}

#[test]
fn errors_quote_at_most_sixty_characters() {
    let long = "x".repeat(50_000);
    for question in [
        json!({ "ask": "read", "text": format!("#player1 a A\n{long}\n"), "ruleset": "english", "turn": null }),
        json!({ "ask": "sheet", "text": format!("#player1 a A\n>b: {long}\n"), "ruleset": "english" }),
        json!({ "ask": "sheet", "text": "", "ruleset": long }),
        json!({ "ask": "tiles", "text": format!("1{long}") }),
        json!({ "ask": long }),
    ] {
        let error = ask(&question)["error"].clone();
        let sentence = error["error"].as_str().unwrap();
        assert!(
            !sentence.contains(&"x".repeat(61)) && sentence.chars().count() < 600,
            "{sentence}"
        );
        assert!(error.to_string().len() < 3_000, "{error}");
    }
}
