//! The page's answers agree with the engine's.

use std::sync::Arc;

use serde_json::{Value, json};
use tisane_engine::{Engine, Models};
use tisane_lexicon::Catalogue;
use tisane_lexicon::catalogue::LexiconRequest;
use tisane_rules::{Cgp, Ruleset};
use tisane_wasm::browser::Browser;

const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

/// A page with an open game, and the engine it should agree with.
fn open(ruleset: &str, lexicon: &str) -> (Browser, Engine) {
    let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
    let wanted = LexiconRequest {
        longest: ruleset.layout.longest(),
        ..LexiconRequest::new(lexicon, &ruleset.alphabet)
    };
    let lexicon = Catalogue::new(None).get_with(&wanted).unwrap().lexicon;
    let model = Models::new(None)
        .find(&ruleset, &lexicon)
        .unwrap()
        .map(|model| model.to_bytes())
        .unwrap_or_default();
    let mut browser = Browser::default();
    assert_eq!(
        browser.load(ruleset.name.as_bytes(), &lexicon.to_bytes(), &model),
        r#"{"ok":null}"#
    );
    (browser, Models::new(None).engine(ruleset, lexicon).unwrap())
}

fn ask(browser: &mut Browser, question: Value) -> Value {
    let answer: Value =
        serde_json::from_str(&browser.ask(question.to_string().as_bytes(), &mut |_| ())).unwrap();
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
        .map(|best| {
            json!([
                engine.ruleset().show_move(&native.board, &best.mv),
                best.score,
                f64::from(best.equity) / 1000.0
            ])
        })
        .collect();
    let found: Vec<Value> = ranked["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| json!([line["move"], line["score"], line["equity"]]))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(expected.len(), 20);
    assert_eq!(
        ask(&mut browser, json!({ "ask": "write", "position": position })),
        json!(Cgp::new(engine.ruleset(), &native).to_string())
    );
}

const EMPTY_15: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

#[test]
fn moves_are_ranked_like_the_engine_does() {
    ranks_like_the_engine(
        "english",
        "english",
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0",
    );
    ranks_like_the_engine("erudit", "russian", &format!("{EMPTY_15} КОТЛЕТА/ 0/0 0"));
    ranks_like_the_engine("spanish", "spanish", &format!("{EMPTY_15} [CH]ALEO[LL]?/ 0/0 0"));
}

#[test]
fn a_placement_is_scored_and_words_are_checked_on_request() {
    let (mut browser, _) = open("english", "english");
    let position = position(
        &mut browser,
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AQ/ 0/0 0",
        "english",
    );
    let tile = |row, col, tile| json!({ "row": row, "col": col, "tile": tile, "blank": false });
    let score = |words: bool| json!({ "ask": "score", "position": position, "tiles": [tile(7, 9, "Q")], "words": words });
    let quiet = ask(&mut browser, score(false));
    assert_eq!(
        (&quiet["legal"], &quiet["score"], &quiet["words"][0]["word"]),
        (&json!(true), &json!(22), &json!("EXISTQ"))
    );
    assert!(!quiet.to_string().contains("valid\":false"));
    assert_eq!(ask(&mut browser, score(true))["reason"], "EXISTQ is not in english");
    let apart =
        json!({ "ask": "score", "position": position, "tiles": [tile(0, 0, "A")], "words": false });
    assert_eq!(ask(&mut browser, apart)["reason"], "the play does not touch any tile on the board");
    assert_eq!(
        ask(&mut browser, json!({ "ask": "check", "words": ["qi", "QX"] })),
        json!([true, false])
    );
}

#[test]
fn a_typed_move_is_scored_as_the_game_will_read_it() {
    let (mut browser, _) = open("english", "english");
    let position = position(
        &mut browser,
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AQN?/ 0/0 0",
        "english",
    );
    let mut typed = |text: &str, words: bool| {
        ask(
            &mut browser,
            json!({ "ask": "typed", "position": position, "text": text, "words": words }),
        )
    };
    let scored = typed("8e exists", true);
    assert_eq!((&scored["move"], &scored["score"]), (&json!("8E EXISTs"), &json!(12)));
    assert_eq!(typed("i8 tan", true)["move"], "I8 TAN");
    assert_eq!(typed("8e existq", false)["score"], 22);
    assert_eq!(typed("8e existq", true), "EXISTQ is not in english");
    assert_eq!(typed("8e existent", false), "the rack ANQ? does not have ET");
    assert_eq!(typed("8j q", false), "q at 8J would be part of 8E EXISTQ");
    assert_eq!(typed("-Q", false)["move"], "-Q");
}

#[test]
fn positions_are_read_in_every_notation() {
    let (mut browser, _) = open("english", "english");
    let drawn = format!(
        "{}.......TEA.....\n{}",
        "...............\n".repeat(7),
        "...............\n".repeat(7)
    );
    assert_eq!(position(&mut browser, &drawn, "english")["tiles"].as_array().unwrap().len(), 3);
    let game = "#player1 a Ann\n#player2 b Bob\n>a: AEINRST 8D RETAINS +66 66\n>b: ATE - +0 0\n";
    let read =
        ask(&mut browser, json!({ "ask": "read", "text": game, "ruleset": "english", "turn": 2 }));
    assert_eq!(
        (&read["turns"], &read["position"]["scores"]),
        (&json!(3), &json!([0, 66])),
        "{read}"
    );
    let course = "3\n3. .. .2\n c  a  T\n.. .. 31\ndgos*ie\n";
    let read = ask(
        &mut browser,
        json!({ "ask": "read", "text": course, "ruleset": "english", "turn": null }),
    );
    let ranked =
        ask(&mut browser, json!({ "ask": "rank", "position": read["position"], "top": 3 }));
    assert!(ranked["count"].as_u64().unwrap() > 10, "{ranked}");
    let error = ask(
        &mut browser,
        json!({ "ask": "read", "text": "15/15 A/ 0/0 0", "ruleset": "english", "turn": null }),
    );
    assert_eq!(error, "the board has 2 rows, but english is played on 15");
}

/// As `tisane solve` prints it.
#[test]
fn a_drawing_that_shows_the_best_move_is_read_without_it() {
    let (mut browser, _) = open("english", "english");
    let row = |n: usize| match n {
        8 => " 8 3W ·  · [R][E] T [A][i][N] S  ·  2L ·  ·  3W\n".to_owned(),
        9 => format!(" 9 {}T  ·  ·  ·  ·  ·\n", "·  ".repeat(9)),
        n => format!("{n:>2} {}\n", "·  ".repeat(15)),
    };
    let board: String = (1..=15).map(row).collect();
    let drawn = format!(
        "   A  B  C  D  E  F  G  H  I  J  K  L  M  N  O\n{board}\nrack AENR?, 88 tiles unseen\n\n#  MOVE\n1  8D RETAiNS\n"
    );
    let read = position(&mut browser, &drawn, "english");
    let tiles: Vec<_> = read["tiles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tile| tile["tile"].as_str().unwrap())
        .collect();
    assert_eq!(
        (tiles.concat().as_str(), &read["rack"]),
        ("TST", &json!(["A", "E", "N", "R", "?"])),
        "{read}"
    );
}

#[test]
fn plays_are_scored_without_a_lexicon() {
    let mut browser = Browser::default();
    assert!(
        ask(&mut browser, json!({ "ask": "check", "words": [] }))
            .as_str()
            .unwrap()
            .contains("no game is open")
    );
    browser.load(b"finnish", &[], &[]);
    let tile = |col, tile| json!({ "row": 7, "col": col, "tile": tile, "blank": false });
    let position = json!({ "tiles": [], "rack": ["T", "E"], "others": [], "scores": [], "scoreless_turns": 0 });
    let question = json!({ "ask": "score", "position": position, "tiles": [tile(7, "T"), tile(8, "E")], "words": true });
    assert_eq!(ask(&mut browser, question)["legal"], true);
    let refused = ask(&mut browser, json!({ "ask": "rank", "position": position, "top": 3 }));
    assert_eq!(refused, "no lexicon was opened for finnish");
}

#[test]
fn a_search_reports_interim_results() {
    let (mut browser, _) = open("english", "english");
    let position = position(
        &mut browser,
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRTU/ 0/32 0",
        "english",
    );
    let question = json!({ "ask": "solve", "position": position, "candidates": 3, "plies": 2, "rollouts": 200 });
    let mut heard = Vec::new();
    let answer =
        browser.ask(question.to_string().as_bytes(), &mut |text| heard.push(text.to_owned()));
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["ok"]["method"], "simulation");
    assert!(answer["ok"]["lines"][0]["win"].as_f64().is_some_and(|win| win > 0.2), "{answer}");
    assert!(heard.len() > 1 && heard.iter().all(|text| text.starts_with(r#"{"ok":"#)));
}

#[test]
fn the_review_of_a_turn_reports_progress() {
    let (mut browser, _) = open("english", "english");
    let question = json!({ "ask": "review", "text": GAME, "turn": 2, "candidates": 3, "plies": 2, "rollouts": 200 });
    let mut heard: Vec<Value> = Vec::new();
    browser.ask(question.to_string().as_bytes(), &mut |text| {
        heard.push(serde_json::from_str(text).unwrap())
    });
    let last = &heard.last().unwrap()["ok"];
    assert_eq!(last["method"], "simulation");
    let shares: Vec<f64> = heard.iter().map(|told| told["ok"]["share"].as_f64().unwrap()).collect();
    assert!(shares.is_sorted() && shares[0] == 0.0 && *shares.last().unwrap() > 0.5, "{shares:?}");
}

const GAME: &str = "#player1 ann Ann\n#player2 bob Bob\n>ann: AEINRST 8D RETAINS +66 66\n>bob: AEIOQUT G7 Q.T +23 23\n";

#[test]
fn a_turn_is_reviewed_as_the_engine_reviews_the_game() {
    use tisane_engine::review::{ReviewControl, ReviewMethod};
    let (mut browser, engine) = open("english", "english");
    let limits = tisane_engine::Limits { candidates: 5, rollouts: 60, ..Default::default() };
    let record = tisane_rules::GcgFile::read(GAME.as_bytes())
        .unwrap()
        .record(engine.ruleset())
        .unwrap()
        .record;
    let review =
        engine.review(&record, ReviewMethod::Ahead(limits), &mut |_| ReviewControl::On).unwrap();
    let view = tisane_protocol::ReviewView::of(
        engine.ruleset(),
        engine.lexicon().name(),
        &record,
        &review,
    );
    for (turn, expected) in (1..).zip(&view.turns) {
        let question = json!({ "ask": "review", "text": GAME, "turn": turn, "candidates": 5, "plies": 2, "rollouts": 60 });
        assert_eq!(ask(&mut browser, question), json!(expected));
    }
    let turns = serde_json::to_value(&view.turns).unwrap();
    assert_eq!(
        ask(&mut browser, json!({ "ask": "sum", "text": GAME, "turns": turns })),
        json!(view),
        "the page sums nothing up itself"
    );
    let beyond = json!({ "ask": "review", "text": GAME, "turn": 3, "candidates": 5, "plies": 2, "rollouts": null });
    assert_eq!(ask(&mut browser, beyond), "the game has no turn 3");
}

#[test]
fn a_sheet_that_names_no_game_falls_back_to_the_default_game() {
    let (mut browser, _) = open("erudit", "russian");
    let ruleset = |text: &str, browser: &mut Browser| {
        ask(browser, json!({ "ask": "sheet", "text": text, "ruleset": "erudit" }))["ruleset"]
            .clone()
    };
    assert_eq!(ruleset(GAME, &mut browser), "english");
    assert_eq!(
        ruleset("#player1 a A\n#player2 b B\n>a: КОТ 8G КОТ +5 5\n", &mut browser),
        "erudit"
    );
}

#[test]
fn a_score_sheet_lists_every_turn_and_the_next() {
    let mut browser = Browser::default();
    let sheet = ask(&mut browser, json!({ "ask": "sheet", "text": GAME, "ruleset": "english" }));
    assert_eq!(
        (&sheet["players"][0]["name"], &sheet["players"][0]["total"]),
        (&json!("Ann"), &json!(66))
    );
    assert_eq!((&sheet["turns"][1]["move"], &sheet["end"]), (&json!("G7 Q(A)T"), &Value::Null));
    assert_eq!((&sheet["now"]["seat"], sheet["board"].as_array().unwrap().len()), (&json!(0), 9));
    // Opponents' last moves are public.
    assert_eq!(sheet["turns"][1]["position"]["history"][0]["what"]["score"], 66);
}

#[test]
fn a_score_sheet_says_how_the_game_ended() {
    let (mut browser, _) = open("english", "english");
    let mut sheet = |text: &str| {
        ask(&mut browser, json!({ "ask": "sheet", "text": text, "ruleset": "english" }))
    };
    let resigned = sheet(&format!("#description Ann resigned\n{GAME}"));
    assert_eq!(
        resigned["end"],
        json!({ "reason": { "kind": "lost", "loss": "resigned" }, "winners": [1] }),
        "Bob has won, though behind"
    );
    assert_eq!(
        (&resigned["players"][0]["lost"], &resigned["now"]),
        (&json!("resigned"), &Value::Null)
    );
    assert_eq!(
        sheet(&format!("#description Ann resigned\n{GAME}#incomplete\n"))["end"],
        Value::Null,
        "others go on"
    );
    for how in ["the players agreed to stop", "an administrator closed the game"] {
        let stopped = sheet(&format!("#description {how}\n{GAME}"));
        assert_eq!(stopped["end"], json!({ "reason": { "kind": "aborted" }, "winners": [] }));
    }
    let passes = ">ann:  - +0 66\n>bob:  - +0 23\n".repeat(3);
    let settled = sheet(&format!("{GAME}{passes}>ann: (time) -10 56\n>bob: QZ (QZ) -20 3\n"));
    assert_eq!(settled["end"]["winners"], json!([0]));
    assert_eq!([&settled["players"][0]["overtime"], &settled["players"][1]["racks"]], [-10, -20]);
}

#[test]
fn unknown_tiles_of_the_own_rack_are_not_in_the_bag() {
    let (mut browser, _) = open("english", "english");
    let mut bag = |rack: &str| {
        let position = position(&mut browser, &format!("{EMPTY} {rack}/ 0/0 0"), "english");
        let ranked = ask(&mut browser, json!({ "ask": "rank", "position": position, "top": 1 }));
        let unseen: u64 = ranked["unseen"]
            .as_array()
            .unwrap()
            .iter()
            .map(|kind| kind["count"].as_u64().unwrap())
            .sum();
        (unseen, ranked["bag"].as_u64().unwrap())
    };
    assert_eq!(
        [bag(""), bag("AEI"), bag("AEINRST")],
        [(100, 86), (97, 86), (93, 86)],
        "whatever I name, 86 are in the bag"
    );
}

#[test]
fn a_move_is_compared_with_the_best() {
    let (mut browser, _) = open("english", "english");
    let position = position(
        &mut browser,
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0",
        "english",
    );
    let judge = |text: &str| json!({ "ask": "judge", "position": position, "text": text, "candidates": 5, "plies": 2, "rollouts": null });
    let judged = ask(&mut browser, judge("i5 neat"));
    assert_eq!(
        (&judged["line"]["move"], &judged["best"]["score"]),
        (&json!("I5 NEAT"), &json!(78)),
        "{judged}"
    );
    assert!(judged["loss"]["points"].as_f64().unwrap() > 20.0 && judged["loss"]["size"] == "large");
    assert_eq!(ask(&mut browser, judge("i5 qqqt"))["score"]["legal"], false);
}

#[test]
fn a_game_played_elsewhere_is_tracked() {
    let (mut browser, _) = open("english", "english");
    let mut text = ask(&mut browser, json!({ "ask": "begin", "players": ["Me", "Ann"] }))
        .as_str()
        .unwrap()
        .to_owned();
    let mut write = |act: Value| {
        let answer =
            ask(&mut browser, json!({ "ask": "follow", "text": text, "me": 0, "act": act }));
        if let Some(after) = answer["text"].as_str() {
            text = after.to_owned();
        }
        answer
    };
    write(json!({ "act": "rack", "text": "aeinrst" }));
    let after = write(json!({ "act": "move", "text": "8d retains" }));
    assert_eq!((&after["sheet"]["turns"][0]["points"], &after["rack"]), (&json!(66), &json!([])));
    assert_eq!(
        write(json!({ "act": "rack", "text": "aeinrstu" })),
        "a rack has at most 7 tiles, not 8"
    );
    write(json!({ "act": "rack", "text": "qat" }));
    // The opponent can't have the only Q.
    let position = write(Value::Null)["sheet"]["now"]["position"].clone();
    assert_eq!(position["others"][0], json!(["A", "Q", "T"]));
    let phony = write(json!({ "act": "move", "text": "A1 zsst" }));
    assert!(phony.as_str().is_some_and(|error| error.contains("touch")), "{phony}");
    let phony = write(json!({ "act": "move", "text": "9d zss" }));
    assert!(!phony["doubtful"].as_array().unwrap().is_empty(), "{phony}");
    assert_eq!(write(json!({ "act": "phony" }))["sheet"]["turns"][1]["withdrawn"], true);
    assert_eq!(write(json!({ "act": "undo" }))["sheet"]["turns"][1]["withdrawn"], false);
    let undone = write(json!({ "act": "undo" }));
    assert_eq!(
        (undone["sheet"]["turns"].as_array().unwrap().len(), &undone["rack"]),
        (1, &json!(["A", "Q", "T"]))
    );
}

#[test]
fn a_tracked_game_ends_with_settled_racks() {
    let (mut browser, _) = open("english", "english");
    let mut follow = |text: &str, me: u32, act: Value| {
        ask(&mut browser, json!({ "ask": "follow", "text": text, "me": me, "act": act }))
    };
    let players = "#player1 me Me\n#player2 ann Ann\n#player3 bob Bob\n";
    let passes = ">me: Q - +0 0\n>ann: A - +0 0\n>bob: A - +0 0\n".repeat(3);
    let over = follow(&format!("{players}{passes}#rack1 AEINRST\n#incomplete\n"), 0, Value::Null);
    assert_eq!(
        (&over["sheet"]["now"], &over["unsettled"]),
        (&Value::Null, &json!(true)),
        "three rounds without points: {over}"
    );
    let settled = follow(
        over["text"].as_str().unwrap(),
        0,
        json!({ "act": "left", "racks": ["AEINRST", "QZ", "EE"] }),
    );
    let totals: Vec<i64> = settled["sheet"]["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["total"].as_i64().unwrap())
        .collect();
    assert_eq!((totals, &settled["unsettled"]), (vec![-7, -20, -2], &json!(false)));
    let reopened = follow(settled["text"].as_str().unwrap(), 0, json!({ "act": "undo" }));
    assert_eq!(
        reopened["sheet"]["turns"].as_array().unwrap().len(),
        8,
        "the end is taken back with the last turn"
    );
    assert!(reopened["sheet"]["now"].is_object() && reopened["sheet"]["players"][1]["total"] == 0);
}

#[test]
fn placements_that_differ_in_blanks_are_one() {
    let (mut browser, _) = open("english", "english");
    let position = position(
        &mut browser,
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 / 0/32 0",
        "english",
    );
    let found =
        ask(&mut browser, json!({ "ask": "place", "position": position, "word": "exists" }));
    let places = found["placements"].as_array().unwrap();
    let place = places.iter().find(|place| place["move"] == "8E EXISTS").expect("a back hook");
    assert_eq!(place["with_blanks"], json!([{ "move": "8E EXISTs", "score": 12 }]));
    let phony =
        ask(&mut browser, json!({ "ask": "place", "position": position, "word": "existq" }));
    assert_eq!(
        (&phony["valid"], &phony["placements"][0]["invalid"][0]),
        (&json!(false), &json!("EXISTQ")),
        "{phony}"
    );
}

#[test]
fn a_position_can_have_its_own_rules() {
    let (mut browser, _) = open("english", "english");
    let plain = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0";
    let best = |browser: &mut Browser, text: &str| {
        let position = position(browser, text, "english");
        let written = ask(browser, json!({ "ask": "write", "position": position }));
        assert_eq!(written, text);
        ask(browser, json!({ "ask": "rank", "position": position, "top": 1 }))["lines"][0]["score"]
            .as_i64()
            .unwrap()
    };
    assert_eq!(best(&mut browser, plain), 78);
    assert_eq!(best(&mut browser, &format!("{plain} bb 0;")), 54); // another play, of fewer tiles
}

#[test]
fn players_who_dropped_out_are_written_in_a_cgp() {
    let (mut browser, _) = open("english", "english");
    let text =
        "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/// 0/32/5/40 0 bb 0; gone 2/3;";
    let mut position = position(&mut browser, text, "english");
    assert_eq!(position["gone"], json!([1, 2]));
    let written = ask(&mut browser, json!({ "ask": "write", "position": position }))
        .as_str()
        .unwrap()
        .to_owned();
    assert!(written.contains(" gone 2/3;") && written.contains(" bb 0;"), "{written}");
    assert_eq!(
        self::position(&mut browser, &written, "english"),
        position,
        "and when it is read again"
    );
    position["gone"] = json!([]);
    let written = ask(&mut browser, json!({ "ask": "write", "position": position }));
    assert!(!written.as_str().unwrap().contains("gone"), "{written}");
}

#[test]
fn plays_not_made_reveal_the_opponents_leave() {
    let (mut browser, _) = open("english", "english");
    let game = "#player1 a Ann\n#player2 b Bob\n>a: AEINRST 8G TEN +6 6\n#rack2 AEIOUST\n";
    let position = ask(
        &mut browser,
        json!({ "ask": "read", "text": game, "ruleset": "english", "turn": null }),
    )["position"]
        .clone();
    let held = ask(&mut browser, json!({ "ask": "infer", "position": position }));
    let chances: Vec<f64> =
        held[0].as_array().unwrap().iter().map(|held| held["chance"].as_f64().unwrap()).collect();
    assert!(chances.len() > 5 && chances.is_sorted_by(|a, b| a >= b), "{held}");
}
