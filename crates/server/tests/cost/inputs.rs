//! The largest and nastiest requests that fit into the server's limits.

use std::fmt::Write;

use serde_json::{Value, json};

/// Nearly as much as a request may have, with room for the JSON around it.
pub(crate) const LARGE: usize = 250 * 1024;
/// Nearly as much as a kept item may have.
pub(crate) const LARGE_KEPT: usize = 180 * 1024;

pub(crate) const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
const PLAYERS: &str = "#player1 a Ada\n#player2 b Bo\n";

/// Text of about this many bytes.
pub(crate) fn fill(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

fn turns(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).fold(PLAYERS.to_owned(), |text, turn| text + &line(turn) + "\n")
}

pub(crate) fn passes(n: usize) -> String {
    turns(n, |turn| format!(">{}: A - +0 0", ["a", "b"][turn % 2]))
}

/// A hundred tiles on the board, then nothing but passes: every position has the whole board.
pub(crate) fn full_board() -> String {
    let tiles = "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ";
    let mut text = PLAYERS.to_owned();
    for (row, line) in tiles.as_bytes().chunks(14).enumerate() {
        let word = String::from_utf8_lossy(line);
        let _ =
            writeln!(text, ">{}: 1 {}A {word} +0 0", ["a", "b"][row % 2], row + 8 - 7 * (row / 8));
    }
    let lines = text.matches('>').count();
    (lines..1000).fold(text, |text, turn| text + &format!(">{}: - +0 0\n", ["a", "b"][turn % 2]))
}

/// Score sheets, each with what it is.
pub(crate) fn sheets(bytes: usize) -> Vec<(&'static str, String)> {
    let note =
        |piece: &str| turns(1, |_| ">a: AT 8G AT +4 4".to_owned()) + &fill(piece, bytes - 100);
    vec![
        ("18,000 passes", fill_sheet(18_000)),
        ("1,000 passes", passes(1_000)),
        ("1,000 turns with a full board", full_board()),
        (
            "500 withdrawn plays",
            turns(1_000, |turn| {
                let line = [">a: AEINRST 8D RETAINS +66 66", ">a: AEINRST -- -66 0"][turn % 2];
                line.to_owned()
            }),
        ),
        (
            "1,000 turns, each full of faults",
            turns(1_000, |turn| {
                format!(">b: {} 8A {} +{turn} -{turn}", "Q".repeat(90), "Z".repeat(15))
            }),
        ),
        ("1,000 turns of racks", turns(1_000, |_| format!(">a: {} - +1 1", "?".repeat(200)))),
        ("a long rack", turns(1, |_| format!(">a: {} 8G AT +4 4", fill("A", bytes - 200)))),
        ("a rack of blanks", turns(1, |_| format!(">a: {} 8G AT +4 4", fill("?", bytes - 200)))),
        ("a rack of brackets", turns(1, |_| format!(">a: {} 8G AT +4 4", fill("[", bytes - 200)))),
        ("a long word", turns(1, |_| format!(">a: A 8A {} +4 4", fill("A", bytes - 200)))),
        (
            "a word of parentheses",
            turns(1, |_| format!(">a: A 8A {} +4 4", fill("(", bytes - 200))),
        ),
        (
            "a long challenge",
            turns(1, |_| ">a: A - +0 0".to_owned())
                + "#note (challenge) "
                + &fill("AB", bytes - 200),
        ),
        ("points without end", turns(1, |_| format!(">a: A 8G AT +{} 4", fill("9", bytes - 200)))),
        ("a note of many lines", note("#- x\n")),
        ("a note of empty lines", note("#note\n") + &fill("\n", 10) + "x"),
        ("notes that go on", note("x\n\n")),
        ("pragmas", fill("#a b\n", bytes)),
        ("pragmas that go on", "#a b\n".to_owned() + &fill("#- b\n", bytes - 10)),
        ("long names", format!("#player1 {} B\n", fill("a", bytes - 100))),
        ("players without end", fill("#player1 a b\n", bytes)),
        ("one long line", fill("x", bytes)),
        ("carriage returns", fill("\r", bytes)),
        ("marks upon marks", format!("#player1 a A{}\n", fill("\u{301}", bytes - 100))),
    ]
}

