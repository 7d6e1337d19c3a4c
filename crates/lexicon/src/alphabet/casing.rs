//! Capitals and small letters, by language.

/// How a language writes capitals and lowercase letters.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Casing {
    /// As Unicode does for most languages.
    #[default]
    Standard,
    /// Turkish and related languages: lowercase I is ı, capital i is İ.
    Turkic,
}

impl Casing {
    /// The casing of a language tag such as `en`, `tr` or `az-Latn`.
    pub fn of_locale(locale: &str) -> Casing {
        match locale.split(['-', '_']).next() {
            Some("tr" | "az" | "crh" | "tt") => Casing::Turkic,
            _ => Casing::Standard,
        }
    }

    /// `text` in lowercase.
    pub fn lower(self, text: &str) -> String {
        match self {
            Casing::Standard => text.to_lowercase(),
            Casing::Turkic => text.replace('I', "ı").replace('İ', "i").to_lowercase(),
        }
    }

    /// `text` in capitals.
    pub fn upper(self, text: &str) -> String {
        match self {
            Casing::Standard => text.to_uppercase(),
            Casing::Turkic => text.replace('i', "İ").replace('ı', "I").to_uppercase(),
        }
    }
}
