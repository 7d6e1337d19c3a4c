//! Every ruleset file: it loads, it counts, it is symmetric where boards are.

use tisane_rules::{Layout, Ruleset, Square, builtin_names};

/// Left to right and top to bottom. Most boards are also their own transposition; Lexulous's is not.
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
        let ruleset = Ruleset::parse(Ruleset::builtin_source(name).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(ruleset.name, name);
        assert!(!ruleset.status.is_empty() && !ruleset.sources.is_empty(), "{name} says where its facts come from");
        assert!(is_its_own_mirror_image(&ruleset.layout), "{name}");
        n += 1;
    }
    assert!(n >= 61, "{n}");
}

#[test]
fn values_can_be_changed_one_by_one() {
    let source = Ruleset::builtin_source("english").unwrap();
    let changed = Ruleset::parse_with(source, &["end.passes=2", "rack = 8", "challenge=triple", "end.scoreless_turns=none"]).unwrap();
    assert_eq!((changed.end.passes, changed.end.scoreless_turns, changed.rack), (Some(2), None, 8));
    let points = Ruleset::parse_with(source, &["challenge={ points = 5, per = \"word\" }"]).unwrap();
    assert_eq!(format!("{:?}", points.challenge), "Points { points: 5, per: Word }");
    assert!(Ruleset::parse_with(source, &["end.pases=2"]).is_err(), "a typo is refused");
    assert!(Ruleset::parse_with(source, &["rack=0"]).unwrap_err().to_string().contains("rack is 0"));
    assert!(Ruleset::parse_with(source, &["rack"]).is_err());
}

#[test]
fn the_example_in_the_readme_is_a_ruleset() {
    let readme = include_str!("../../../rulesets/README.md");
    let example = readme.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let ruleset = Ruleset::parse(example).unwrap();
    assert_eq!((ruleset.name.as_str(), ruleset.tiles().len(), ruleset.layout.longest()), ("corner", 23, 5));
}
