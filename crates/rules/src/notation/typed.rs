//! Plays as people type them, without caring about capitals and blanks: `8d retains`.

use tisane_lexicon::composed;

use super::{MoveText, MoveTextError};
use crate::plays::score;
use crate::ruleset::Ruleset;
use crate::table::{Board, Move, Placed, Play, Square, Tile, Tiles};

/// Reads a move, `challenge` or `resign`. If a word mixes cases, its lowercase letters are blanks.
/// Otherwise blanks replace the tiles that `hand` lacks, where they cost least.
pub fn read_move(
    ruleset: &Ruleset,
    board: &Board,
    hand: &Tiles,
    text: &str,
) -> Result<MoveText, MoveTextError> {
    let text = composed(text.trim());
    let (mut place, mut word) = text
        .split_once(char::is_whitespace)
        .map_or((&*text, ""), |(place, word)| (place, word.trim()));
    // The word may come before the place.
    let is_place = |text: &str| {
        matches!(ruleset.parse_move_text(board, text), Err(MoveTextError::NoWord { .. }))
    };
    if !is_place(place) && is_place(word) {
        (place, word) = (word, place);
    }
    match ruleset.parse_move_text(board, format!("{place} {word}").trim())? {
        MoveText::Move(Move::Play(_)) => {
            let (play, written) = ruleset.read_word(board, place, word)?;
            let says_blanks = says_blanks(word);
            let letters = play.placements().iter().map(|&(square, placed)| {
                (square, Placed { blank: says_blanks && placed.blank, ..placed })
            });
            let play = Play::new(letters);
            // Otherwise a player who overlooks a tile would play another word.
            ruleset.check_is_whole(board, &play, &written)?;
            Ok(MoveText::Move(Move::Play(if says_blanks {
                play
            } else {
                with_blanks(ruleset, board, hand, &play)
            })))
        }
        read => Ok(read),
    }
}

/// Whether a word mixes cases.
fn says_blanks(word: &str) -> bool {
    word.chars().any(char::is_lowercase) && word.chars().any(char::is_uppercase)
}

/// The play with blanks for missing tiles, where they cost least; unchanged if the hand cannot make
/// it.
fn with_blanks(ruleset: &Ruleset, board: &Board, hand: &Tiles, play: &Play) -> Play {
    let mut ways = Vec::new();
    lay(play.placements(), &mut hand.clone(), &mut Vec::new(), &mut ways);
    let fewest = ways.iter().map(blanks).min();
    let points = |play: &Play| score(ruleset, board, play).map_or(0, |scored| scored.total);
    ways.into_iter()
        .filter(|way| Some(blanks(way)) == fewest)
        .max_by_key(points)
        .unwrap_or_else(|| play.clone())
}

fn blanks(play: &Play) -> usize {
    play.placements().iter().filter(|(_, placed)| placed.blank).count()
}

fn lay(
    rest: &[(Square, Placed)],
    hand: &mut Tiles,
    laid: &mut Vec<(Square, Placed)>,
    ways: &mut Vec<Play>,
) {
    let Some((&(square, placed), rest)) = rest.split_first() else {
        ways.push(Play::new(laid.iter().copied()));
        return;
    };
    for tile in [Tile::Letter(placed.letter), Tile::Blank] {
        if hand.remove(tile) {
            laid.push((square, Placed { blank: tile == Tile::Blank, ..placed }));
            lay(rest, hand, laid, ways);
            laid.pop();
            hand.insert(tile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks how a play is read.
    fn check(ruleset: &str, hand: &str, text: &str, understood: &str) {
        let ruleset = Ruleset::named(ruleset).unwrap();
        let board = Board::empty(&ruleset.layout);
        let hand = ruleset.parse_tiles(hand).unwrap();
        let MoveText::Move(mv) = read_move(&ruleset, &board, &hand, text).unwrap() else {
            panic!("{text} is a move")
        };
        assert_eq!(ruleset.show_move(&board, &mv), understood);
    }

    #[test]
    fn case_matters_only_in_words_of_mixed_case() {
        check("english", "AEINRST", "8d retains", "8D RETAINS");
        check("english", "AEINRST", "8D RETAINS", "8D RETAINS");
        check("english", "AEINRT?", "8D RETAIns", "8D RETAIns");
        check("english", "AEINRST", " h4  retains ", "H4 RETAINS");
        check("english", "AEINRST", "retains h4", "H4 RETAINS");
        check("english", "AEINRT?", "RETAINs 8D", "8D RETAINs");
    }

    #[test]
    fn blanks_replace_missing_tiles_where_they_cost_least() {
        check("english", "AEINRT?", "8d retains", "8D RETAINs");
        // The second L is the blank, since the first is on a double letter.
        check("english", "ABEL?", "8D label", "8D LABEl");
        check("spanish", "[CH]AL?", "8g chal", "8G CHAL");
        check("russian", "КО?", "8g кот", "8G КОт");
    }

    #[test]
    fn squares_can_be_typed_on_a_cyrillic_keyboard() {
        check("russian", "КОТ", "8Н кот", "8H КОТ");
        check("russian", "КОТ", "н8 кот", "H8 КОТ");
        check("russian", "КОТ", "кот 8Е", "8E КОТ");
        let ruleset = Ruleset::named("russian").unwrap();
        let error = read_move(&ruleset, &Board::empty(&ruleset.layout), &Tiles::new(), "8Д кот")
            .unwrap_err();
        assert_eq!(
            (error.to_string(), error.hint()),
            (
                "\"8Д\" is not a square".to_owned(),
                Some("columns are Latin letters: 8D for across, D8 for down".to_owned())
            )
        );
    }

    #[test]
    fn a_part_of_a_word_is_refused() {
        let ruleset = Ruleset::named("english").unwrap();
        let mut board = Board::empty(&ruleset.layout);
        ruleset.parse_play(&board, "8D TABLE").unwrap().place_on(&mut board);
        let hand = ruleset.parse_tiles("ALONES?").unwrap();
        let refused = |text| read_move(&ruleset, &board, &hand, text).unwrap_err().to_string();
        assert_eq!(refused("8I s"), "s at 8I would be part of 8D TABLES");
        assert_eq!(refused("d4 alon"), "alon at D4 would be part of D4 ALONT");
        let read = |text| match read_move(&ruleset, &board, &hand, text).unwrap() {
            MoveText::Move(mv) => ruleset.show_move(&board, &mv),
            other => panic!("{other:?}"),
        };
        assert_eq!(read("8d tables"), "8D TABLES");
        assert_eq!(read("8D (TABLE)S"), "8D TABLES");
        assert_eq!(read("8D .....S"), "8D TABLES");
        assert_eq!(read("I8 so"), "I8 SO");
        assert_eq!(read("C8 so"), "C8 SO", "STABLE is made besides");
        assert_eq!(read("I8 s"), "8D TABLES", "in the other direction it is a word of one letter");
    }

    #[test]
    fn exchanges_and_passes_are_read() {
        check("english", "QVUAEIO", "-qvu", "-QUV");
        check("english", "QVUAEIO", "pass", "pass");
    }
}
