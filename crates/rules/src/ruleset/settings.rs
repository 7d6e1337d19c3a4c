//! Values of a ruleset changed from outside: `end.passes=2`. Why one cannot be is said in words for people.

use tisane_lexicon::nearest;

use super::file::RulesetError;

/// Changes one value of a ruleset file. Whether the file makes sense with it is seen when it is read.
pub(super) fn set(table: &mut toml::Table, setting: &str) -> Result<(), RulesetError> {
    let (key, value) = setting.split_once('=').ok_or_else(|| RulesetError::Setting(setting.to_owned()))?;
    let (key, value) = (key.trim(), value.trim());
    let value = match toml::from_str::<toml::Table>(&format!("value = {value}")) {
        Ok(mut parsed) => parsed.remove("value").expect("just written"),
        Err(_) => toml::Value::String(value.to_owned()),
    };
    let mut path: Vec<&str> = key.split('.').collect();
    let last = path.pop().filter(|last| !last.is_empty()).ok_or_else(|| RulesetError::Setting(setting.to_owned()))?;
    let mut table = table;
    for part in path {
        let entry = table.entry(part).or_insert_with(|| toml::Value::Table(toml::Table::new()));
        table = entry.as_table_mut().ok_or_else(|| RulesetError::SettingPath {
            key: key.to_owned(),
            reason: format!("{part} is a single value in this ruleset, not a group"),
        })?;
    }
    // `none` takes a value away, or leaves it away: end.passes=none.
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

/// What a file may leave out.
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

/// What the reader of TOML has to say, without the names that Rust has for things.
pub(super) fn in_words(message: &str) -> String {
    let quoted = |text: &str| -> Vec<String> { text.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    if let Some((what, expected)) = message.split_once(", expected ") {
        let known = quoted(expected);
        if let Some(unknown) = what.strip_prefix("unknown field ").or_else(|| what.strip_prefix("unknown variant ")) {
            let unknown = unknown.trim_matches('`');
            let advice = match nearest(unknown, known.iter().map(String::as_str)) {
                Some(nearest) => format!("did you mean {nearest}?"),
                None => format!("there are {}", known.join(", ")),
            };
            return format!("{unknown} is not known; {advice}");
        }
        let expected = match expected {
            "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more",
            "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
            "f32" | "f64" => "a number",
            "a boolean" => "true or false",
            "a string" => "a text",
            "a map" => "a group of keys",
            other => other,
        };
        return format!("{expected} is wanted");
    }
    message.to_owned()
}
