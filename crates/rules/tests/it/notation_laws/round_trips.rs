//! `parse(show(x)) == x`.

use proptest::prelude::*;
use tisane_rules::*;

use super::made::{Choices, choices};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn tiles(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let tiles = choices.tiles(ruleset, 40);
        prop_assert_eq!(ruleset.parse_tiles(&ruleset.show_tiles(&tiles)).unwrap(), tiles);
    }

    #[test]
    fn plays_in_every_style(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let board = choices.board(ruleset);
        if let Some(play) = choices.play(ruleset, &board) {
            for through in [Through::Spelled, Through::Parenthesised, Through::Dots] {
                let text = ruleset.show_play(&board, &play, through);
                prop_assert_eq!(ruleset.parse_play(&board, &text).map_err(|error| TestCaseError::fail(error.to_string()))?, play.clone(), "{}", text);
            }
        }
    }

    #[test]
    fn exchanges_and_passes(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let board = Board::empty(&ruleset.layout);
        let mut tiles = choices.tiles(ruleset, ruleset.rack);
        tiles.insert(Tile::Blank);
        for mv in [Move::Exchange(tiles), Move::Pass] {
            prop_assert_eq!(ruleset.parse_move(&board, &ruleset.show_move(&board, &mv)).unwrap(), mv);
        }
    }

    #[test]
    fn drawings(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let board = choices.board(ruleset);
        let text = ruleset.show_board(&board);
        prop_assert_eq!(&ruleset.parse_board(&text).unwrap(), &board, "{}", text);
        prop_assert_eq!(&ruleset.parse_board(&framed(ruleset, &text)).unwrap(), &board);
        prop_assert_eq!(&ruleset.parse_board(&text.replace('\n', "\r\n")).unwrap(), &board);
    }

    #[test]
    fn cgp(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let mut position = choices.position(ruleset);
        position.scoreless_turns = choices.below(5) as u32;
        if ruleset.end.scoreless_turns.is_none() {
            position.passes = position.scoreless_turns;
        }
        if ruleset.end.final_turn_each && position.bag == 0 {
            position.final_turns = Some(position.scores.len() as u32);
        }
        let cgp = Cgp::new(ruleset, &position).with("lex", "ANY").with("oddity", "1 2").with("bb", 50);
        let back: Cgp = cgp.to_string().parse().unwrap();
        prop_assert_eq!(&back, &cgp);
        prop_assert_eq!(back.position(ruleset).unwrap(), position);
        prop_assert_eq!(back.unknown_operations().count(), 1);
    }

    #[test]
    fn gcg(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let record = choices.record(ruleset);
        let text = record.to_gcg(ruleset).unwrap();
        let file = GcgFile::read(text.as_bytes()).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let back = file.record(ruleset).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(back.record, record, "{}", text);
    }

    #[test]
    fn positions_of_a_record_count_their_tiles(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let record = choices.record(ruleset);
        for RecordedPosition { position, unknown, .. } in record.positions(ruleset).unwrap() {
            if let Ok(position) = position {
                let others: usize = position.others.iter().map(|other| other.len).sum();
                prop_assert_eq!(position.unseen(ruleset).len(), position.bag + others + unknown);
            }
        }
    }

    #[test]
    fn wordsolver(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let text: String = (0..choices.below(4)).map(|_| case(&mut choices, ruleset)).collect();
        let cases = ruleset.parse_wordsolver(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let shown: String = cases.iter().map(WordsolverCase::show).collect();
        prop_assert_eq!(&shown, &text);
        prop_assert_eq!(ruleset.parse_wordsolver(&shown).unwrap(), cases);
    }
}

/// A drawing as people paste it: names of the columns, numbers of the rows, a frame.
fn framed(ruleset: &Ruleset, drawing: &str) -> String {
    let header: String = (0..ruleset.layout.cols()).map(column_name).collect::<Vec<_>>().join(" ");
    let line = format!("   +{}+\n", "-".repeat(ruleset.layout.cols() as usize));
    let rows: String =
        (1..).zip(drawing.lines()).map(|(number, row)| format!("{number:2} |{row}|\n")).collect();
    format!("    {header}\n{line}{rows}{line}")
}

/// A case in the wordsolver format as the course writes it.
fn case(choices: &mut Choices, ruleset: &Ruleset) -> String {
    let size = 2 + choices.below(6);
    let layout = (0..size).map(|_| (0..size).map(|_| Premium::NONE).collect()).collect();
    let layout = Layout::new(layout, vec![Square::new(0, 0)]).unwrap();
    let empty = WordsolverCase {
        board: Board::empty(&layout),
        ruleset: ruleset.on_layout(layout),
        tray: Vec::new(),
    };
    let mut full = empty.clone();
    for square in empty.ruleset.layout.squares() {
        if choices.one_in(3) {
            full.board.set(square, Some(choices.placed(ruleset)));
        }
    }
    full.tray = choices.tiles(ruleset, 7).iter().collect();
    full.tray.push(Tile::Blank);
    let premiums = ["..", "2.", ".3", "42", "9.", ".."];
    let mut text = full.show();
    while text.contains(" ..") && choices.one_in(2) {
        text = text.replacen(" ..", &format!(" {}", premiums[1 + choices.below(4)]), 1);
    }
    text
}