fn fill_sheet(turns: usize) -> String {
    passes(turns)
}

/// Positions in one line, each with what it is.
pub(crate) fn cgps(bytes: usize) -> Vec<(&'static str, String)> {
    let rack = |piece: &str| format!("{EMPTY} {}/ 0/0 0", fill(piece, bytes - 100));
    let board = |piece: &str| format!("{} A/ 0/0 0 ld english;", fill(piece, bytes - 100));
    vec![
        ("rows without end", board("15/")),
        ("slashes", board("/")),
        ("digits", board("9")),
        (
            "a row of tiles",
            format!(
                "{}/{} A/ 0/0 0",
                "15/15/15/15/15/15/15/15/15/15/15/15/15/15",
                fill("A", bytes - 200)
            ),
        ),
        (
            "a row of brackets",
            format!(
                "{}/{} A/ 0/0 0",
                "15/15/15/15/15/15/15/15/15/15/15/15/15/15",
                fill("[", bytes - 200)
            ),
        ),
        ("a rack of blanks", rack("?")),
        ("a rack of As", rack("A")),
        ("racks without end", rack("A/")),
        ("scores without end", format!("{EMPTY} A/ {} 0", fill("9/", bytes - 100))),
        ("operations without end", format!("{EMPTY} A/ 0/0 0 {}", fill("a b;", bytes - 100))),
        ("one long operation", format!("{EMPTY} A/ 0/0 0 ld {};", fill("x", bytes - 100))),
        ("those who are gone", format!("{EMPTY} A/ 0/0 0 gone {};", fill("2/", bytes - 100))),
        ("no position", fill("x ", bytes)),
    ]
}

/// Texts in the other notations.
pub(crate) fn drawings(bytes: usize) -> Vec<(&'static str, String)> {
    let row = ".".repeat(15) + "\n";
    vec![
        ("frames", fill("-+\n", bytes - 1000) + &row.repeat(15)),
        (
            "frames around",
            fill("-+\n", bytes / 2) + &row.repeat(15) + &fill("=\n", bytes / 2 - 1000),
        ),
        ("headers", fill("ABCDEFGHIJKLMNO\n", bytes - 1000) + &row.repeat(15)),
        ("empty lines", row.clone() + &fill("\n", bytes - 1000) + &row.repeat(14)),
        ("brackets", row.repeat(14) + &fill("[", bytes - 1000)),
        ("bars", row.repeat(14) + &fill("|", bytes - 1000)),
        ("bars around letters", row.repeat(14) + &fill("|A", bytes - 1000)),
        ("numbers", fill("1\n", bytes)),
        ("numbered rows", fill("1 A\n2 A\n", bytes)),
        ("tiles", row.repeat(14) + &fill("A", bytes - 1000)),
        ("premiums", row.repeat(14) + &fill("2L ", bytes - 1000)),
        ("digits", row.repeat(14) + &fill("9", bytes - 1000)),
        ("comments", fill("# x\n", bytes - 1000) + &row.repeat(15)),
        ("little boards", fill("2\n.. ..\n.. ..\na\n", bytes)),
        ("a dear board", format!("32\n{}\na\n", (fill("99 ", 96) + "\n").repeat(32))),
        ("a tray", format!("2\n.. ..\n.. ..\n{}\n", fill("a", bytes - 100))),
    ]
}

pub(crate) fn position() -> Value {
    json!({ "tiles": [], "rack": ["A", "E", "I", "N", "R", "S", "T"], "others": [[]], "scores": [0, 0], "scoreless_turns": 0 })
}

fn with(changes: Value) -> Value {
    let (mut position, Value::Object(changes)) = (position(), changes) else {
        unreachable!("an object")
    };
    for (name, value) in changes {
        position[name] = value;
    }
    position
}

fn many(value: &Value, bytes: usize) -> Value {
    Value::Array(vec![value.clone(); bytes / (value.to_string().len() + 1)])
}

