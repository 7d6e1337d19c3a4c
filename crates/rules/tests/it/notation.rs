//! Moves, drawings, positions and wordsolver cases as people write them, well and badly.

use tisane_rules::*;

fn english() -> Ruleset {
    Ruleset::named("english").unwrap()
}

/// RETAINS at 8D, its last letter a blank; ZAX down from G7.
fn board(ruleset: &Ruleset) -> Board {
    let mut board = Board::empty(&ruleset.layout);
    for play in ["8D RETAINs", "G7 ZAX"] {
        ruleset.parse_play(&board, play).unwrap().place_on(&mut board);
    }
    board
}

#[track_caller]
fn check_move(text: &str, spelled: &str, marked: &str) {
    let ruleset = english();
    let board = board(&ruleset);
    let mv = ruleset.parse_move(&board, text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ruleset.show_move(&board, &mv), spelled);
    assert_eq!(ruleset.show_move_as(&board, &mv, Through::Parenthesised), marked);
    for shown in [spelled, marked] {
        assert_eq!(ruleset.parse_move(&board, shown).as_ref(), Ok(&mv));
    }
}

#[track_caller]
fn check_bad_move(text: &str, expected: &str) {
    let ruleset = english();
    let error = ruleset.parse_move(&board(&ruleset), text).unwrap_err();
    let sentence = error.hint().map_or(error.to_string(), |hint| format!("{error}; {hint}"));
    assert_eq!(sentence, expected);
}

#[test]
fn moves_are_read_in_many_forms_and_shown_in_one() {
    check_move("j8 sHOP", "J8 sHOP", "J8 (s)HOP");
    check_move(" J8  .HOP ", "J8 sHOP", "J8 (s)HOP");
    check_move("J8 (S)HOP", "J8 sHOP", "J8 (s)HOP");
    check_move("J9 HOP", "J8 sHOP", "J8 (s)HOP");
    check_move("6f hA", "6F hA", "6F hA");
    check_move("g6 a...y", "G6 aZAXy", "G6 a(ZAX)y");
    check_move("8D RETAINSES", "8D RETAINsES", "8D (RETAINs)ES");
    check_move("9g (X)I", "9G XI", "9G (X)I");
    check_move("-QVU?", "-QUV?", "-QUV?");
    check_move("exchange quv", "-QUV", "-QUV");
    check_move("Ex QUV", "-QUV", "-QUV");
    check_move("-", "pass", "pass");
    check_move("PASS", "pass", "pass");
}

#[test]
fn a_single_tile_is_named_across_if_it_reads_across() {
    check_move("H9 I", "9G XI", "9G (X)I");
    check_move("K8 E", "8D RETAINsE", "8D (RETAINs)E");
    check_move("D9 E", "D8 RE", "D8 (R)E");
}

#[test]
fn errors_in_moves_say_what_and_where() {
    check_bad_move("", "enter a move");
    check_bad_move(
        "hello",
        "\"hello\" is not a move; write a square and a word, such as 8D RETAINS (across) or D8 RETAINS (down), -QVU to exchange, or pass",
    );
    check_bad_move("8D", "\"8D\" needs a word after it, such as 8D RETAINS");
    check_bad_move(
        "88 CAT",
        "\"88\" is not a square; columns are Latin letters: 8D for across, D8 for down",
    );
    check_bad_move(
        "0D CAT",
        "\"0D\" is not a square; columns are Latin letters: 8D for across, D8 for down",
    );
    check_bad_move("16A CAT", "16A is not on the board, which has rows 1 to 15 and columns A to O");
    check_bad_move("P8 CAT", "P8 is not on the board, which has rows 1 to 15 and columns A to O");
    check_bad_move("G6 aZEX", "G8 has A on it, but aZEX needs E there");
    check_bad_move("6F h.T", "h.T plays through G6, which is empty");
    check_bad_move("6F (h)A", "(h)A plays through F6, which is empty");
    check_bad_move("6F h(A", "h(A plays through G6, which is empty");
    check_bad_move("9G X)I", "the parentheses in X)I do not match");
    check_bad_move("9G (X", "the parentheses in (X do not match");
    check_bad_move("G7 ZAX", "ZAX at G7 places no tile: all of it is already on the board");
    check_bad_move("1M CATS", "CATS at 1M runs off the board; the last square is O1");
    check_bad_move("M13 CATS", "CATS at M13 runs off the board; the last square is M15");
    check_bad_move("1A C4T", "\"C4T\" cannot be read: unknown character \"4\" at position 2");
    check_bad_move("-Q%", "\"Q%\" cannot be read: unknown character \"%\" at position 2");
    check_bad_move("ex", "\"ex\" does not say which tiles to exchange");
    check_bad_move(
        "-3",
        "\"-3\" says how many tiles to exchange, not which; write the tiles, such as -QVU",
    );
    check_bad_move(&format!("-{}", "A".repeat(256)), "more than 255 A tiles");
}

