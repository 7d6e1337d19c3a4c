//! `tisane place`: where can a word go?

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;

use tisane_lexicon::{Letter, composed};
use tisane_protocol::{PlacementView, PlacementsView};
use tisane_rules::{Board, Direction, Move, Placed, Play, Position, Ruleset, Square, Through, Tile, Tiles, score};

use crate::Outcome;
use crate::data::Data;
use crate::failure::Failure;
use crate::position::{FORMS, Loaded, PositionOptions};
use crate::show::json;
use crate::show::table::{Align, Table};

/// List every legal placement of a word
///
/// For following a game that is played elsewhere. Where the rack is known, by the position or --rack, the
/// tiles come from it. Otherwise they may be any that are not on the board or another known rack,
/// blanks too, and no more than a rack holds. Small letters among capitals are blanks, exactly
/// there: QUiZ. A place is listed once, with as few blanks as it takes, and what it scores with
/// more of them; --blanks lists every way to lay them, and so does --json.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{FORMS}\n\n{EXAMPLES}"))]
pub(crate) struct Args {
    /// A CGP, or a file with a position; `-` reads standard input
    position: String,
    /// The whole word, with the tiles that are on the board already
    word: String,
    #[command(flatten)]
    options: PositionOptions,
    /// List only this many
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// List every way to lay blanks on a line of its own
    #[arg(long)]
    blanks: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  tisane place board.txt QUIZ
  tisane place board.txt QUiZ
  tisane place board.txt quiz --rack 'AIQTUV?'";

/// A letter of the word; whether it is to be a blank, if that was said.
pub(crate) type Wanted = (Letter, Option<bool>);

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let loaded = args.options.load_perhaps_without_words(&args.position, data)?;
    let Loaded { ruleset, lexicon, position } = &loaded;
    let word = read(&ruleset.alphabet, &args.word)?;
    let letters: Vec<Letter> = word.iter().map(|&(letter, _)| letter).collect();
    let valid = loaded.is_word(&letters);
    let hand = hand(ruleset, position);
    let plays = if valid { places(ruleset, &position.board, &word, &hand, |word| loaded.is_word(word)) } else { Vec::new() };
    let outcome = if plays.is_empty() { Outcome::No } else { Outcome::Yes };
    let top = args.top.unwrap_or(usize::MAX);
    let show = |play: &Play, through| ruleset.show_move_as(&position.board, &Move::Play(play.clone()), through);
    let word = ruleset.alphabet.show(&letters);
    if args.json {
        let placement = |(play, score): &(Play, i32)| PlacementView { mv: show(play, Through::Spelled), score: *score };
        let placements = plays.iter().take(top).map(placement).collect();
        let valid = lexicon.as_ref().map(|_| valid);
        json(&PlacementsView { word, valid, lexicon: lexicon.as_ref().map(|lexicon| lexicon.name().to_owned()), placements })?;
        return Ok(outcome);
    }
    if let (Some(lexicon), false) = (lexicon, valid) {
        writeln!(anstream::stderr(), "{word} is not in {}", lexicon.name())?;
        return Ok(outcome);
    }
    if plays.is_empty() {
        writeln!(anstream::stderr(), "{word} cannot be placed")?;
        return Ok(outcome);
    }
    let places = if args.blanks { plays.into_iter().map(Place::single).collect() } else { grouped(plays) };
    let mut table = Table::new([("MOVE", Align::Left), ("SCORE", Align::Right), ("WITH BLANKS", Align::Left)]);
    for place in places.iter().take(top) {
        table.row([show(&place.play, Through::Parenthesised), place.score.to_string(), place.with_blanks()]);
    }
    table.write(&mut anstream::stdout().lock())?;
    if places.len() > top {
        writeln!(anstream::stderr(), "{} more", places.len() - top)?;
    }
    Ok(outcome)
}

/// Where a word can go, with as few blanks as that takes.
pub(crate) struct Place {
    pub(crate) play: Play,
    pub(crate) score: i32,
    /// What it scores with more blanks, or with other letters as blanks.
    otherwise: Vec<i32>,
}

impl Place {
    fn single((play, score): (Play, i32)) -> Place {
        Place { play, score, otherwise: Vec::new() }
    }

    /// `9–10`: what the other ways to lay it score.
    pub(crate) fn with_blanks(&self) -> String {
        match (self.otherwise.iter().min(), self.otherwise.iter().max()) {
            (Some(least), Some(most)) if least < most => format!("{least}–{most}"),
            (Some(score), _) => score.to_string(),
            _ => String::new(),
        }
    }
}

/// The places, each once, the highest score first.
pub(crate) fn grouped(plays: Vec<(Play, i32)>) -> Vec<Place> {
    let n_blanks = |play: &Play| play.placements().iter().filter(|(_, placed)| placed.blank).count();
    let mut places: BTreeMap<Vec<(Square, Letter)>, Place> = BTreeMap::new();
    for (play, score) in plays {
        let letters = play.placements().iter().map(|&(square, placed)| (square, placed.letter)).collect();
        match places.entry(letters) {
            Entry::Vacant(entry) => {
                entry.insert(Place::single((play, score)));
            }
            Entry::Occupied(entry) => {
                let place = entry.into_mut();
                let is_better = (n_blanks(&play), -score) < (n_blanks(&place.play), -place.score);
                let other = if is_better { std::mem::replace(&mut place.score, score) } else { score };
                place.otherwise.push(other);
                if is_better {
                    place.play = play;
                }
            }
        }
    }
    let mut places: Vec<Place> = places.into_values().collect();
    places.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.play.cmp(&b.play)));
    places
}

