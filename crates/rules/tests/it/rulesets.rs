//! Every ruleset file: it loads, it counts, it is symmetric where boards are.

use tisane_rules::{Layout, Ruleset, Square, builtin_names};

/// Left to right and top to bottom. Most boards are also their own transposition; Lexulous's is
/// not.
fn is_its_own_mirror_image(layout: &Layout) -> bool {
    let (last_row, last_col) = (layout.rows() - 1, layout.cols() - 1);
    layout.squares().all(|square| {
        let premium = layout.premium(square);
        premium == layout.premium(Square::new(square.row, last_col - square.col))
            && premium == layout.premium(Square::new(last_row - square.row, square.col))
    })
}

#[test]
fn every_file_is_a_ruleset_of_its_own_name() {
    let mut n = 0;
    for name in builtin_names() {
        let ruleset = Ruleset::parse(Ruleset::builtin_source(name).unwrap())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(ruleset.name, name);
        assert!(
            !ruleset.status.is_empty() && !ruleset.sources.is_empty(),
            "{name} says where its facts come from"
        );
        assert!(
            is_its_own_mirror_image(&ruleset.layout),
            "{name}: boards in rulesets/ are their own mirror image, left to right and top to bottom"
        );
        n += 1;
    }
    assert!(n >= 61, "{n}");
}

#[test]
fn a_family_is_one_game_with_other_house_rules() {
    let rulesets: Vec<Ruleset> =
        builtin_names().map(|name| Ruleset::named(name).unwrap()).collect();
    let mut together = 0;
    for ruleset in &rulesets {
        let head = rulesets.iter().find(|head| head.name == ruleset.rated_as);
        let head = head.unwrap_or_else(|| {
            panic!("{} is rated as {:?}, which is no ruleset", ruleset.name, ruleset.rated_as)
        });
        assert_eq!(
            head.rated_as, head.name,
            "{}: the ruleset of a family belongs to it",
            ruleset.name
        );
        assert_eq!(
            head.locale, ruleset.locale,
            "{}: words of one language say nothing about another's",
            ruleset.name
        );
        assert_eq!(
            (&head.layout, &head.alphabet, head.rack),
            (&ruleset.layout, &ruleset.alphabet, ruleset.rack),
            "{}",
            ruleset.name
        );
        together += usize::from(head.name != ruleset.name);
    }
    assert!(together > 0);
    let own =
        Ruleset::parse_with(Ruleset::builtin_source("english-plain").unwrap(), &["rated_as=none"])
            .unwrap();
    assert_eq!(own.rated_as, "english-plain", "a ruleset that names no family is one");
}

/// Final forms, the letters of neighbouring keyboards, points and vowel signs.
#[test]
fn words_of_the_right_to_left_games_are_read_as_people_write_them() {
    let check = |name: &str, text: &str, tiles: &str| {
        let alphabet = Ruleset::named(name).unwrap().alphabet;
        assert_eq!(alphabet.spell(&alphabet.parse(text).unwrap()), tiles, "{text} in {name}");
    };
    check("hebrew", "מלךםןףץ", "מלכמנפצ");
    check("hebrew", "ש\u{5C1}\u{5B8}לו\u{5B9}ם", "שלומ");
    check("arabic", "م\u{64F}د\u{64E}ر\u{651}\u{650}س\u{640}ة", "مدرسه");
    check("arabic", "کلی", "كلى"); // typed on a Persian keyboard
    check("persian", "می\u{200C}روم", "میروم");
    check("persian", "كتابي", "کتابی"); // typed on an Arabic keyboard
    check("persian", "إۀى", "اهی");
}

#[test]
fn single_values_can_be_changed() {
    let source = Ruleset::builtin_source("english").unwrap();
    let changed = Ruleset::parse_with(
        source,
        &["end.passes=2", "rack = 8", "challenge=triple", "end.scoreless_turns=none"],
    )
    .unwrap();
    assert_eq!((changed.end.passes, changed.end.scoreless_turns, changed.rack), (Some(2), None, 8));
    let points =
        Ruleset::parse_with(source, &["challenge={ points = 5, per = \"word\" }"]).unwrap();
    assert_eq!(format!("{:?}", points.challenge), "Points { points: 5, per: Word }");
    assert!(Ruleset::parse_with(source, &["end.pases=2"]).is_err(), "a typo is refused");
    assert!(
        Ruleset::parse_with(source, &["rack=0"]).unwrap_err().to_string().contains("rack is 0")
    );
    assert!(Ruleset::parse_with(source, &["rack"]).is_err());
}

/// English with one value changed is refused, and this is why.
#[track_caller]
fn check_refused(setting: &str, reason: &str) {
    let error = Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &[setting])
        .expect_err(setting);
    assert!(error.to_string().contains(reason), "{setting}: {error}");
}

#[test]
fn optional_values_can_be_removed() {
    let source = Ruleset::builtin_source("english").unwrap();
    let english = Ruleset::parse(source).unwrap();
    for setting in [
        "end.passes=none",
        "clock=none",
        "clock.overtime=none",
        "players=none",
        "board.legend=none",
    ] {
        assert_eq!(Ruleset::parse_with(source, &[setting]).unwrap(), english, "{setting}");
    }
    let misspelled = Ruleset::parse_with(source, &["end.pases=none"]).unwrap_err();
    assert_eq!(
        (misspelled.to_string(), misspelled.hint()),
        (
            "end.pases=none cannot be set: unknown key or value pases".to_owned(),
            Some("did you mean passes?".to_owned())
        )
    );
    check_refused(
        "end.passes=banana",
        "end.passes=banana cannot be set: it must be a whole number of 0 or more",
    );
    check_refused("rack=none", "rack=none cannot be set: rack is missing");
}