#[test]
fn challenges_and_resignations_are_read() {
    let ruleset = english();
    let read = |text| ruleset.parse_move_text(&board(&ruleset), text);
    assert_eq!(read("challenge"), Ok(MoveText::Challenge));
    assert_eq!(read("Resign"), Ok(MoveText::Resign));
    assert_eq!(read("-3"), Ok(MoveText::ExchangeOf(3)));
    assert!(ruleset.parse_move(&board(&ruleset), "challenge").is_err());
    assert!(ruleset.parse_play(&board(&ruleset), "pass").is_err());
}

#[test]
fn tiles_of_several_characters_have_brackets_only_if_needed() {
    let ruleset = Ruleset::named("spanish").unwrap();
    let board = Board::empty(&ruleset.layout);
    let shown = |text| {
        ruleset.show_play(&board, &ruleset.parse_play(&board, text).unwrap(), Through::Spelled)
    };
    assert_eq!(shown("8H CHE"), "8H CHE");
    assert_eq!(shown("8H [C]HE"), "8H [C]HE");
    assert_eq!(shown("8H [ch]E"), "8H chE");
    assert_eq!(shown("8H [C]hE"), "8H [C]hE");
    let hebrew = Ruleset::named("hebrew").unwrap();
    let play = hebrew.parse_play(&Board::empty(&hebrew.layout), "8H ש[ל?]").unwrap();
    assert_eq!(
        hebrew.show_play(&Board::empty(&hebrew.layout), &play, Through::Spelled),
        "8H ש[ל?]"
    );
    assert_eq!(play.tiles().blanks(), 1);
}

#[test]
fn a_play_without_a_word_is_listed_tile_by_tile() {
    let ruleset = english();
    let at = |row, col| {
        (
            Square::new(row, col),
            Placed { letter: ruleset.alphabet.letter("A").unwrap(), blank: false },
        )
    };
    let show = |play| ruleset.show_play(&board(&ruleset), &play, Through::Spelled);
    assert_eq!(show(Play::new([at(0, 0), at(0, 2)])), "A1 A + C1 A");
    assert_eq!(show(Play::new([at(0, 0), at(1, 1)])), "A1 A + B2 A");
    assert_eq!(show(Play::new([at(7, 3)])), "D8 A");
    assert_eq!(show(Play::new([at(40, 200)])), "GS41 A");
    assert_eq!(show(Play::new([])), "");
}

/// `text` for every row, with RETAINs in row 8.
fn drawing(before: &str, empty: &str, row: &str, after: &str) -> String {
    (1..=15)
        .map(|n| before.replace('N', &format!("{n:2}")) + if n == 8 { row } else { empty } + after)
        .collect()
}

#[test]
fn drawings_are_read_with_their_decoration() {
    let ruleset = english();
    let mut board = Board::empty(&ruleset.layout);
    ruleset.parse_play(&board, "8D RETAINs").unwrap().place_on(&mut board);
    let dots = ("...............", "...RETAINs.....");
    let spaced = (". . . . . . . . . . . . . . .", "- - - R E T A I N s - - - - -");
    let blanks = ("               ", "   RETAINs     ");
    let wide = ("=     '       =       '     = ", "=     R E T A I N s   '     = ");
    let grid = (
        "   | ".repeat(15),
        "   |   |   | R | E | T | A | I | N | s |   |   |   |   |   |".to_owned(),
    );
    let columns = "   A B C D E F G H I J K L M N O\n";
    let drawings = [
        drawing("", dots.0, dots.1, "\n"),
        drawing("", dots.0, dots.1, "\r\n"),
        drawing("", dots.0, dots.1, "\r"),
        format!("\n\n{}\n", drawing("", dots.0, dots.1, "\n\n")),
        drawing("N ", dots.0, dots.1, " 7\n"),
        drawing("", spaced.0, spaced.1, "\n"),
        drawing("", &spaced.0.replace(' ', "\t"), &spaced.1.replace(' ', "\t"), "\n"),
        columns.to_owned() + &drawing("N ", spaced.0, spaced.1, "\n"),
        drawing("", blanks.0, blanks.1, "\n"),
        drawing("", "", "   RETAINs", "\n"),
        columns.to_owned()
            + "   ------------------------------\n"
            + &drawing("N|", wide.0, wide.1, "|\n")
            + "   ------------------------------\n",
        format!("+{0}+\n{1}+{0}+\n", "-".repeat(15), drawing("|", blanks.0, blanks.1, "|\n")),
        format!("┌{0}┐\n{1}└{0}┘\n", "─".repeat(15), drawing("│", dots.0, dots.1, "│\n")),
        drawing("|", &grid.0, &grid.1, "\n"),
        format!(
            "+{0}\n{1}",
            "---+".repeat(15),
            drawing("N |", &grid.0, &grid.1, &format!("\n   +{}\n", "---+".repeat(15)))
        ),
        drawing("", &"·".repeat(15), "___RETAINs-----", "\n"),
        drawing("", &"-".repeat(15), "---RETAINs-----", "\n"),
    ];
    for drawing in drawings {
        assert_eq!(ruleset.parse_board(&drawing).as_ref(), Ok(&board), "\n{drawing}");
    }
}

