//! Capitals and small letters, by language.

/// How a language turns capitals into small letters.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Casing {
    /// As Unicode does for most languages.
    #[default]
    Standard,
    /// Turkish and its relatives: the small letter of I is ı, the capital of i is İ.
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

    /// `text` in small letters.
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