#[test]
fn hints_show_an_example_of_the_value() {
    for (setting, reason, example) in [
        ("end=2", "end=2 cannot be set: this is not a valid value", "end.passes=2"),
        ("clock=10", "not a valid value", "clock.minutes=25"),
        ("bonuses=100", "not a valid value", "bonuses=[{ tiles = 7, points = 50 }]"),
        ("bonuses=[7]", "not a valid value", "bonuses=[{ tiles = 7, points = 50 }]"),
        ("bonuses=[{ points = 50 }]", "tiles is missing", "bonuses=[{ tiles = 7, points = 50 }]"),
        ("players=2", "not a valid value", "players=[2, 4]"),
        ("challenge=dubble", "a challenge is void", "challenge=double or challenge={"),
        ("rack.size=7", "rack is not a group of values in this ruleset", ""),
    ] {
        check_refused(setting, reason);
        let source = Ruleset::builtin_source("english").unwrap();
        let hint = Ruleset::parse_with(source, &[setting]).unwrap_err().hint().unwrap_or_default();
        assert!(hint.contains(example), "{setting}: {hint}");
        // And the example is how it is written.
        if let Some((_, written)) = hint.split_once("write it like ") {
            let written = written.split(" or ").next().unwrap();
            assert!(Ruleset::parse_with(source, &[written]).is_ok(), "{written}");
        }
    }
}

#[test]
fn changing_the_tiles_needs_no_new_total() {
    let english =
        Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &["blanks.count=4"])
            .unwrap();
    assert_eq!(english.tiles().len(), 102);
}

#[test]
fn rulesets_with_absurd_scores_are_refused() {
    check_refused(
        "bonuses=[{ tiles = 7, points = 2147483647 }]",
        "a play could score 2147505247 points",
    );
    check_refused("bonuses=[{ tiles = 7, times = 1000 }]", "but at most 2000000 are possible");
    check_refused(
        "challenge={ points = 2000000000, per = \"word\" }",
        "challenge.points is 2000000000, but must be 0 to 999",
    );
    check_refused("challenge={ points = -5 }", "challenge.points is -5");
    let overtime = |points, minutes| {
        format!(
            "clock={{ minutes = 9, overtime = {{ points = {points}, per_seconds = 1, minutes_at_most = {minutes} }} }}"
        )
    };
    check_refused(&overtime(2_000_000_000, 5), "clock.overtime.points is 2000000000");
    check_refused(&overtime(10, 100_000), "clock.overtime.minutes_at_most is 100000");
    // Nine times nine times nine…
    let rows = vec![format!("\"{}\"", "x".repeat(32)); 32].join(", ");
    let board = format!(
        "board={{ starts = [[0, 0]], layout = [{rows}], legend = {{ x = {{ word = 9 }} }} }}"
    );
    check_refused(&board, "a play could score");
    // A generous board is fine.
    let board = board.replace("word = 9", "word = 2, letter = 9");
    assert!(Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &[board]).is_ok());
}

#[test]
fn a_clock_means_what_it_says() {
    check_refused("clock={ minutes = -0.5 }", "clock.minutes is -0.5, but must be 0 to 100000");
    check_refused("clock={ minutes = nan }", "clock.minutes is NaN");
    check_refused("clock={ minutes = 5, increment_seconds = -1 }", "clock.increment_seconds is -1");
    check_refused("clock={ increment_seconds = 5 }", "either minutes or hours_per_turn");
    check_refused("clock={ minutes = 5, bank_hours = 1 }", "bank_hours with hours_per_turn");
    check_refused(
        "clock={ hours_per_turn = 5, increment_seconds = 1 }",
        "increment_seconds and overtime go with minutes",
    );
}

#[test]
fn a_typo_in_a_challenge_is_refused() {
    check_refused("challenge={ points = 5, pre = \"word\" }", "a challenge is void");
}

#[test]
fn the_example_in_the_readme_is_a_ruleset() {
    let readme = include_str!("../../../../rulesets/README.md");
    let example = readme.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let ruleset = Ruleset::parse(example).unwrap();
    assert_eq!(
        (ruleset.name.as_str(), ruleset.tiles().len(), ruleset.layout.longest()),
        ("corner", 23, 5)
    );
}

/// Not every language ends its games alike, nor exchanges tiles alike: passes in a row, scoreless
/// turns in a row, tiles in the bag.
#[test]
fn games_end_and_tiles_are_exchanged_as_each_language_does() {
    const USUAL: (Option<u32>, Option<u32>, usize) = (None, Some(6), 7);
    let special = |name: &str| match name {
        // Four passes, and turns without points alone never end it.
        "german" | "german-super" => (Some(4), None, 7),
        "polish" => (Some(4), Some(6), 7),
        "spanish" => (Some(4), Some(12), 1),
        // The literal rules of one document: only passes count.
        "english-plain" => (Some(6), None, 7),
        _ => USUAL,
    };
    for name in builtin_names() {
        let Ruleset { end, exchange, .. } = Ruleset::named(name).unwrap();
        let found = (
            end.passes,
            end.scoreless_turns,
            exchange.map_or(usize::MAX, |exchange| exchange.bag_at_least),
        );
        assert_eq!(found, special(name), "{name}");
        assert!(
            end.scoreless.exchange && end.scoreless.lost_challenge,
            "{name}: a turn without points is one whatever was done in it"
        );
    }
}