#[test]
fn a_drawing_of_another_size_is_refused() {
    let ruleset = english();
    let error = |text: &str| ruleset.parse_board(text).unwrap_err().to_string();
    let row = "...............\n";
    assert_eq!(error(&row.repeat(14)), "the drawing has 14 rows, but english is played on 15");
    assert_eq!(error(""), "the drawing has 0 rows, but english is played on 15");
    assert_eq!(
        error(&(row.repeat(14) + "....")),
        "line 15 of the drawing has 4 squares, but english is played on 15: \"....\""
    );
    assert_eq!(
        error(&(row.repeat(14) + "..ÞAT..........")),
        "line 15 of the drawing has \"Þ\" at position 3, which is neither a tile nor an empty square: \"..ÞAT..........\""
    );
}

#[test]
fn an_error_names_the_unknown_character_and_its_position() {
    let text = "...............\n".repeat(14) + "15 .....5.........";
    let error = english().parse_board(&text).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 15 of the drawing has \"5\" at position 9, which is neither a tile nor an empty square: \"15 .....5.........\""
    );
}

#[test]
fn drawings_may_contain_premium_squares() {
    let ruleset = english();
    let mut board = Board::empty(&ruleset.layout);
    ruleset.parse_play(&board, "8D RETAINs").unwrap().place_on(&mut board);
    let (empty, row) = (
        "3W .  .  2L .  .  .  2* .  .  .  2L .  .  3W",
        "3W .  . [R][E] T [A][I][N][s].  2L .  .  3W",
    );
    let heading = "    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O\n";
    for text in [
        drawing("", empty, row, "\n"),
        heading.to_owned()
            + &drawing(" N ", empty, row, "\n")
            + "\nrack ABC, 80 unseen\n 1 8A WAIT\n",
    ] {
        assert_eq!(ruleset.parse_board(&text).as_ref(), Ok(&board), "\n{text}");
    }
}

const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

#[test]
fn cgp_with_every_operation() {
    let ruleset = english();
    let board = EMPTY.replacen("15/15/15/15/15/15/15/15", "15/15/15/15/15/15/15/3RETAINs5", 1);
    let text = format!(
        "{board} AEIOU?/QZ 102/-7 2 bb 40; bdn CrosswordGame; cr 5pt; etl 1; gid abc; ld english; lex NWL23; lm j8.sHOP; mcnz 4; oru; ti 1000; tmr 60000/-100; to 5; var Classic; new thing;"
    );
    let cgp: Cgp = text.parse().unwrap();
    assert_eq!(cgp.to_string(), text);
    assert_eq!(cgp.ruleset_name().as_deref(), Some("english"));
    assert_eq!(
        (cgp.operation("lex"), cgp.operation("oru"), cgp.operation("zz")),
        (Some("NWL23"), Some(""), None)
    );
    assert_eq!(cgp.unknown_operations().map(|op| op.code.as_str()).collect::<Vec<_>>(), ["new"]);
    let settings = cgp.settings(&ruleset).unwrap();
    let expected = [
        "bonuses=[{ tiles = 7, points = 40 }]",
        "challenge={ points = 5, per = \"play\" }",
        "exchange={ bag_at_least = 1 }",
        "end.scoreless_turns=4",
    ];
    assert_eq!(settings, expected);
    let changed =
        Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &settings).unwrap();
    assert_eq!(
        (changed.bonus(7), changed.end.scoreless_turns),
        (Some(BonusKind::Points(40)), Some(4))
    );
    assert_eq!(changed.challenge, Challenge::Points { points: 5, per: PerChallenge::Play });
    let position = cgp.position(&ruleset).unwrap();
    assert_eq!(
        (position.scores.clone(), position.rack.len(), position.scoreless_turns),
        (vec![102, -7], 6, 2)
    );
    assert!(position.others[0].known.is_empty(), "oru: the other rack is not to be used");
}