/// Positions as pages send them.
fn positions(bytes: usize) -> Vec<(&'static str, Value)> {
    let (tile, pass) = (
        json!({ "row": 7, "col": 7, "tile": "A" }),
        json!({ "seat": 1, "what": { "did": "passed" } }),
    );
    let board = |size: usize, premium: Value, starts: Value| json!({ "rows": size, "cols": size, "starts": starts, "premiums": vec![vec![premium; size]; size] });
    let start = json!([{ "row": 1, "col": 1 }]);
    let premium = |word: u8| json!({ "letter": 9, "word": word, "only_value": null, "mark": "" });
    let far = json!({ "did": "played", "tiles": [tile], "score": i32::MAX });
    vec![
        ("tiles without end", with(json!({ "tiles": many(&tile, bytes) }))),
        (
            "tiles off the board",
            with(json!({ "tiles": [{ "row": 1000, "col": -1, "tile": "A" }] })),
        ),
        ("a long rack", with(json!({ "rack": many(&json!("A"), bytes) }))),
        ("blanks", with(json!({ "rack": vec!["?"; 7] }))),
        ("others without end", with(json!({ "others": many(&json!([]), bytes) }))),
        ("scores without end", with(json!({ "scores": many(&json!(1), bytes) }))),
        ("gone without end", with(json!({ "gone": many(&json!(1), bytes) }))),
        ("turns without end", with(json!({ "history": many(&pass, bytes) }))),
        ("points without end", with(json!({ "history": [{ "seat": 1, "what": far }] }))),
        (
            "operations without end",
            with(json!({ "operations": many(&json!({ "code": "a", "value": "b" }), bytes) })),
        ),
        (
            "odd operations",
            with(
                json!({ "operations": [{ "code": "bb", "value": "65535" }, { "code": "etl", "value": "65535" }] }),
            ),
        ),
        ("a large board", with(json!({ "layout": board(32, Value::Null, start.clone()) }))),
        ("a dear board", with(json!({ "layout": board(32, premium(9), start.clone()) }))),
        ("a dearer board", with(json!({ "layout": board(32, premium(255), start) }))),
        (
            "starts without end",
            with(
                json!({ "layout": board(15, Value::Null, many(&json!({ "row": 1, "col": 1 }), bytes - 10_000)) }),
            ),
        ),
        ("a board too large", with(json!({ "layout": board(200, Value::Null, json!([])) }))),
    ]
}

