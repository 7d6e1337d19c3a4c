//! Questions about positions, as pages ask them.

use std::sync::Arc;

use serde_json::{Value, json};
use tisane_engine::Models;
use tisane_engine::matches::Go;
use tisane_lexicon::Catalogue;
use tisane_protocol::{Desk, PositionView, Question};
use tisane_rules::{Cgp, Ruleset};

/// The bag is empty, and the opponent holds the unseen tiles.
const LAST: &str = "11JIAO/10GONEF/2C8I3/2I2O4IN3/2M1OP4O4/1WEBFED1HIND3/LEX2RAPID1I3/E2BUCKET2S3/E1VATUS3AG3/1Z1T1L4MU3/1O1TRANQ2Os3/\
    GORY1R4UT3/1I6HARSLET/1D2WEAN7/1ScLERAE7 EIN/AVY 435/419 0";

fn desk() -> Desk {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
    Desk::new(Models::new(None).engine(ruleset, lexicon).unwrap())
}

fn ask(desk: &mut Desk, question: &Value) -> Value {
    let question: Question = serde_json::from_value(question.clone()).unwrap();
    serde_json::from_str(desk.answer(&question, &mut |_| Go::On).unwrap().get()).unwrap()
}

fn position(desk: &mut Desk, text: &str) -> Value {
    ask(desk, &json!({ "ask": "read", "text": text, "ruleset": "english", "turn": null }))["position"].clone()
}

fn judge(desk: &mut Desk, position: &Value, text: &str, rollouts: Option<u64>) -> Value {
    ask(
        desk,
        &json!({ "ask": "judge", "position": position, "text": text, "candidates": 3, "plies": 2, "rollouts": rollouts }),
    )
}

/// What a move gains from now to the end.
fn in_all(line: &Value) -> f64 {
    f64::from(line["score"].as_i64().unwrap() as i32) + line["rest"]["gains"].as_f64().unwrap()
}

#[test]
fn with_an_empty_bag_score_and_rest_add_up_to_the_loss() {
    let desk = &mut desk();
    let last = position(desk, LAST);
    let ranked = ask(desk, &json!({ "ask": "rank", "position": last, "top": 200 }));
    let lines = ranked["lines"].as_array().unwrap();
    let out = lines.iter().find(|line| line["leave"] == "").expect("a play that goes out");
    let staying = lines.iter().find(|line| line["leave"] != "").expect("a play that keeps tiles");
    for rollouts in [None, Some(10)] {
        for (line, ends) in [(out, true), (staying, false)] {
            let judged = judge(desk, &last, line["move"].as_str().unwrap(), rollouts);
            let told = &judged["line"];
            assert_eq!(told["rest"]["ends"], ends, "{told}");
            let lost = in_all(&judged["best"]) - in_all(told);
            assert!((lost - judged["loss"]["points"].as_f64().unwrap()).abs() < 0.01, "{judged}");
            assert_eq!(told["loss"], judged["loss"]);
        }
    }
}

#[test]
fn there_is_no_rest_while_the_bag_has_tiles() {
    let desk = &mut desk();
    let first = position(desk, "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRTU/ 0/32 0");
    let judged = judge(desk, &first, "pass", None);
    assert!(
        judged["line"]["rest"].is_null() && judged["loss"]["points"].as_f64().unwrap() > 10.0,
        "{judged}"
    );
}

#[test]
fn a_pass_that_ends_the_game_says_so() {
    let desk = &mut desk();
    let last = position(desk, LAST);
    let ends = |desk: &mut Desk, scoreless: u32| {
        let mut position = last.clone();
        position["scoreless_turns"] = scoreless.into();
        judge(desk, &position, "pass", None)["line"]["rest"]["ends"].clone()
    };
    assert_eq!([ends(desk, 0), ends(desk, 5)], [false, true]);
}