#[test]
fn a_cgp_may_omit_fields_and_parts_of_racks() {
    let ruleset = english();
    let position = |text: String| text.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    let short = position(format!("{EMPTY} AEINRST"));
    assert_eq!((short.scores.clone(), short.bag), (vec![0, 0], 86));
    assert_eq!(short, position(format!("  {EMPTY}  AEINRST/  0/0 0 \n")));
    let three = position(format!("{EMPTY} /QZ/AEINRST 1/2/3 0"));
    assert_eq!(
        (three.others[0].known.len(), three.others[0].len, three.others[1].len, three.bag),
        (2, 7, 7, 86)
    );
    let catalan = Ruleset::named("catalan").unwrap();
    let board = |row: &str| format!("{row}/{}", &EMPTY[3..]).parse::<Cgp>();
    assert!(board("[qu]3[L·L]5MA3").is_err(), "no racks");
    let row = |row: &str| {
        format!("{row}/{} / 0/0 0", &EMPTY[3..]).parse::<Cgp>().unwrap().board(&catalan).unwrap()
    };
    assert_eq!(
        row("[qu]3[L·L]5MA3"),
        row("qu3L·L5MA3"),
        "brackets may be missing where the width decides"
    );
}

/// The tiles left of 100 besides the racks.
fn endgame(racks: &str, operations: &str, unseen: usize) -> Position {
    let ruleset = english();
    let mine = ruleset.parse_tiles(racks.split('/').next().unwrap()).unwrap();
    let named: Tiles = racks
        .split('/')
        .flat_map(|rack| ruleset.parse_tiles(rack).unwrap().iter().collect::<Vec<_>>())
        .collect();
    let mut rest: Vec<Tile> = ruleset.tiles().without(&named).unwrap().iter().collect();
    rest.truncate(100 - mine.len() - unseen - (named.len() - mine.len()));
    let mut board = Board::empty(&ruleset.layout);
    for (square, tile) in ruleset.layout.squares().zip(rest) {
        let (letter, blank) = if let Tile::Letter(letter) = tile {
            (letter, false)
        } else {
            (ruleset.alphabet.letters().next().unwrap(), true)
        };
        board.set(square, Some(Placed { letter, blank }));
    }
    let seats = racks.split('/').count();
    let position =
        Position::new(&ruleset, board, mine, vec![Tiles::new(); seats - 1], vec![0; seats])
            .unwrap();
    let cgp = Cgp::new(&ruleset, &position).to_string();
    let [board, _, scores, turns] = cgp.split(' ').collect::<Vec<_>>()[..] else { panic!("{cgp}") };
    format!("{board} {racks} {scores} {turns} {operations}")
        .parse::<Cgp>()
        .unwrap()
        .position(&ruleset)
        .unwrap()
}

#[test]
fn too_few_tiles_are_spread_evenly_over_the_racks() {
    let sizes = |racks: &str, operations: &str, unseen: usize| {
        let position = endgame(racks, operations, unseen);
        (
            position.others.iter().map(|other| other.len).collect::<Vec<_>>(),
            position.bag,
            position.sizes_may_differ(&english()),
        )
    };
    assert_eq!(sizes("DEDAOO//", "", 6), (vec![3, 3], 0, true));
    assert_eq!(sizes("DEDAOO///", "", 5), (vec![2, 2, 1], 0, true), "the next player has one more");
    assert_eq!(sizes("DEDAOO//", "", 14), (vec![7, 7], 0, false));
    assert_eq!(sizes("DEDAOO//", "", 15), (vec![7, 7], 1, false));
    assert_eq!(sizes("DEDAOO//", "", 0), (vec![0, 0], 0, false));
    assert_eq!(sizes("DEDAOO/", "", 5), (vec![5], 0, false), "of two, all is known");
    assert_eq!(sizes("DEDAOO/RLA/RAS", "", 0), (vec![3, 3], 0, false));
    assert_eq!(sizes("DEDAOO/RLAST/", "", 3), (vec![5, 3], 0, true), "what is named stays");
    assert_eq!(sizes("DEDAOO/RLAST/", "", 5), (vec![5, 5], 0, true));
}