/// Questions of every kind, with what each is; and whether the server answers them outside the
/// analysis pool only.
pub(crate) fn questions(bytes: usize) -> Vec<(String, Value)> {
    let mut all: Vec<(String, Value)> = Vec::new();
    let mut add =
        |name: &str, what: &str, question: Value| all.push((format!("{name}: {what}"), question));
    for (what, text) in sheets(bytes) {
        add("sheet", what, json!({ "ask": "sheet", "text": text, "ruleset": "english" }));
        add(
            "read a sheet",
            what,
            json!({ "ask": "read", "text": text, "ruleset": "english", "turn": null }),
        );
        add(
            "review",
            what,
            json!({ "ask": "review", "text": text, "turn": 1, "candidates": 1, "rollouts": null }),
        );
        add("sum", what, json!({ "ask": "sum", "text": text, "turns": [] }));
        let acts = [
            json!({ "act": "move", "text": "pass" }),
            json!({ "act": "phony" }),
            json!({ "act": "undo" }),
            Value::Null,
        ];
        for act in acts {
            add("follow", what, json!({ "ask": "follow", "text": text, "me": 0, "act": act }));
        }
    }
    for (what, text) in cgps(bytes).into_iter().chain(drawings(bytes)) {
        add(
            "read",
            what,
            json!({ "ask": "read", "text": text, "ruleset": "english", "turn": 4_000_000_000_u32 }),
        );
    }
    for (what, position) in positions(bytes) {
        add("write", what, json!({ "ask": "write", "position": position }));
        add("rank", what, json!({ "ask": "rank", "position": position, "top": u32::MAX }));
        add("infer", what, json!({ "ask": "infer", "position": position }));
        add("place", what, json!({ "ask": "place", "position": position, "word": "RETAINS" }));
        add(
            "score",
            what,
            json!({ "ask": "score", "position": position, "tiles": [{ "row": -1, "col": 1000, "tile": "A" }], "words": true }),
        );
        add(
            "typed",
            what,
            json!({ "ask": "typed", "position": position, "text": "8D RETAINS", "words": true }),
        );
    }
    for (what, text) in [
        ("letters", fill("AB", bytes)),
        ("blanks", fill("?", bytes)),
        ("brackets", fill("[", bytes)),
        ("marks", fill("(.", bytes)),
    ] {
        add("tiles", what, json!({ "ask": "tiles", "text": text }));
        add(
            "a place of a word",
            what,
            json!({ "ask": "place", "position": position(), "word": text }),
        );
        add(
            "a typed word",
            what,
            json!({ "ask": "typed", "position": position(), "text": format!("8D {text}"), "words": true }),
        );
        add(
            "a typed text",
            what,
            json!({ "ask": "typed", "position": position(), "text": text, "words": true }),
        );
        add(
            "a move",
            what,
            json!({ "ask": "move", "position": position(), "text": format!("8D {text}") }),
        );
        add(
            "a judged text",
            what,
            json!({ "ask": "judge", "position": position(), "text": text, "candidates": 1, "rollouts": null }),
        );
        add(
            "a follower's rack",
            what,
            json!({ "ask": "follow", "text": passes(2), "me": 0, "act": { "act": "rack", "text": text } }),
        );
        add(
            "a follower's move",
            what,
            json!({ "ask": "follow", "text": passes(2), "me": 0, "act": { "act": "move", "text": text } }),
        );
        add(
            "tiles left",
            what,
            json!({ "ask": "follow", "text": passes(6), "me": 0, "act": { "act": "left", "racks": ["A".repeat(255), "A".repeat(255), text] } }),
        );
        for tool in ["check", "anagrams", "patterns", "hooks", "extensions", "list"] {
            let mut question = json!({ "tool": tool, "text": text });
            let more: &[&str] = match tool {
                "anagrams" => &["shorter", "limit"],
                "patterns" | "extensions" => &["limit"],
                "list" => &["length", "limit"],
                _ => &[],
            };
            more.iter().for_each(|name| {
                question[*name] = if *name == "shorter" { json!(true) } else { json!(u32::MAX) }
            });
            add(tool, what, json!({ "ask": "words", "question": question }));
        }
    }
    add("check", "words without end", json!({ "ask": "check", "words": many(&json!("A"), bytes) }));
    add(
        "begin",
        "players without end",
        json!({ "ask": "begin", "players": many(&json!("A"), bytes) }),
    );
    add("begin", "long names", json!({ "ask": "begin", "players": [fill("a ", bytes), "b"] }));
    add(
        "follow",
        "a seat that is not there",
        json!({ "ask": "follow", "text": passes(2), "me": u32::MAX, "act": null }),
    );
    let new = |name: &str, bots: Value, seed: usize| json!({ "name": name, "bots": bots, "family": false, "seed": vec![1; seed] });
    add(
        "practise",
        "bots without end",
        json!({ "ask": "practise", "new": new("a", many(&json!("greedy"), bytes), 32), "now": 0 }),
    );
    add(
        "practise",
        "a long name",
        json!({ "ask": "practise", "new": new(&fill("a", bytes), json!(["greedy"]), 32), "now": 0 }),
    );
    add(
        "practise",
        "a long seed",
        json!({ "ask": "practise", "new": new("a", json!(["greedy"]), bytes / 2), "now": i64::MAX }),
    );
    let lines =
        |setup: &str, event: &str| json!({ "setup": setup, "events": many(&json!(event), bytes) });
    add(
        "show",
        "lines without end",
        json!({ "ask": "show", "lines": lines("{}", "{}"), "now": 0 }),
    );
    all
}
