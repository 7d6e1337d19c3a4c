//! No text makes a reader panic, neither noise nor something that was valid a moment ago.

use proptest::prelude::*;
use tisane_rules::*;

use super::made::{Choices, RULESETS, choices};

/// Characters that mean something in one notation or another.
const PIECES: [&str; 40] = [
    "A",
    "e",
    "Q",
    "?",
    "*",
    ".",
    "-",
    "--",
    "+",
    "#",
    ">",
    ":",
    ";",
    "/",
    "|",
    "[",
    "]",
    "(",
    ")",
    " ",
    "\t",
    "\n",
    "\r",
    "8",
    "15",
    "0",
    "-7",
    "9999999999",
    "CH",
    "ch",
    "ß",
    "İ",
    "ש",
    "Ж",
    "·",
    "\u{301}",
    "\u{feff}",
    "#note ",
    "#player1 ",
    "(challenge)",
];

fn noise(choices: &mut Choices) -> String {
    (0..choices.below(80)).map(|_| PIECES[choices.below(PIECES.len())]).collect()
}

fn damaged(choices: &mut Choices, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=choices.below(4) {
        let from = choices.below(chars.len() + 1);
        let to = (from + choices.below(6)).min(chars.len());
        let piece: Vec<char> = match choices.below(3) {
            0 => Vec::new(),
            1 => PIECES[choices.below(PIECES.len())].chars().collect(),
            _ => chars[from..to].repeat(1 + choices.below(40)),
        };
        chars.splice(from..to, piece);
    }
    chars.into_iter().collect()
}

fn read_everything(ruleset: &Ruleset, text: &str) {
    let board = Board::empty(&ruleset.layout);
    let _ = ruleset.parse_tiles(text);
    read_move(ruleset, &board, text);
    read_drawing(ruleset, text);
    read_cgp(ruleset, text);
    read_gcg(ruleset, text.as_bytes());
    read_wordsolver(ruleset, text);
}

fn read_move(ruleset: &Ruleset, board: &Board, text: &str) {
    match ruleset.parse_move_text(board, text) {
        Ok(MoveText::Move(mv)) => {
            let shown = ruleset.show_move(board, &mv);
            assert_eq!(
                ruleset.parse_move(board, &shown).as_ref(),
                Ok(&mv),
                "{text:?} was read and shown as {shown:?}"
            );
            if let Move::Play(play) = mv {
                let _ = score(ruleset, board, &play);
            }
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn read_drawing(ruleset: &Ruleset, text: &str) {
    if let Ok(board) = ruleset.parse_board(text) {
        assert_eq!(ruleset.parse_board(&ruleset.show_board(&board)).as_ref(), Ok(&board));
    }
}

fn read_cgp(ruleset: &Ruleset, text: &str) {
    if let Ok(cgp) = text.parse::<Cgp>() {
        assert_eq!(cgp.to_string().parse::<Cgp>().as_ref(), Ok(&cgp), "{text:?}");
        let _ = cgp.ruleset_name();
        if let Ok(settings) = cgp.settings(ruleset) {
            let _ = Ruleset::parse_with(Ruleset::builtin_source(&ruleset.name).unwrap(), &settings);
        }
        if let Ok(position) = cgp.position(ruleset) {
            let _ = position.unseen(ruleset);
        }
    }
}

/// What was read can be written, and is the same when it is read again.
fn read_gcg(ruleset: &Ruleset, bytes: &[u8]) {
    let Ok(file) = GcgFile::read(bytes) else { return };
    let Ok(GcgRecord { record, warnings, .. }) = file.record(ruleset) else { return };
    warnings.iter().for_each(|warning| assert!(!warning.to_string().is_empty()));
    for position in record.positions(ruleset).unwrap() {
        let _ = position.position.map(|position| position.unseen(ruleset));
    }
    let text = record.to_gcg(ruleset).unwrap();
    let again = GcgFile::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let again = again.record(ruleset).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.record.entries, record.entries, "{text}");
    assert_eq!(again.record.racks, record.racks, "{text}");
}

fn read_wordsolver(ruleset: &Ruleset, text: &str) {
    if let Ok(cases) = ruleset.parse_wordsolver(text) {
        let shown: String = cases.iter().map(WordsolverCase::show).collect();
        assert_eq!(ruleset.parse_wordsolver(&shown).unwrap(), cases);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text(text in ".{0,120}", at in 0..RULESETS.len()) {
        read_everything(&RULESETS[at], &text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_gcg(&RULESETS[0], &bytes);
    }

    #[test]
    fn noise_of_meaningful_pieces(mut choices in choices()) {
        let ruleset = choices.ruleset();
        read_everything(ruleset, &noise(&mut choices));
    }

    #[test]
    fn damaged_moves(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let board = choices.board(ruleset);
        let Some(play) = choices.play(ruleset, &board) else { return Ok(()) };
        let text = ruleset.show_play(&board, &play, [Through::Spelled, Through::Parenthesised, Through::Dots][choices.below(3)]);
        read_move(ruleset, &board, &damaged(&mut choices, &text));
    }

    #[test]
    fn damaged_boards_and_positions(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let board = choices.board(ruleset);
        let position = choices.position(ruleset);
        let cgp = Cgp::new(ruleset, &position).with("ld", "english").with("cr", "5pt").with("mcnz", 6).with("etl", 7).to_string();
        read_drawing(ruleset, &damaged(&mut choices, &ruleset.show_board(&board)));
        read_cgp(ruleset, &damaged(&mut choices, &cgp));
    }

    #[test]
    fn damaged_games(mut choices in choices()) {
        let ruleset = choices.ruleset();
        let text = choices.record(ruleset).to_gcg(ruleset).unwrap();
        read_gcg(ruleset, damaged(&mut choices, &text).as_bytes());
    }

    #[test]
    fn damaged_wordsolver_cases(mut choices in choices()) {
        let text = "3\n3. .. .2\n c  a  T\n.. 31 ..\ndgos*ie\n2\n a  b\n.. ..\nx\n";
        read_wordsolver(&RULESETS[0], &damaged(&mut choices, text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_rulesets(mut choices in choices()) {
        let source = Ruleset::builtin_source(["english", "erudit", "spanish"][choices.below(3)]).unwrap();
        let _ = Ruleset::parse(&damaged(&mut choices, source));
    }
}