/// They keep their tiles, which stay out of play.
#[test]
fn dropouts_take_no_tiles_from_remaining_players() {
    let sizes = |unseen: usize| {
        let position = endgame("DEDAOO//", "gone 2;", unseen);
        (position.others.iter().map(|other| other.len).collect::<Vec<_>>(), position.bag)
    };
    assert_eq!(sizes(20), (vec![7, 7], 6));
    assert_eq!(sizes(10), (vec![7, 3], 0));
    assert_eq!(
        sizes(7),
        (vec![0, 7], 0),
        "a remaining player had fewer, and nothing says how many"
    );
    assert_eq!(sizes(3), (vec![0, 3], 0));
}

#[test]
fn a_cgp_says_who_dropped_out() {
    let ruleset = Ruleset::named("english").unwrap();
    let text = format!("{}15 AB/// 3/2/1/0 0 gone 2/4;", "15/".repeat(14));
    let position = text.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    assert_eq!(
        position.others.iter().map(|other| other.gone).collect::<Vec<_>>(),
        [true, false, true]
    );
    assert_eq!(Cgp::new(&ruleset, &position).to_string(), text);
    for wrong in ["1", "5", "2,3", ""] {
        let error =
            text.replace("2/4", wrong).parse::<Cgp>().unwrap().position(&ruleset).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the operation gone needs racks after the first, such as 2/3, not {wrong:?}")
        );
    }
}

#[test]
fn errors_in_a_cgp_say_what_and_where() {
    let ruleset = english();
    let error = |text: String| match text
        .parse::<Cgp>()
        .and_then(|cgp| cgp.settings(&ruleset).and(cgp.position(&ruleset)))
    {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.hint().map_or(error.to_string(), |hint| format!("{error}; {hint}")),
    };
    let row = |row: &str| format!("{row}/{}", &EMPTY[3..]);
    assert_eq!(
        error("".into()),
        "a CGP has a board, racks, scores and the number of scoreless turns; missing: the board"
    );
    assert_eq!(
        error(EMPTY.into()),
        "a CGP has a board, racks, scores and the number of scoreless turns; missing: the racks"
    );
    assert_eq!(error(format!("{EMPTY} / x/0 0")), "\"x/0\" is not a list of scores such as 102/88");
    assert_eq!(error(format!("{EMPTY} / 0/0 lex")), "\"lex\" is not a number of scoreless turns");
    assert_eq!(error(format!("{EMPTY} // 0/0 0")), "there are 3 racks, but 2 scores");
    assert_eq!(error("15/15 / 0/0 0".into()), "the board has 2 rows, but english is played on 15");
    assert_eq!(
        error(format!("{} / 0/0 0", row("3CAT3"))),
        "row 1 of the board has 9 squares, but english is played on 15: \"3CAT3\""
    );
    assert_eq!(
        error(format!("{} / 0/0 0", row("3C!T9"))),
        "row 1 of the board has \"!\", which is neither a tile nor a number: \"3C!T9\""
    );
    assert_eq!(
        error(format!("{EMPTY} AB/C& 0/0 0")),
        "rack 2: \"C&\" cannot be read: unknown character \"&\" at position 2"
    );
    assert_eq!(error(format!("{EMPTY} AEINRSTU/ 0/0 0")), "a rack has at most 7 tiles, not 8");
    assert_eq!(
        error(format!("{EMPTY} QQZ/ 0/0 0")),
        "too many tiles: board and racks have Q more than the set"
    );
    assert_eq!(
        error(format!("{} / 0/0 0", ["AAAAAAAAAAAAAAA"; 15].join("/"))),
        format!("too many tiles: board and racks have {}… more than the set", "A".repeat(60))
    );
    assert_eq!(error(format!("{EMPTY} //// 0/0/0/0/0 0")), "a position has 2 to 4 players, not 5");
    assert_eq!(
        error(format!("{EMPTY} / 0/0 0 cr never;")),
        "the operation cr needs single, double, triple, void, 5pt or 10pt, not \"never\""
    );
    assert_eq!(
        error(format!("{EMPTY} / 0/0 0 bb many;")),
        "the operation bb needs a number of 0 or more, not \"many\""
    );
    assert!(
        error(format!("{EMPTY} / 0/0 0 var wordsmog;"))
            .starts_with("the variant \"wordsmog\" is not supported; ")
    );
    let usual: Cgp = format!("{EMPTY} / 0/0 0 var classic;").parse().unwrap();
    assert_eq!(usual.settings(&ruleset).unwrap(), Vec::<String>::new());
}