#[test]
fn every_searched_move_says_what_it_loses() {
    let desk = &mut desk();
    let last = position(desk, LAST);
    let solve =
        json!({ "ask": "solve", "position": last, "candidates": 3, "plies": 2, "rollouts": 10 });
    let solved = ask(desk, &solve);
    let losses: Vec<f64> = solved["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["loss"]["points"].as_f64().unwrap())
        .collect();
    assert!(losses[0] == 0.0 && losses.is_sorted(), "{losses:?}");
}

#[test]
fn a_score_sheet_of_one_player_is_refused() {
    let text = "#player1 x Xena\n>x: ABCEEIO 8H CAB +14 14\n";
    for question in [
        json!({ "ask": "sheet", "text": text, "ruleset": "english" }),
        json!({ "ask": "review", "text": text, "turn": 1, "candidates": 3, "rollouts": null }),
    ] {
        let question: Question = serde_json::from_value(question).unwrap();
        let error = desk().answer(&question, &mut |_| Go::On).unwrap_err();
        assert_eq!(error.error, "a position has 2 to 4 players, not 1");
    }
}

#[test]
fn a_sheet_says_after_which_turn_a_player_dropped_out() {
    let desk = &mut desk();
    let players = "#player1 ann Ann\n#player2 bob Bob\n#player3 cid Cid\n";
    let turns = ">ann: CATS 8F CATS +12 12\n>bob: S - +0 0\n>cid: S - +0 0\n>ann: S - +0 12\n>cid: S - +0 0\n>ann: S - +0 12\n";
    let mut lost = |told: &str, turns: &str| {
        let text = format!("{players}{turns}#description {told}\n");
        let sheet = ask(desk, &json!({ "ask": "sheet", "text": text, "ruleset": "english" }));
        sheet["dropouts"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|out| [&out["seat"], &out["after"]].map(|n| n.as_u64().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(lost("Bob resigned", turns), [[1, 4]]);
    assert_eq!(lost("Bob resigned; Cid ran out of time", turns), [[1, 4], [2, 6]]);
    let without_bob = turns.replace(">bob: S - +0 0\n", "");
    assert_eq!(lost("Bob resigned", &without_bob), [[1, 1]], "before a turn of their own");
    assert_eq!(lost("", turns), [[0; 2]; 0]);
    assert_eq!(
        lost("Cid resigned after 6 turns; Bob ran out of time after 3 turns", turns),
        [[2, 6], [1, 3]],
        "as the sheet says"
    );
    assert_eq!(lost("Bob resigned after 70 turns", turns), [[1, 6]], "there are no more");
    assert_eq!(lost("Bob resigned after all", turns), [[0; 2]; 0], "that is no sentence of ours");
}

#[test]
fn the_lead_in_a_review_ignores_players_who_dropped_out() {
    let desk = &mut desk();
    let players = "#player1 ann Ann\n#player2 bob Bob\n#player3 cid Cid\n";
    let turns = ">ann: CATS 8F CATS +12 12\n>bob: S - +0 0\n>cid: S - +0 0\n>bob: S - +0 0\n";
    let text = format!("{players}{turns}#description Ann resigned after 3 turns\n");
    let mut lead = |turn: u32| {
        let review = ask(
            desk,
            &json!({ "ask": "review", "text": text, "turn": turn, "candidates": 3, "rollouts": null }),
        );
        review["lead"].as_i64().unwrap_or_else(|| panic!("{review}"))
    };
    assert_eq!([1, 2, 3, 4].map(&mut lead), [12, -12, -12, 0]);
}

#[test]
fn a_sheet_shows_the_points_of_a_failed_challenge() {
    let text = "#player1 ann Ann\n#player2 bob Bob\n>ann: CATS 8F CATS +12 12\n>ann: (challenge) +5 17\n>bob: S - +0 0\n";
    let sheet = ask(&mut desk(), &json!({ "ask": "sheet", "text": text, "ruleset": "english" }));
    let told: Vec<_> = sheet["turns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| [&turn["points"], &turn["bonus"], &turn["total"]])
        .collect();
    assert_eq!(told, [[&json!(12), &json!(5), &json!(17)], [&json!(0), &json!(null), &json!(0)]]);
}

/// In this game six passes in a row end the game, and nothing else without points does.
#[test]
fn passes_end_the_game_where_the_ruleset_says_so() {
    let ruleset = Arc::new(Ruleset::named("english-plain").unwrap());
    let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
    let desk = &mut Desk::new(Models::new(None).engine(ruleset, lexicon).unwrap());
    let last = position(desk, LAST);
    let mut ends = |passes: Option<u32>, scoreless: u32| {
        let mut position = last.clone();
        position["scoreless_turns"] = scoreless.into();
        if let Some(passes) = passes {
            position["passes"] = passes.into();
        }
        judge(desk, &position, "pass", None)["line"]["rest"]["ends"].clone()
    };
    assert_eq!([ends(Some(5), 5), ends(Some(0), 5), ends(Some(4), 4)], [true, false, false]);
    assert_eq!([ends(None, 5), ends(None, 4)], [true, false], "as in a CGP");
}

#[test]
fn a_position_keeps_its_passes_on_the_wire() {
    let ruleset = Ruleset::named("english").unwrap();
    let mut position = LAST.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    (position.passes, position.scoreless_turns) = (2, 3);
    let view = serde_json::to_value(PositionView::of(&ruleset, &position)).unwrap();
    assert_eq!(view["passes"], 2);
    let read: PositionView = serde_json::from_value(view).unwrap();
    assert_eq!(read.position(&ruleset).unwrap(), position);
}

#[test]
fn a_rack_is_read_as_people_type_it() {
    let tiles = |text: &str| ask(&mut desk(), &json!({ "ask": "tiles", "text": text }));
    assert_eq!(tiles("a, e _"), json!(["A", "E", "?"]));
}
