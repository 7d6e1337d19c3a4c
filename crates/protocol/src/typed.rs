//! Moves as people type them: `8d retains`, without a thought for capitals and blanks.

use tisane_lexicon::composed;
use tisane_rules::{Board, Move, MoveText, Placed, Play, Ruleset, Square, Tile, Tiles, score};

use crate::error::{ErrorCode, ErrorView};

/// Reads a move. Small letters among capitals are blanks, exactly there; in a word all in capitals or all small, blanks stand
/// for the tiles that `hand` does not have, where they cost least.
pub(crate) fn read_move(ruleset: &Ruleset, board: &Board, hand: &Tiles, text: &str) -> Result<MoveText, ErrorView> {
    let text = composed(text.trim());
    let parse = |text: &str| ruleset.parse_move_text(board, text).map_err(|error| ErrorView::new(ErrorCode::Move, error));
    let (place, word) = text.split_once(char::is_whitespace).map_or((&*text, ""), |(place, word)| (place, word.trim()));
    let says_blanks = word.chars().any(char::is_lowercase) && word.chars().any(char::is_uppercase);
    if word.is_empty() || says_blanks {
        return parse(&text);
    }
    let MoveText::Move(Move::Play(play)) = parse(&format!("{place} {}", ruleset.alphabet.casing().upper(word)))? else {
        return parse(&text);
    };
    let mut ways = Vec::new();
    lay(play.placements(), &mut hand.clone(), &mut Vec::new(), &mut ways);
    let points = |play: &Play| score(ruleset, board, play).map_or(0, |scored| scored.total);
    let best = ways.into_iter().min_by_key(|way| (way.tiles().blanks(), -points(way)));
    Ok(MoveText::Move(Move::Play(best.unwrap_or(play))))
}

/// Every way to lay these letters from the hand, as letters and as blanks.
fn lay(rest: &[(Square, Placed)], hand: &mut Tiles, laid: &mut Vec<(Square, Placed)>, ways: &mut Vec<Play>) {
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