/// The positions are our own, in the styles of several programs.
#[test]
fn golden_positions_are_read_and_written_back() {
    let lines = include_str!("../cgp/positions.cgp").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let cgp: Cgp = line.parse().unwrap();
        assert_eq!(cgp.to_string(), line);
        let ruleset = Ruleset::named(cgp.ruleset_name().as_deref().unwrap_or("english")).unwrap();
        let position = cgp.position(&ruleset).unwrap_or_else(|error| panic!("{line}: {error}"));
        let again = Cgp { operations: cgp.operations.clone(), ..Cgp::new(&ruleset, &position) };
        assert_eq!((again.board, again.scores), (cgp.board.clone(), cgp.scores.clone()), "{line}");
        let source = Ruleset::builtin_source(&ruleset.name).unwrap();
        Ruleset::parse_with(source, &cgp.settings(&ruleset).unwrap()).unwrap();
        assert_eq!(cgp.unknown_operations().count(), 0, "{line}");
    }
}

#[test]
fn rulesets_are_found_by_names_of_other_programs() {
    for (tiles, board, expected) in [
        (Some("english"), None, Some("english")),
        (Some("english"), Some("CrosswordGame"), Some("english")),
        (Some("english_super"), Some("SuperCrosswordGame"), Some("english-super")),
        (Some("english"), Some("SuperCrosswordGame"), Some("english-super")),
        (Some("german-super"), Some("SuperCrosswordGame"), Some("german-super")),
        (Some("spanish"), Some("CrosswordGame"), Some("spanish")),
        (None, Some("SuperCrosswordGame"), Some("english-super")),
        (Some("klingon"), None, None),
        (None, None, None),
    ] {
        assert_eq!(Ruleset::name_for(tiles, board).as_deref(), expected, "{tiles:?} {board:?}");
    }
    for name in builtin_names() {
        let ruleset = Ruleset::named(name).unwrap();
        for alias in &ruleset.aliases {
            assert_eq!(Ruleset::named(alias).unwrap().name, name, "{alias}");
        }
    }
}

#[test]
fn wordsolver_cases_are_read_and_answered() {
    let text = "3\n3. .. .2\n c  a  T\n.. 31 11 \n\nho*S\n4\n.. .. .. ..\n.. .. .. ..\n.. .. .. ..\n.. .. .. ..\n2\n2. .2\n.. 9.\nabc";
    let ruleset = english();
    let cases = ruleset.parse_wordsolver(text).unwrap();
    let shown: Vec<String> = cases.iter().map(WordsolverCase::show).collect();
    assert_eq!(shown[0], "3\n3. .. .2\n c  a  T\n.. 3. ..\nho*s\n");
    assert_eq!(
        (cases.len(), cases[1].tray.len(), cases[2].ruleset.layout.starts()),
        (3, 0, &[Square::new(1, 1)][..])
    );
    let case = &cases[0];
    let play = case.ruleset.parse_play(&case.board, "B1 o.").unwrap();
    let points = score(&case.ruleset, &case.board, &play).unwrap().total;
    assert_eq!(
        case.answer(Some((&play, points))),
        "Input Board:\n3. .. .2\n c  a  T\n.. 3. ..\nTray: ho*s\nSolution Oa has 1 points\nSolution Board:\n3.  O .2\n c  a  T\n.. 3. ..\n"
    );
    assert!(case.answer(None).ends_with("Tray: ho*s\nNo solution\n"));
}

#[test]
fn a_wordsolver_case_without_a_tray_has_no_answer() {
    let ruleset = english();
    let board = "2\n.. ..\n.. ..\n";
    let read = |text: String| {
        let (cases, fault) = ruleset.parse_wordsolver_until_fault(&text);
        (cases.len(), fault)
    };
    assert_eq!(read(board.to_owned()), (0, Some(WordsolverError::NoTray { line: 3 })));
    assert_eq!(
        read(format!("{board}ab\n{board}{board}cd\n")),
        (1, Some(WordsolverError::NoTray { line: 7 }))
    );
    assert_eq!(
        read(format!("{board}\n{board}\ncd\n")),
        (2, None),
        "an empty line is a tray without tiles, unless one follows"
    );
    assert_eq!(
        ruleset.parse_wordsolver(board).unwrap().len(),
        1,
        "whoever brings tiles needs only the board"
    );
}

