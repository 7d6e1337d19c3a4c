//! The words of a lexicon in another alphabet, or without some of them.

use std::collections::HashSet;

use crate::alphabet::{Alphabet, Letter};
use crate::graph::DawgBuilder;
use crate::lexicon::{LeftOut, Lexicon, Report, Why, WordList};

impl Lexicon {
    /// The same words in another alphabet, if it can spell them with at most `longest` letters. A
    /// word spelled without a tile that would fit, such as `[C]HE`, stays so if the other alphabet
    /// has that tile too.
    pub fn respell(&self, alphabet: &Alphabet, longest: usize) -> (Lexicon, Report) {
        let list = self.listed_as(|word| {
            let shown = self.alphabet.show(word);
            if shown.contains('[') && alphabet.parse(&shown).is_err() {
                self.alphabet.spell(word)
            } else {
                shown
            }
        });
        let (lexicon, report) = Lexicon::build(&*self.name, alphabet, &list, longest);
        (lexicon.with_about(self.about.clone()), report)
    }

    /// The lexicon without some words.
    pub fn without<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Lexicon {
        let gone: HashSet<_> =
            words.into_iter().filter_map(|word| self.alphabet.parse(word).ok()).collect();
        let mut builder = DawgBuilder::new(self.len());
        let mut levels = self.levels.as_ref().map(|_| Vec::with_capacity(self.len()));
        for (index, word) in self.words().enumerate().filter(|(_, word)| !gone.contains(word)) {
            builder.add(&word);
            if let (Some(levels), Some(all)) = (&mut levels, &self.levels) {
                levels.push(all[index]);
            }
        }
        Lexicon::new(&*self.name, self.alphabet.clone(), builder.finish(), levels)
            .with_about(self.about.clone())
    }

    /// The words of at most `longest` letters: a faster [`respell`](Self::respell) in the same
    /// alphabet.
    pub(super) fn no_longer_than(&self, longest: usize) -> (Lexicon, Report) {
        let mut report = Report { listed: self.len(), ..Report::default() };
        let mut gone = Vec::new();
        self.dawg.each_longer_than(longest, |index, word| {
            gone.push(index);
            let why = Why::Long { letters: word.len() };
            report.left_out.push(LeftOut {
                line: index as u32 + 1,
                spelling: self.alphabet.show(word),
                why,
            });
        });
        let mut gone = gone.into_iter().peekable();
        let mut stays = |index: usize| gone.next_if_eq(&index).is_none();
        let levels = self.levels.as_ref().map(|all| {
            all.iter()
                .zip(0..)
                .filter(|&(_, index)| stays(index))
                .map(|(&level, _)| level)
                .collect()
        });
        let dawg = self.dawg.no_longer_than(longest);
        let lexicon = Lexicon::new(&*self.name, self.alphabet.clone(), dawg, levels)
            .with_about(self.about.clone());
        report.kept = lexicon.len();
        (lexicon, report)
    }

    /// The words with their levels as a list, which gives the same lexicon in this alphabet.
    pub fn list(&self) -> WordList {
        self.listed_as(|word| self.alphabet.show(word))
    }

    fn listed_as(&self, spelled: impl Fn(&[Letter]) -> String) -> WordList {
        let mut list = WordList::new();
        for (index, word) in self.words().enumerate() {
            let level = self
                .levels
                .as_ref()
                .map(|levels| levels[index])
                .filter(|&level| level <= WordList::RAREST);
            list.push(&spelled(&word), level);
        }
        list
    }
}
