//! The words a player knows, and the invalid words a player believes in.
//!
//! Players know the most common words, as many as their level says. If the lexicon has no frequency
//! levels, short words count as common. A player who knows more words knows all the words of weaker
//! players.
//!
//! Invalid words are formed by analogy, in any language: the letters that most often extend a word
//! at its end are added to words that do not take them, as in EQUIPMENTS.

use tisane_lexicon::{Dawg, Letter, Lexicon, WordList};

use super::dice::{CERTAIN, number};

/// How common the words of a lexicon are, relative to each other.
#[derive(Clone, Debug)]
pub(crate) struct Commonness {
    /// By level: how many words are more common. One entry more than there are levels.
    commoner: Vec<usize>,
}

/// Number of endings used for false words.
const ENDINGS: usize = 3;

impl Commonness {
    pub(crate) fn new(lexicon: &Lexicon) -> Commonness {
        let mut commoner = vec![0; usize::from(WordList::RAREST) + 2];
        for word in lexicon.words() {
            commoner[level(lexicon, &word) + 1] += 1;
        }
        for level in 1..commoner.len() {
            commoner[level] += commoner[level - 1];
        }
        Commonness { commoner }
    }

    pub(crate) fn n_words(&self) -> usize {
        *self.commoner.last().expect("there are levels")
    }

    /// The share of the lexicon that is more common than the word, in millionths. Words of one
    /// level have a random order, the same for everybody.
    pub(crate) fn rank(&self, lexicon: &Lexicon, word: &[Letter]) -> u32 {
        let level = level(lexicon, word);
        let (before, until) = (self.commoner[level] as u128, self.commoner[level + 1] as u128);
        let all = (self.n_words() as u128).max(1);
        let part = u128::from(number(word) >> 32);
        (((before << 32) + part * (until - before)) * u128::from(CERTAIN) / (all << 32)) as u32
    }
}

/// From 0 to [`WordList::RAREST`].
fn level(lexicon: &Lexicon, word: &[Letter]) -> usize {
    let rarest = usize::from(WordList::RAREST);
    match lexicon.has_levels() {
        true => lexicon.level(word).map_or(rarest, usize::from),
        false => word.len().min(rarest),
    }
}

/// The most common words of a lexicon, `known` millionths of them; all words of up to `short`
/// letters; and a false word for `phonies` millionths of these.
pub(crate) fn vocabulary(
    lexicon: &Lexicon,
    commonness: &Commonness,
    known: u32,
    short: usize,
    phonies: u32,
) -> Lexicon {
    let knows = |word: &Vec<Letter>| word.len() <= short || commonness.rank(lexicon, word) < known;
    let mut words: Vec<Vec<Letter>> = lexicon.words().filter(knows).collect();
    if phonies > 0 {
        let endings = usual_endings(lexicon);
        let falsely = |word: &&Vec<Letter>| {
            word.len() > 2
                && ((number(word) & 0xFFFF_FFFF) * u64::from(CERTAIN)) >> 32 < u64::from(phonies)
        };
        let false_words: Vec<Vec<Letter>> = words
            .iter()
            .filter(falsely)
            .filter_map(|word| false_word(lexicon, word, &endings))
            .collect();
        words.extend(false_words);
        words.sort();
        words.dedup();
    }
    let dawg = Dawg::from_sorted(words.iter().map(|word| &word[..]));
    Lexicon::new(lexicon.name(), lexicon.alphabet().clone(), dawg, None)
}

/// The word with the first of these endings that does not form a valid word.
fn false_word(lexicon: &Lexicon, word: &[Letter], endings: &[Letter]) -> Option<Vec<Letter>> {
    let longer = endings
        .iter()
        .filter(|&ending| word.last() != Some(ending))
        .map(|&ending| [word, &[ending]].concat());
    longer
        .filter(|longer| longer.len() <= lexicon.longest())
        .find(|longer| !lexicon.contains(longer))
}

/// The letters that most often extend a word at its end, the most frequent first.
fn usual_endings(lexicon: &Lexicon) -> Vec<Letter> {
    let dawg = lexicon.dawg();
    let mut counts: Vec<(usize, Letter)> =
        lexicon.alphabet().letters().map(|letter| (0, letter)).collect();
    for word in lexicon.words() {
        let longer = dawg.walk(&word).map(|end| dawg.accepts(end)).unwrap_or_default();
        longer.iter().for_each(|letter| counts[letter.index()].0 += 1);
    }
    counts.sort_by_key(|&(count, letter)| (std::cmp::Reverse(count), letter));
    counts
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(_, letter)| letter)
        .take(ENDINGS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tisane_lexicon::Alphabet;

    fn lexicon(text: &str) -> Lexicon {
        Lexicon::build("words", &Alphabet::latin(), &WordList::from_text(text), 15).0
    }

    fn shown(lexicon: &Lexicon) -> Vec<String> {
        lexicon.words().map(|word| lexicon.alphabet().show(&word)).collect()
    }

    #[test]
    fn common_words_are_known_first() {
        let all = lexicon("tea 10\nteas 10\nqi 80\nza 80\nzax 80\ntisane 60\n");
        let commonness = Commonness::new(&all);
        let knows = |known, short| shown(&vocabulary(&all, &commonness, known, short, 0));
        assert_eq!(knows(CERTAIN / 3, 0), ["TEA", "TEAS"]);
        assert_eq!(knows(CERTAIN / 2, 0), ["TEA", "TEAS", "TISANE"]);
        assert_eq!(knows(CERTAIN / 3, 2), ["QI", "TEA", "TEAS", "ZA"]);
        assert_eq!(knows(CERTAIN, 0).len(), 6);
        assert!(knows(0, 0).is_empty());
    }

    #[test]
    fn ranks_fill_the_whole_range_and_never_leave_it() {
        let letters = || ('A'..='Z').map(String::from);
        let words: String = letters()
            .flat_map(|first| letters().map(move |second| format!("{first}{second} 50\n")))
            .collect();
        let all = lexicon(&words);
        let commonness = Commonness::new(&all);
        let ranks: Vec<u32> = all.words().map(|word| commonness.rank(&all, &word)).collect();
        let below = |limit| ranks.iter().filter(|&&rank| rank < limit).count();
        assert_eq!(below(CERTAIN), 676);
        assert!((270..410).contains(&below(CERTAIN / 2)), "{}", below(CERTAIN / 2));
    }

    #[test]
    fn without_levels_short_words_are_the_common_ones() {
        let all = lexicon("tisane\ntea\nat\nteam\n");
        let commonness = Commonness::new(&all);
        assert_eq!(shown(&vocabulary(&all, &commonness, CERTAIN / 2, 0, 0)), ["AT", "TEA"]);
    }

    #[test]
    fn false_words_have_common_endings() {
        let all = lexicon("cat\ncats\ndog\ndogs\nequipment\nstreetlights\n");
        let believed = vocabulary(&all, &Commonness::new(&all), CERTAIN, 0, CERTAIN);
        assert_eq!(
            shown(&believed),
            ["CAT", "CATS", "DOG", "DOGS", "EQUIPMENT", "EQUIPMENTS", "STREETLIGHTS"]
        );
    }
}