#[test]
fn errors_in_a_wordsolver_case_name_the_line() {
    let ruleset = english();
    let error = |text: &str| ruleset.parse_wordsolver(text).unwrap_err().to_string();
    assert_eq!(ruleset.parse_wordsolver("\n\n").unwrap(), []);
    assert_eq!(error("x"), "line 1: \"x\" is not the size of a board");
    assert_eq!(error("\n40\n"), "line 2: a board is from 2×2 to 32×32 squares, not 40×40");
    assert_eq!(error("3\n.. .. ..\n"), "line 1: the board has 1 row, but its size is 3");
    assert_eq!(
        error("2\n.. ..\n.. .. ..\n"),
        "line 3: the row has 3 squares, but the size of the board is 2: \".. .. ..\""
    );
    assert_eq!(
        error("2\n.. ..\n.. ?.\nab"),
        "line 3: \"?.\" is not a square; write .. or 2. or .3 or a letter"
    );
    assert_eq!(
        error("2\n.. ..\n.. ..\na!"),
        "line 4: the tray cannot be read: \"a!\" cannot be read: unknown character \"!\" at position 2"
    );
    assert_eq!(
        error(&format!("2\n.. ..\n.. ..\n{}", "a".repeat(33))),
        "line 4: the tray has 33 tiles; at most 32 are possible"
    );
}

#[test]
fn operations_may_be_written_as_options() {
    let read = |operations: &str| -> Cgp {
        format!("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0 {operations}")
            .parse()
            .unwrap()
    };
    for operations in
        ["-lex CSW24; -ld english;", "-lex CSW24 -ld english;", "lex CSW24; ld english"]
    {
        let cgp = read(operations);
        assert_eq!(cgp.operation("lex"), Some("CSW24"), "{operations}");
        assert_eq!(cgp.operation("ld"), Some("english"), "{operations}");
        assert_eq!(cgp.unknown_operations().count(), 0, "{operations}");
    }
    assert_eq!(read("-bb -5 -lex X").operation("bb"), Some("-5"), "a number is a value");
}

#[test]
fn the_language_of_a_lexicon_names_the_ruleset() {
    for (lexicon, ruleset) in [
        ("DISC2", "catalan"),
        ("OSPS49", "polish"),
        ("FRA24", "french"),
        ("ODS9", "french"),
        ("RD28", "german"),
        ("NSF25", "norwegian"),
        ("FILE2017", "spanish"),
        ("SLV", "slovene"),
        ("NWL23", "english"),
        ("TWL06", "english"),
        ("CSW24", "english"),
    ] {
        assert_eq!(Ruleset::name_for_lexicon(lexicon).as_deref(), Some(ruleset), "{lexicon}");
    }
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0";
    let name =
        |operations: &str| format!("{empty} {operations}").parse::<Cgp>().unwrap().ruleset_name();
    assert_eq!(name("lex FRA24;").as_deref(), Some("french"));
    assert_eq!(name("lex FRA24; ld german;").as_deref(), Some("german"), "tiles say more");
    assert_eq!(name("lex mine;"), None);
    let game = Written::read(format!("{empty} lex FRA24;").as_bytes()).unwrap().game();
    assert_eq!(game, Some(("FRA24".to_owned(), Some("french".to_owned()))));
    let file = GcgFile::read(b"#player1 a A\n#player2 b B\n#lexicon OSPS49\n").unwrap();
    assert_eq!(file.ruleset_name().as_deref(), Some("polish"));
}

