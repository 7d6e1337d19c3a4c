//! The rulesets and lexicons that a server has.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tisane_lexicon::catalogue::LexiconRequest;
use tisane_lexicon::{Catalogue, Lexicon};
use tisane_rules::{NoSuchRuleset, Ruleset, builtin_names};

use crate::error::{Error, Refused};

pub(crate) struct Library {
    rulesets: Vec<Arc<Ruleset>>,
    catalogue: Arc<Catalogue>,
    opening: Mutex<()>,
    /// Other nodes may have other lexicons under the same names.
    are_several: bool,
}

impl Library {
    pub(crate) fn new(catalogue: Catalogue, are_several: bool) -> Library {
        let named =
            |name| Ruleset::named(name).map(Arc::new).expect("a built-in name names a ruleset");
        Library {
            rulesets: builtin_names().map(named).collect(),
            catalogue: Arc::new(catalogue),
            opening: Mutex::default(),
            are_several,
        }
    }

    pub(crate) fn rulesets(&self) -> &[Arc<Ruleset>] {
        &self.rulesets
    }

    /// The ruleset of this name, which may be spelled in another way.
    pub(crate) fn ruleset(&self, name: &str) -> Result<Arc<Ruleset>, NoSuchRuleset> {
        let find = |name: &str| self.rulesets.iter().find(|ruleset| ruleset.name == name).cloned();
        match find(name) {
            Some(ruleset) => Ok(ruleset),
            None => {
                let other = Ruleset::named(name)?;
                Ok(find(&other.name).unwrap_or_else(|| Arc::new(other)))
            }
        }
    }

    /// The family in which games of a ruleset are rated today. A game may have begun with an older
    /// ruleset file.
    pub(crate) fn family(&self, ruleset: &Ruleset) -> String {
        let today = self.rulesets.iter().find(|today| today.name == ruleset.name);
        today.map_or(&ruleset.rated_as, |today| &today.rated_as).clone()
    }

    pub(crate) fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// Held while a lexicon is opened, so that nobody opens the same one twice.
    pub(crate) fn opening(&self) -> MutexGuard<'_, ()> {
        self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lexicon of this name, or the ruleset's own, spelled with the ruleset's tiles.
    pub(crate) fn lexicon(
        &self,
        ruleset: &Ruleset,
        name: Option<&str>,
        family: bool,
    ) -> Result<Arc<Lexicon>, Error> {
        let name = name
            .filter(|name| !name.is_empty())
            .or(ruleset.lexicon.as_deref())
            .ok_or(Error::WhichLexicon)?;
        // The catalogue would also open a path; visitors must not read our disk.
        if !self.catalogue.knows(name) {
            return Err(self.no_such_lexicon(name));
        }
        let wanted = LexiconRequest {
            longest: ruleset.layout.longest(),
            without_slurs: family,
            ..LexiconRequest::new(name, &ruleset.alphabet)
        };
        // After a restart a hundred games may load at once; one of them opens the lexicon.
        let _turn = self.opening();
        Ok(self.catalogue.get_with(&wanted)?.lexicon)
    }

    /// Refuses to go on with a game that began with other words than this node has. A server of
    /// its own keeps old games when its lexicon is updated.
    pub(crate) fn must_be_same(
        &self,
        lexicon: &Lexicon,
        fingerprint: Option<&str>,
    ) -> Result<(), Refused> {
        let own = || fingerprint_text(lexicon);
        match fingerprint.filter(|_| self.are_several) {
            Some(fingerprint) if fingerprint != own() => Err(Refused::Agreement(format!(
                "this server has another version of the lexicon {:?} than the game began with; \
                 install the same lexicon on all servers",
                lexicon.name()
            ))),
            _ => Ok(()),
        }
    }

    pub(crate) fn no_such_lexicon(&self, name: &str) -> Error {
        no_such_lexicon(&self.catalogue, name)
    }
}

/// The fingerprint of a lexicon, as games store it.
pub(crate) fn fingerprint_text(lexicon: &Lexicon) -> String {
    format!("{:016x}", lexicon.fingerprint())
}

pub(crate) fn no_such_lexicon(catalogue: &Catalogue, name: &str) -> Error {
    Error::NoSuchLexicon {
        name: name.to_owned(),
        known: catalogue.list().into_iter().map(|entry| entry.name).collect(),
    }
}
