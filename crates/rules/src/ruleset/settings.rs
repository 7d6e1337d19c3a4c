//! Changes to the values of a ruleset, such as `end.passes=2`, and readable errors for them.

use tisane_lexicon::nearest;

use super::file::RulesetError;

/// Changes one value of a ruleset file. The result is checked later, when the file is read.
pub(super) fn set(table: &mut toml::Table, setting: &str) -> Result<(), RulesetError> {
    let (key, value) =
        setting.split_once('=').ok_or_else(|| RulesetError::Setting(setting.to_owned()))?;
    let (key, value) = (key.trim(), value.trim());
    let value = match toml::from_str::<toml::Table>(&format!("value = {value}")) {
        Ok(mut parsed) => parsed.remove("value").expect("just written"),
        Err(_) => toml::Value::String(value.to_owned()),
    };
    let mut path: Vec<&str> = key.split('.').collect();
    let last = path
        .pop()
        .filter(|last| !last.is_empty())
        .ok_or_else(|| RulesetError::Setting(setting.to_owned()))?;
    if matches!(key, "tiles" | "blanks" | "blanks.count") {
        table.remove("total_tiles"); // Whoever changes how many there are means another total.
    }
    let mut table = table;
    for part in path {
        let entry = table.entry(part).or_insert_with(|| toml::Value::Table(toml::Table::new()));
        table = entry.as_table_mut().ok_or_else(|| RulesetError::Settings {
            settings: key.to_owned(),
            reason: format!("{part} is not a group of values in this ruleset"),
            hint: example(part),
        })?;
    }
    // `none` removes a value: end.passes=none.
    if value.as_str() == Some("none")
        && (OPTIONAL.contains(&key) || table.contains_key(last))
        && !matches!(last, "tie_break" | "out_player")
    {
        table.remove(last);
    } else {
        table.insert(last.to_owned(), value);
    }
    Ok(())
}

/// Keys that a file may omit.
const OPTIONAL: [&str; 24] = [
    "lexicon",
    "rated_as",
    "players",
    "bonuses",
    "exchange",
    "challenge",
    "total_tiles",
    "folds",
    "blanks.value",
    "board.legend",
    "end",
    "end.passes",
    "end.scoreless_turns",
    "end.scale_with_seats",
    "end.scoreless",
    "end.others",
    "end.stalled",
    "end.final_turn_each",
    "clock",
    "clock.minutes",
    "clock.increment_seconds",
    "clock.overtime",
    "clock.hours_per_turn",
    "clock.bank_hours",
];

/// Examples of values that are neither a number nor a word.
const EXAMPLES: [(&str, &str); 17] = [
    ("aliases", "aliases=[\"club\"]"),
    ("sources", "sources=[\"the club's rules\"]"),
    ("players", "players=[2, 4]"),
    ("bonuses", "bonuses=[{ tiles = 7, points = 50 }]"),
    ("exchange", "exchange.bag_at_least=7"),
    ("end", "end.passes=2"),
    ("end.scoreless", "end.scoreless=[\"exchange\", \"withdrawn\"]"),
    ("clock", "clock.minutes=25"),
    ("clock.overtime", "clock.overtime={ points = 10, per_seconds = 60, minutes_at_most = 10 }"),
    ("blanks", "blanks.count=2"),
    ("tiles", "tiles=[{ tile = \"A\", value = 1, count = 9, vowel = true }]"),
    ("folds", "folds={ \"Ä\" = \"A\" }"),
    ("board", "board.starts=[[7, 7]]"),
    ("board.starts", "board.starts=[[7, 7]]"),
    ("board.layout", "board.layout=[\"t.t\", \".d.\", \"t.t\"]"),
    ("board.legend", "board.legend={ x = { letter = 3, only_value = 5 } }"),
    ("challenge", "challenge=double or challenge={ points = 5, per = \"play\" }"),
];

fn example(key: &str) -> Option<String> {
    let (_, example) = EXAMPLES.iter().find(|(known, _)| *known == key)?;
    Some(format!("write it like {example}"))
}

/// Why a setting is wrong, without the names of Rust types in the message of the TOML reader, and
/// how to fix it.
pub(super) fn in_words(setting: &str, message: &str) -> (String, Option<String>) {
    let key = setting.split('=').next().unwrap_or_default().trim();
    let quoted = |text: &str| -> Vec<String> {
        text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let example = example(key);
    if let Some(missing) = message.strip_prefix("missing field ") {
        return (format!("{} is missing", missing.trim_matches('`')), example);
    }
    let Some((what, expected)) = message.split_once(", expected ") else {
        return (message.to_owned(), example);
    };
    if let Some(unknown) =
        what.strip_prefix("unknown field ").or_else(|| what.strip_prefix("unknown variant "))
    {
        let known = quoted(expected);
        let unknown = unknown.trim_matches('`');
        let advice = match nearest(unknown, known.iter().map(String::as_str)) {
            Some(nearest) => format!("did you mean {nearest}?"),
            None => format!("choose from {}", known.join(", ")),
        };
        return (format!("unknown key or value {unknown}"), Some(advice));
    }
    let wanted = match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "it must be a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "it must be a whole number",
        "f32" | "f64" => "it must be a number",
        "a boolean" => "it must be true or false",
        "a string" => "it must be text",
        // A list, a table, or a part of one.
        _ => "this is not a valid value",
    };
    (wanted.to_owned(), example)
}