#[test]
fn a_board_with_too_many_tiles_is_a_warning_and_a_rack_is_not() {
    let ruleset = Ruleset::named("english").unwrap();
    let read = |board: &str, racks: &str| -> Cgp {
        format!("{board}/15/15/15/15/15/15/15/15/15/15/15/15/15/15 {racks} 0/0 0").parse().unwrap()
    };
    let two_xs = read("EXIST2EXISTS2", "AEINRST/");
    let message = "too many tiles: board and racks have X more than the set";
    assert_eq!(two_xs.position(&ruleset).unwrap_err().to_string(), message);
    let (position, warning) = two_xs.lenient_position(&ruleset).unwrap();
    assert_eq!(warning.unwrap().to_string(), message);
    assert_eq!(position.unseen(&ruleset).count(tile(&ruleset, "X")), 0);
    let others: usize = position.others.iter().map(|other| other.len).sum();
    assert_eq!(position.bag + others, position.unseen(&ruleset).len());
    assert_eq!(position.hidden(&ruleset), position.unseen(&ruleset));
    assert_eq!(read("EXIST10", "AEINRST/").lenient_position(&ruleset).unwrap().1, None);
    assert!(read("EXIST10", "AEINRSX/").lenient_position(&ruleset).is_err());
    assert!(read("EXIST2EXISTS2", "A/X").lenient_position(&ruleset).is_err());
}

fn tile(ruleset: &Ruleset, face: &str) -> Tile {
    Tile::Letter(ruleset.alphabet.letter(face).unwrap())
}

#[test]
fn errors_quote_no_more_than_sixty_characters() {
    let ruleset = Ruleset::named("english").unwrap();
    let board = Board::empty(&ruleset.layout);
    let long = "&".repeat(100_000);
    let letters = "A".repeat(100_000);
    let empty = ["15"; 15].join("/");
    let cgp = |text: String| text.parse::<Cgp>().map(|cgp| cgp.position(&ruleset));
    let errors = [
        ruleset.parse_move(&board, &long).unwrap_err().to_string(),
        ruleset.parse_move(&board, &format!("8D {long}")).unwrap_err().to_string(),
        ruleset.parse_move(&board, &format!("8D {letters}")).unwrap_err().to_string(),
        ruleset.parse_move(&board, &format!("{long} RETAINS")).unwrap_err().to_string(),
        ruleset.parse_move(&board, &format!("-{long}")).unwrap_err().to_string(),
        ruleset.parse_tiles(&long).unwrap_err().to_string(),
        ruleset.parse_tiles(&letters).unwrap_err().to_string(),
        ruleset.parse_board(&format!("{long}\n").repeat(3)).unwrap_err().to_string(),
        ruleset
            .parse_board(&(format!("{long}\n") + &"...............\n".repeat(14)))
            .unwrap_err()
            .to_string(),
        ruleset
            .parse_board(&(format!("{letters}\n") + &"...............\n".repeat(14)))
            .unwrap_err()
            .to_string(),
        cgp(format!("{empty} / {long} 0")).unwrap_err().to_string(),
        cgp(format!("{empty} / 0/0 {long}")).unwrap_err().to_string(),
        cgp(format!("{empty} {long}/ 0/0 0")).unwrap().unwrap_err().to_string(),
        cgp(format!("{long}/{} / 0/0 0", ["15"; 14].join("/"))).unwrap().unwrap_err().to_string(),
        cgp(format!("{letters}/{} / 0/0 0", ["15"; 14].join("/")))
            .unwrap()
            .unwrap_err()
            .to_string(),
        format!("{empty} / 0/0 0 var {long};")
            .parse::<Cgp>()
            .unwrap()
            .settings(&ruleset)
            .unwrap_err()
            .to_string(),
        format!("{empty} / 0/0 0 bb {long};")
            .parse::<Cgp>()
            .unwrap()
            .settings(&ruleset)
            .unwrap_err()
            .to_string(),
        GcgFile::read(format!("#player1 a A\n{long}\n").as_bytes()).unwrap_err().to_string(),
        GcgFile::read(format!("#player1 a A\n>{long}: A 8D A +1 1\n").as_bytes())
            .unwrap_err()
            .to_string(),
        GcgFile::read(format!("#character-encoding {long}\n").as_bytes()).unwrap_err().to_string(),
        Ruleset::named(&long).unwrap_err().to_string(),
        Ruleset::parse(&long).unwrap_err().to_string(),
        Ruleset::parse(&format!("name = \"{letters}\"\n{letters} = 3")).unwrap_err().to_string(),
        ruleset.parse_wordsolver(&long).unwrap_err().to_string(),
        ruleset.parse_wordsolver(&format!("2\n{long} ..\n.. ..\n")).unwrap_err().to_string(),
        ruleset.parse_wordsolver(&format!("2\n.. ..\n.. ..\n{long}\n")).unwrap_err().to_string(),
        TargetWord::parse(&ruleset.alphabet, &long).unwrap_err().to_string(),
    ];
    for error in errors {
        assert!(error.chars().count() < 400, "{} characters: {:.300}", error.len(), error);
    }
}
