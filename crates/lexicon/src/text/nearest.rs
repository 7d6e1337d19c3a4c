//! "Did you mean …?"

use crate::text::LONGEST_QUOTE;

/// The most similar known name: one with this beginning, or with few characters to add, remove,
/// change or swap.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    // Comparing long names would take too much time and memory.
    if name.is_empty() || name.len() > LONGEST_QUOTE {
        return None;
    }
    let far = |candidate: &str| {
        if candidate.starts_with(&name) { 2 } else { strsim::damerau_levenshtein(&name, candidate) }
    };
    let near = known.into_iter().map(|candidate| (far(&candidate.to_lowercase()), candidate));
    near.filter(|(far, candidate)| *far <= candidate.len().max(name.len()) / 2)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_similar_names_are_suggested() {
        let known = ["english", "english-classic", "french", "russian"];
        for (name, expected) in [
            ("englsh", Some("english")),
            ("English-clasic", Some("english-classic")),
            ("rus", Some("russian")),
            ("", None),
            ("zzz", None),
            ("esperanto", None),
            (&"english".repeat(100_000), None),
        ] {
            assert_eq!(nearest(name, known), expected, "{name}");
        }
    }
}
