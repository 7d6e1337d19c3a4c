//! `tisane place`: where can a word go?

use std::collections::BTreeMap;
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
/// there: QUiZ.
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
    let mut plays = if valid { places(ruleset, &position.board, &word, &hand, |word| loaded.is_word(word)) } else { Vec::new() };
    let outcome = if plays.is_empty() { Outcome::No } else { Outcome::Yes };
    let left_out = plays.len().saturating_sub(args.top.unwrap_or(usize::MAX));
    plays.truncate(args.top.unwrap_or(usize::MAX));
    let show = |play: &Play, through| ruleset.show_move_as(&position.board, &Move::Play(play.clone()), through);
    let word = ruleset.alphabet.show(&letters);
    if args.json {
        let placement = |(play, score): &(Play, i32)| PlacementView { mv: show(play, Through::Spelled), score: *score };
        let placements = plays.iter().map(placement).collect();
        let valid = lexicon.as_ref().map(|_| valid);
        json(&PlacementsView { word, valid, lexicon: lexicon.as_ref().map(|lexicon| lexicon.name().to_owned()), placements })?;
        return Ok(outcome);
    }
    if let (Some(lexicon), false) = (lexicon, valid) {
        writeln!(anstream::stderr(), "{word} is not in {}", lexicon.name())?;
    } else if plays.is_empty() {
        writeln!(anstream::stderr(), "{word} cannot be placed")?;
    } else {
        let mut table = Table::new([("MOVE", Align::Left), ("SCORE", Align::Right)]);
        plays.iter().for_each(|(play, score)| table.row([show(play, Through::Parenthesised), score.to_string()]));
        table.write(&mut anstream::stdout().lock())?;
        if left_out > 0 {
            writeln!(anstream::stderr(), "{left_out} more")?;
        }
    }
    Ok(outcome)
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