/// The tiles that can be laid: the rack, or where it is not known, all that may be on it.
pub(crate) fn hand(ruleset: &Ruleset, position: &Position) -> Tiles {
    if !position.rack.is_empty() {
        return position.rack.clone();
    }
    let known = position.others.iter().flat_map(|other| other.known.iter()).collect();
    position.unseen(ruleset).without(&known).expect("known tiles are not on the board")
}

/// Every way to lay a word with these tiles so that nothing but words is formed, with its score, the highest first.
pub(crate) fn places(
    ruleset: &Ruleset,
    board: &Board,
    word: &[Wanted],
    hand: &Tiles,
    is_word: impl Fn(&[Letter]) -> bool,
) -> Vec<(Play, i32)> {
    let mut plays: BTreeMap<Play, i32> = BTreeMap::new();
    for direction in Direction::BOTH {
        for start in ruleset.layout.squares() {
            for play in placements(board, word, start, direction, hand, ruleset.rack) {
                let Ok(scored) = score(ruleset, board, &play) else { continue };
                if scored.words.iter().all(|word| is_word(&word.word.letters())) {
                    plays.insert(play, scored.total);
                }
            }
        }
    }
    let mut plays: Vec<(Play, i32)> = plays.into_iter().collect();
    plays.sort_by_key(|&(_, score)| std::cmp::Reverse(score)); // Equals stay in canonical order.
    plays
}

/// The letters of the word; all capitals or all small says nothing about blanks.
pub(crate) fn read(alphabet: &tisane_lexicon::Alphabet, text: &str) -> anyhow::Result<Vec<Wanted>> {
    let text = composed(text.trim());
    let mut word: Vec<Wanted> = Vec::new();
    let mut rest = &*text;
    while !rest.is_empty() {
        let reading = alphabet.read(rest).ok_or_else(|| Failure::new(alphabet.unreadable(&text, rest).to_string(), ""))?;
        word.extend(reading.letters.iter().map(|&letter| (letter, Some(reading.lower))));
        rest = &rest[reading.bytes..];
    }
    if word.len() < 2 {
        return Err(Failure::new(format!("{text:?} is not a word"), "a word has two letters or more").into());
    }
    if word.iter().all(|&(_, lower)| lower == word[0].1) {
        word.iter_mut().for_each(|(_, blank)| *blank = None);
    }
    Ok(word)
}

/// Every way to lay the word here with these tiles, so that nothing stands before or after it.
fn placements(board: &Board, word: &[Wanted], start: Square, direction: Direction, hand: &Tiles, most: usize) -> Vec<Play> {
    let at = |n: i32| start.step(direction, n).filter(|&square| board.contains(square));
    let taken = |n: i32| at(n).is_some_and(|square| board.get(square).is_some());
    if taken(-1) || taken(word.len() as i32) {
        return Vec::new();
    }
    let mut new: Vec<(Square, Wanted)> = Vec::new();
    for (n, &(letter, blank)) in (0..).zip(word) {
        let Some(square) = at(n) else { return Vec::new() };
        match board.get(square) {
            Some(there) if there.letter == letter => {}
            Some(_) => return Vec::new(),
            None => new.push((square, (letter, blank))),
        }
    }
    if new.is_empty() || new.len() > most {
        return Vec::new();
    }
    let mut plays = Vec::new();
    lay(&new, &mut hand.clone(), &mut Vec::new(), &mut plays);
    plays
}

/// Lays the tiles one after the other, each as a letter and as a blank where that can be.
fn lay(new: &[(Square, Wanted)], hand: &mut Tiles, laid: &mut Vec<(Square, Placed)>, plays: &mut Vec<Play>) {
    let Some((&(square, (letter, wanted)), rest)) = new.split_first() else {
        plays.push(Play::new(laid.iter().copied()));
        return;
    };
    for (tile, blank) in [(Tile::Letter(letter), false), (Tile::Blank, true)] {
        if wanted.is_none_or(|wanted| wanted == blank) && hand.remove(tile) {
            laid.push((square, Placed { letter, blank }));
            lay(rest, hand, laid, plays);
            laid.pop();
            hand.insert(tile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of a word, as text with their scores.
    fn check(on_board: &[&str], word: &str, hand: &str, expected: &[(&str, i32, &str)]) {
        let ruleset = Ruleset::named("english").unwrap();
        let mut board = Board::empty(&ruleset.layout);
        for play in on_board {
            ruleset.parse_play(&board, play).unwrap().place_on(&mut board);
        }
        let (word, hand) = (read(&ruleset.alphabet, word).unwrap(), ruleset.parse_tiles(hand).unwrap());
        let is_word = |word: &[Letter]| ["RETAINS", "QUIZ", "SQUIZ"].contains(&&*ruleset.alphabet.spell(word));
        let places = grouped(places(&ruleset, &board, &word, &hand, is_word));
        let show = |place: &Place| (ruleset.show_play(&board, &place.play, Through::Spelled), place.score, place.with_blanks());
        let found: Vec<_> = places.iter().map(show).collect();
        let expected: Vec<_> = expected.iter().map(|&(play, score, blanks)| (play.to_owned(), score, blanks.to_owned())).collect();
        assert_eq!(found[..expected.len().min(found.len())], expected[..], "{found:?}");
    }

    /// A program that lists the places of an opponent's word is known to have forgotten both.
    #[test]
    fn places_count_the_bonus_and_know_blanks() {
        check(&["8H SQUIZ"], "retains", "AEINRT", &[("H2 RETAINS", 8, "")]);
        check(&[], "retains", "AEINRST", &[("H2 RETAINS", 66, "")]);
        check(&[], "retains", "AEINRT?", &[("H2 RETAINs", 64, "")]);
        check(&[], "quiz", "QUIZ?", &[("H5 QUIZ", 44, "24–42")]);
        check(&[], "QUiZ", "QUIZ?", &[("H5 QUiZ", 42, "")]);
    }
}
