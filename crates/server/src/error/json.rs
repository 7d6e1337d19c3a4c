//! Reads the JSON of clients, and explains its errors in plain words.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use tisane_protocol::bounds;

use super::refused::{Refused, UnfitNumber};

/// Reads a value, or says why not.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refused> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        refusal(bytes, &path, &error.into_inner())
    })?;
    json.end().map_err(|error| refusal(bytes, ".", &error))?;
    Ok(value)
}

fn refusal(bytes: &[u8], path: &str, error: &serde_json::Error) -> Refused {
    let (line, column) = (error.line(), error.column());
    if error.classify() != Category::Data {
        return Refused::Message(format!("not valid JSON at line {line}, column {column}"));
    }
    let text = error.to_string();
    let text = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    if let Some(number) = number_out_of_range(bytes, text) {
        return Refused::Number(number);
    }
    let place = if matches!(path, "." | "?") { String::new() } else { format!("{path}: ") };
    Refused::Message(format!("{place}{}", plain(text)))
}

/// The message without the names of our types.
fn plain(text: &str) -> String {
    if let Some(field) = text.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    if text.starts_with("data did not match any variant") {
        return "unexpected value".to_owned();
    }
    let Some((found, expected)) = text.split_once(", expected ") else { return text.to_owned() };
    if found.starts_with("unknown ") {
        return format!("{found}; expected {expected}");
    }
    let found = found.trim_start_matches("invalid type: ").trim_start_matches("invalid value: ");
    let ours = ["struct ", "enum ", "tuple ", "tagged ", "variant ", "unit ", "map"];
    let expected = match expected {
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        _ if is_whole(expected).is_some() => "a whole number",
        _ if ours.iter().any(|name| expected.contains(name)) => "an object",
        other => other,
    };
    format!("expected {expected}, found {}", found.replace("sequence", "a list"))
}

/// The bounds of a type of whole numbers; JavaScript reads larger numbers inexactly.
fn is_whole(kind: &str) -> Option<(i128, i128)> {
    Some(match kind {
        "u8" => (0, i128::from(u8::MAX)),
        "u16" => (0, i128::from(u16::MAX)),
        "u32" => (0, i128::from(u32::MAX)),
        "i32" => (i128::from(i32::MIN), i128::from(i32::MAX)),
        "u64" | "usize" => (0, bounds::LARGEST),
        "i64" => (-bounds::LARGEST, bounds::LARGEST),
        _ => return None,
    })
}

/// A number that its type can't represent: negative, a fraction or too large.
fn number_out_of_range(bytes: &[u8], text: &str) -> Option<UnfitNumber> {
    let number = ["invalid value: integer `", "invalid type: floating point `"]
        .into_iter()
        .find_map(|start| text.strip_prefix(start))?;
    let (value, kind) = number.split_once("`, expected ")?;
    let whole = is_whole(kind)?;
    let name = name_of(&serde_json::from_slice(bytes).ok()?, value)?;
    let (from, to) = bounds::of(&name).unwrap_or(whole);
    Some(UnfitNumber { name, value: value.to_owned(), from, to })
}

/// The field with this number. Its path is not known inside tagged objects.
fn name_of(value: &Value, number: &str) -> Option<String> {
    let is_it = |value: &Value| match value {
        Value::Number(found) => {
            found.to_string() == number || found.as_f64() == number.parse().ok()
        }
        _ => false,
    };
    match value {
        Value::Object(fields) => fields.iter().find_map(|(name, value)| match is_it(value) {
            true => Some(name.clone()),
            false => name_of(value, number),
        }),
        Value::Array(values) => values.iter().find_map(|value| name_of(value, number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tisane_protocol::request::NewGame;
    use tisane_protocol::{AdminAction, NameRequest};

    use super::*;

    fn sentence<T: DeserializeOwned>(text: &str) -> String {
        match read::<T>(text.as_bytes()) {
            Ok(_) => panic!("{text} is valid"),
            Err(refused) => refused.to_string(),
        }
    }

    #[test]
    fn invalid_json_is_explained_without_names_of_types() {
        for (text, expected) in [
            ("{", "invalid request: not valid JSON at line 1, column 1"),
            ("{} x", "invalid request: `name` is missing"),
            (r#"{"name":"Ada"} x"#, "invalid request: not valid JSON at line 1, column 16"),
            ("[]", "invalid request: expected an object, found invalid length 0"),
            ("null", "invalid request: expected an object, found null"),
            ("7", "invalid request: expected an object, found integer `7`"),
            (r#"{"name":7}"#, "invalid request: name: expected a string, found integer `7`"),
            (r#"{"name":["a"]}"#, "invalid request: name: expected a string, found a list"),
        ] {
            assert_eq!(sentence::<NameRequest>(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_named_with_their_bounds() {
        for (field, expected) in [
            (r#""seats":-1"#, "seats must be a whole number between 2 and 4, not -1"),
            (r#""seats":2.5"#, "seats must be a whole number between 2 and 4, not 2.5"),
            (
                r#""grace_seconds":-1"#,
                "grace_seconds must be a whole number between 0 and 86400, not -1",
            ),
            (r#""seed":-7"#, "seed must be a whole number between 0 and 9007199254740991, not -7"),
            (
                r#""clock":{"kind":"turn","turn":9,"bank":0.5}"#,
                "bank must be a whole number between 0 and 2592000000, not 0.5",
            ),
        ] {
            let text = format!(r#"{{"ruleset":"english",{field}}}"#);
            assert_eq!(sentence::<NewGame>(&text), expected);
        }
        for days in ["-1", "1.5", "4294967296"] {
            let text = format!(r#"{{"action":"mute","player":"a","days":{days}}}"#);
            assert_eq!(
                sentence::<AdminAction>(&text),
                format!("days must be a whole number between 1 and 3650, not {days}")
            );
        }
    }
}
