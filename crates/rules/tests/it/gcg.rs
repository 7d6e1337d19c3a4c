//! GCG files as other programs write them, and as they go wrong. The files in `gcg/` are our own,
//! in the styles of those programs.

use tisane_rules::*;

#[track_caller]
fn read(bytes: &[u8]) -> (Ruleset, GcgRecord) {
    let file = GcgFile::read(bytes).unwrap_or_else(|error| panic!("{error}"));
    let ruleset = Ruleset::named(file.ruleset_name().as_deref().unwrap_or("english")).unwrap();
    let read = file.record(&ruleset).unwrap_or_else(|error| panic!("{error}"));
    (ruleset, read)
}

const PLAYERS: &str = "#player1 ann Ann Example\n#player2 bob Bob Example\n";

#[track_caller]
fn check_warnings(lines: &str, expected: &[&str]) -> Record {
    let (_, read) = read(format!("{PLAYERS}{lines}").as_bytes());
    let warnings: Vec<String> = read.warnings.iter().map(GcgWarning::to_string).collect();
    assert_eq!(warnings, expected);
    read.record
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    let error = match GcgFile::read(text.as_bytes()) {
        Err(error) => error,
        Ok(file) => file.record(&Ruleset::named("english").unwrap()).unwrap_err(),
    };
    assert_eq!(error.to_string(), expected);
}

fn entries(record: &Record) -> Vec<(usize, &What, i32)> {
    record.entries.iter().map(|entry| (entry.seat, &entry.what, entry.total)).collect()
}

#[test]
fn quackle_and_macondo_write_the_same_game_differently() {
    let (ruleset, quackle) = read(include_bytes!("../gcg/quackle-style.gcg"));
    let (_, macondo) = read(include_bytes!("../gcg/macondo-style.gcg"));
    assert_eq!((quackle.warnings, &macondo.warnings[..]), (vec![], &[][..]));
    assert_eq!(entries(&quackle.record)[..7], entries(&macondo.record)[..]);
    assert_eq!(quackle.record.totals(), [121, 8]);
    assert!(quackle.record.is_withdrawn(1) && !quackle.record.is_withdrawn(3));
    assert!(quackle.record.entries[6].rack.is_empty(), "UNKNOWN is no rack");

    let Record { id, lexicon, racks, incomplete, entries, players, .. } = macondo.record;
    assert_eq!(id, Some(RecordId { authority: "org.example".into(), id: "7aQx2".into() }));
    assert_eq!(
        (lexicon.as_deref(), incomplete, players[1].name.as_str()),
        (Some("NWL23"), true, "Bób Example")
    );
    assert_eq!(
        entries[0].note,
        "A note that goes on\nin the next line,\n\nand after an empty one."
    );
    assert_eq!(ruleset.show_tiles(&racks[1]), "ADEHLRW");
    assert_eq!(macondo.lines, [8, 13, 14, 16, 17, 18, 19]);
}

#[test]
fn woogles_names_the_tiles_and_writes_them_in_brackets() {
    let (ruleset, GcgRecord { record, warnings, .. }) =
        read(include_bytes!("../gcg/woogles-style.gcg"));
    assert_eq!((ruleset.name.as_str(), warnings), ("spanish", vec![]));
    let What::Played(play) = &record.entries[0].what else { panic!() };
    assert_eq!(play.placements().len(), 4);
    assert_eq!(
        ruleset.show_play(&Board::empty(&ruleset.layout), play, Through::Spelled),
        "8G LLECHA"
    );
    assert_eq!(record.entries[2].what, What::Exchanged { tiles: Tiles::new(), unknown: 5 });
    assert_eq!(record.entries[7].what, What::TimePenalty);
    assert_eq!(record.totals(), [44, -9]);
    assert_eq!(record.others, [("tile".to_owned(), "CH ch".to_owned())]);
}

#[test]
fn a_file_without_an_encoding_is_latin_1_unless_it_is_utf_8() {
    let (_, latin) = read(include_bytes!("../gcg/latin1-cr.gcg"));
    assert_eq!((latin.record.players[1].nick.as_str(), latin.record.players.len()), ("müller", 3));
    assert_eq!(latin.record.totals(), [66, 2, 0]);
    let utf8 = latin.record.to_gcg(&Ruleset::named("english").unwrap()).unwrap();
    let without_pragma = utf8.split_once('\n').unwrap().1;
    for text in [
        utf8.clone(),
        without_pragma.to_owned(),
        format!("\u{feff}{without_pragma}"),
        without_pragma.replace('\n', "\r\n"),
    ] {
        assert_eq!(read(text.as_bytes()).1.record, latin.record);
    }
    let mut wrong = b"#character-encoding UTF-8\n".to_vec();
    wrong.extend(include_bytes!("../gcg/latin1-cr.gcg"));
    let wrong = read(&wrong).1;
    assert_eq!((wrong.record, wrong.warnings[0].doubt.clone()), (latin.record, GcgDoubt::NotUtf8));
    check_error(
        "#character-encoding KOI8-R\n",
        "line 1: unknown character encoding \"KOI8-R\"; use UTF-8 or ISO-8859-1: \"#character-encoding KOI8-R\"",
    );
}

#[test]
fn golden_files_are_written_and_read_back() {
    let files: [&[u8]; 4] = [
        include_bytes!("../gcg/quackle-style.gcg"),
        include_bytes!("../gcg/macondo-style.gcg"),
        include_bytes!("../gcg/woogles-style.gcg"),
        include_bytes!("../gcg/latin1-cr.gcg"),
    ];
    for file in files {
        let (ruleset, first) = read(file);
        let text = first.record.to_gcg(&ruleset).unwrap();
        assert_eq!(read(text.as_bytes()).1.record, first.record, "{text}");
    }
}

#[test]
fn our_own_files_have_the_usual_form() {
    let (ruleset, read) = read(include_bytes!("../gcg/quackle-style.gcg"));
    let expected = "\
#character-encoding UTF-8
#player1 ann Ann Example
#player2 bob Bob Example
#title Small places, spelled letters, words after the total
>ann: AEINRST 8D RETAINS +66 66
>bob: ADEHOPT J8 .HOPTED +19 19
>bob: ADEHOPT -- -19 0
>ann: AEIIOUU -IIUU +0 66
>bob: ADEHOPT J5 POT. +8 8
>ann: AAEENOV 5J .ANE +12 78
>ann:  (challenge) +5 83
>bob: ADEHIRW - +0 8
>ann: AEORVZ? 9C VEZiR +38 121
#incomplete
";
    assert_eq!(read.record.to_gcg(&ruleset).unwrap(), expected);
}

#[test]
fn a_lost_turn_is_not_a_pass_but_others_can_read_it() {
    let (_, read) = read(
        b"#player1 ann Ann\n#player2 bob Bob\n>ann: AEINRST 8D RETAINS +66 66\n>bob: ADEHOPT - +0 0\n#note (challenge) RETAINS\nwell\n>ann: A - +0 66\n#note (away)\n>bob: A - +0 0\n#note away\n",
    );
    let word = "RETAINS"
        .chars()
        .map(|c| Ruleset::named("english").unwrap().alphabet.letter(&c.to_string()).unwrap())
        .collect();
    let [_, lost, skipped, passed] = &read.record.entries[..] else {
        panic!("{:?}", read.record.entries)
    };
    assert_eq!((&lost.what, lost.note.as_str()), (&What::TurnLost { word }, "well"));
    assert_eq!((&skipped.what, skipped.note.as_str()), (&What::Skipped, ""));
    assert_eq!((&passed.what, passed.note.as_str()), (&What::Passed, "away"));
}

#[test]
fn the_tiles_played_through_are_dots_or_spelled_or_in_parentheses() {
    let with = |word: &str| {
        check_warnings(
            &format!(">ann: AEINRST 8D RETAINS +66 66\n>bob: HOPTDEX j8 {word} +19 19\n"),
            &[],
        )
    };
    assert_eq!(with(".HOPTED"), with("SHOPTED"));
    assert_eq!(with(".HOPTED"), with("(S)HOPTED"));
}

#[test]
fn wrong_numbers_are_warnings_with_their_lines() {
    check_warnings(
        ">ann: AEINRST 8D RETAINS +65 65\n\n>bob: AB -AB +3 5\n>ann: AEINRST 9A XY +5 70\n",
        &[
            "line 3: 8D RETAINS scores 66, but the file says 65",
            "line 5: a turn without a play scores 0, but the file says 3",
            "line 5: the total should be 3, not 5",
            "line 6: 9A XY does not fit: the play does not touch any tile on the board",
            "line 6: the tiles XY are not on the rack AEINRST",
        ],
    );
    check_warnings(
        ">ann: AEINRST 8D RETAINS +66 66\n>ann: AEINRST -- -60 0\n>ann: Q - +0 0\n>bob: AB (AB) -5 -5\n",
        &[
            "line 4: the withdrawn play scored 66, but 60 were taken back",
            "line 4: the total should be 6, not 0",
            "line 5: it was the turn of player 2",
            "line 6: the tiles AB at the end are worth 4, but the file says -5",
        ],
    );
    check_warnings(
        ">ann: ZZZ 8H ZZ +40 40\n>bob: A%B - +0\n",
        &[
            "line 3: too many tiles: board and rack have ZZ more than the set",
            "line 4: the rack \"A%B\" is ignored: \"A%B\" cannot be read: unknown character \"%\" at position 2",
            "line 4: the total is missing",
        ],
    );
}

#[test]
fn missing_numbers_are_computed() {
    let record = check_warnings(
        ">ann: 8D RETAINS\n>bob: - +0 0\n>ann: -3 +0\n>bob:  (time) -10 -10\n",
        &[
            "line 3: the points are missing; 66 is used",
            "line 3: the total is missing",
            "line 5: the total is missing",
        ],
    );
    assert_eq!(record.entries[0].rack.len(), 7, "the tiles that were played were on the rack");
    assert_eq!((record.entries[1].rack.len(), record.totals()), (0, vec![66, -10]));
    let (_, nameless) = read(b">x: 8G AB +8 8\n>y: - +0 0\n");
    assert_eq!(nameless.warnings[0].to_string(), "line 1: x has no #player line");
    let (_, same) = read(
        b"#player1 N One\n#player2 N Two\n>N: 8G AB +8 8\n>N: -- -8 0\n>N: - +0 0\n>N: - +0 0\n",
    );
    assert_eq!(
        same.record.entries.iter().map(|entry| entry.seat).collect::<Vec<_>>(),
        [0, 0, 1, 0]
    );
}

#[test]
fn an_unreadable_line_is_an_error_with_its_number() {
    check_error(
        "hello\n",
        "line 1: a line begins with # or > unless it continues a note: \"hello\"",
    );
    check_error(
        &format!("{PLAYERS}>eve: AB - +0 0\n"),
        "line 3: there is no player \"eve\": \">eve: AB - +0 0\"",
    );
    check_error(
        &format!("{PLAYERS}\n>ann: what is this then +0 0\n"),
        "line 4: this is not a turn; write it as >nick: RACK 8D WORD +20 20: \">ann: what is this then +0 0\"",
    );
    check_error(
        &format!("{PLAYERS}>ann: AB 8H A1 +0 0\n"),
        "line 3: \"A1\" cannot be read: unknown character \"1\" at position 2: \">ann: AB 8H A1 +0 0\"",
    );
    check_error(
        &format!("{PLAYERS}>ann: AB -- +0 0\n"),
        "line 3: there is no play to take back: \">ann: AB -- +0 0\"",
    );
    check_error(
        &format!("{PLAYERS}>ann: AB 8H AB +8 8\n>bob: CD H8 CD +4 4\n"),
        "line 4: H8 has A on it, but CD needs C there: \">bob: CD H8 CD +4 4\"",
    );
    check_error(
        "#player1 ann A\n#player3 bob B\n",
        "line 1: player 2 is missing: \"#player1 ann A\"",
    );
    check_error(
        "#player5 ann A\n",
        "line 1: a player line is #player1 nick Full Name, with a number from 1 to 4: \"#player5 ann A\"",
    );
    check_error(
        "#player1 a A\n#player1 b B\n",
        "line 2: there are two lines for player 1: \"#player1 b B\"",
    );
}

#[test]
fn positions_include_tiles_that_everybody_saw() {
    let (ruleset, read) = read(include_bytes!("../gcg/macondo-style.gcg"));
    let positions = read.record.positions(&ruleset).unwrap();
    assert_eq!(
        positions.iter().map(|p| (p.entry, p.seat, p.unknown)).collect::<Vec<_>>(),
        [(0, 0, 0), (1, 1, 0), (3, 0, 0), (4, 1, 0), (5, 0, 0), (7, 1, 0)]
    );
    let position = |i: usize| positions[i].position.as_ref().unwrap();

    // Before ann's exchange: bob's phony is off the board, and its tiles are known to be on his
    // rack.
    let after_phony = position(2);
    assert_eq!(after_phony.board.n_tiles(), 7);
    assert_eq!(after_phony.scores, [66, 0]);
    assert_eq!(
        (after_phony.others[0].len, ruleset.show_tiles(&after_phony.others[0].known)),
        (7, "DEHOPT".to_owned())
    );
    assert_eq!((after_phony.bag, after_phony.scoreless_turns), (79, 1));
    assert!(matches!(
        after_phony.history.iter().nth(1).unwrap(),
        SeenTurn { seat: 1, what: PublicMove::Withdrawn { .. } }
    ));

    // Three of them were played since; the others are still known.
    assert_eq!(ruleset.show_tiles(&position(4).others[0].known), "DEH");
    // Exchanged tiles are known to nobody.
    assert!(position(3).others[0].known.is_empty());
    // The record stops: the racks it gives are those at its end.
    let last = position(5);
    assert_eq!(
        (ruleset.show_tiles(&last.rack), last.scores.clone()),
        ("ADEHLRW".to_owned(), vec![8, 83])
    );
}

#[test]
fn records_made_by_hand_are_checked() {
    let ruleset = Ruleset::named("english").unwrap();
    let entry = |seat, what| Entry {
        seat,
        rack: Tiles::new(),
        what,
        points: 0,
        total: 0,
        note: String::new(),
    };
    let players =
        vec![RecordPlayer { nick: "a b".into(), name: String::new() }, RecordPlayer::default()];
    let record = |entries| Record { players: players.clone(), entries, ..Record::default() };
    let error = |record: Record| record.to_gcg(&ruleset).unwrap_err().to_string();
    assert_eq!(error(record(vec![entry(5, What::Passed)])), "entry 1: there is no player 6");
    assert_eq!(
        error(record(vec![entry(0, What::Passed), entry(1, What::Withdrawn)])),
        "entry 2: there is no play to take back"
    );
    let off = Play::new([(
        Square::new(20, 20),
        Placed { letter: ruleset.alphabet.letter("A").unwrap(), blank: false },
    )]);
    assert_eq!(
        error(record(vec![entry(0, What::Played(off))])),
        "entry 1: the play runs off the board at U21"
    );
    let a = Placed { letter: ruleset.alphabet.letter("A").unwrap(), blank: false };
    let heap = record(vec![entry(0, What::Played(Play::new(vec![(Square::new(7, 7), a); 300])))]);
    assert_eq!(error(heap.clone()), "entry 1: two tiles were placed on H8");
    assert!(heap.positions(&ruleset).is_err() && heap.check(&ruleset).is_err());
    let text =
        record(vec![entry(0, What::Passed), entry(1, What::Passed)]).to_gcg(&ruleset).unwrap();
    assert_eq!(
        text,
        "#character-encoding UTF-8\n#player1 a_b a_b\n#player2 player2 player2\n>a_b:  - +0 0\n>player2:  - +0 0\n"
    );
}

#[test]
fn a_game_continues_after_a_resignation() {
    let players = "#player1 ann Ann\n#player2 bob Bob\n#player3 cy Cy\n";
    let turns = ">ann: CATS 8F CATS +12 12\n>bob: DO - +0 0\n>cy: AT - +0 0\n>ann: DO - +0 12\n>cy: AT - +0 0\n>ann: DO - +0 12\n";
    let (ruleset, read) = read(format!("{players}{turns}#incomplete\n").as_bytes());
    assert_eq!(read.warnings, [], "Bob has no turn any more, so no turn is out of order");
    let seats: Vec<usize> =
        read.record.positions(&ruleset).unwrap().iter().map(|position| position.seat).collect();
    assert_eq!(seats, [0, 1, 2, 0, 2, 0, 2], "and Cy is next");
    let gone = |position: &RecordedPosition| {
        position
            .position
            .as_ref()
            .unwrap()
            .others
            .iter()
            .map(|other| other.gone)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        gone(&read.record.positions(&ruleset).unwrap()[4]),
        [false, true],
        "and asks nothing of Bob"
    );
    let told =
        format!("{players}>ann: CATS 8F CATS +12 12\n#description Bob resigned\n#incomplete\n");
    let last = self::read(told.as_bytes()).1.record.positions(&ruleset).unwrap().pop().unwrap();
    assert_eq!((last.seat, gone(&last)), (2, vec![false, true]));
    let back = format!("{players}{turns}>bob: DO - +0 0\n");
    let (_, read) = self::read(back.as_bytes());
    assert_eq!(read.warnings.len(), 1, "Bob is there: {:?}", read.warnings);
}

#[test]
fn a_dropout_is_gone_from_then_on() {
    let players = "#player1 ann Ann\n#player2 bob Bob\n#player3 cy Cy\n";
    let turns = ">ann: CATS 8F CATS +12 12\n>bob: DO - +0 0\n>ann: DO - +0 12\n>bob: DO - +0 0\n";
    let gone = |told: &str| -> Vec<[bool; 2]> {
        let (ruleset, read) =
            read(format!("{players}{turns}#description {told}\n#incomplete\n").as_bytes());
        let others = |it: &RecordedPosition| {
            std::array::from_fn(|n| it.position.as_ref().unwrap().others[n].gone)
        };
        read.record.positions(&ruleset).unwrap().iter().map(others).collect()
    };
    let there = [false, false];
    assert_eq!(
        gone(""),
        [there, there, [false, true], [true, false], [false, true]],
        "once others have had a turn before them"
    );
    let told = [there, [true, false], [false, true], [true, false], [false, true]];
    assert_eq!(gone("Cy resigned after 1 turn"), told, "though Bob's turn came before theirs");
}

#[test]
fn only_our_own_sentences_name_dropouts() {
    let dropouts = |names: [&str; 2], told: &str| {
        let text = format!(
            "#player1 a {}\n#player2 b {}\n>a: CATS 8F CATS +12 12\n#description {told}\n",
            names[0], names[1]
        );
        let record = read(text.as_bytes()).1.record;
        record.dropouts().iter().map(|it| (it.seat, it.loss, it.after)).collect::<Vec<_>>()
    };
    let (plain, resigned) = (["Ann", "Bob"], Loss::Resigned);
    assert_eq!(dropouts(plain, "Bob resigned"), [(1, resigned, None)]);
    assert_eq!(dropouts(plain, "Bob ran out of time after 1 turn"), [(1, Loss::Time, Some(1))]);
    assert_eq!(dropouts(plain, "Bob resigned after 3 years of play"), []);
    assert_eq!(dropouts(plain, "Bob resigned; Bob ran out of time"), [(1, resigned, None)]);
    let odd = ["Ann", "Ann resigned after 5"];
    assert_eq!(
        dropouts(odd, "Ann resigned after 5 resigned after 7 turns"),
        [(1, resigned, Some(7))]
    );
    assert_eq!(
        dropouts(["x; Bob", "Bob"], "x, Bob resigned after 3 turns"),
        [(0, resigned, Some(3))]
    );
}

#[test]
fn a_closed_game_is_told_from_one_that_the_players_stopped() {
    let text = "#player1 a Ann\n#player2 b Bob\n>a: CATS 8F CATS +12 12\n\
                #description Bob resigned; the players agreed to stop\n";
    let mut record = read(text.as_bytes()).1.record;
    assert!(record.is_aborted());
    record.mark_closed();
    assert_eq!(record.description, "Bob resigned; an administrator closed the game");
    assert!(record.is_aborted() && record.loss(1) == Some(Loss::Resigned));
    record.description = "a fine game".to_owned();
    record.mark_closed();
    assert_eq!(record.description, "a fine game");
}

/// The warnings for a game, as text.
fn warnings(text: &str) -> Vec<String> {
    read(text.as_bytes()).1.warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn two_players_with_one_nickname_are_named_as_such() {
    assert_eq!(
        warnings("#player1 ann Ann\n#player2 Ann Anna\n"),
        ["line 2: two players have the nickname \"Ann\"; their lines are read in turn order"]
    );
    assert!(warnings("#player1 ann Ann\n#player2 bob Bob\n").is_empty());
}

#[test]
fn an_unknown_game_type_is_a_warning() {
    assert_eq!(
        warnings("#player1 a A\n#player2 b B\n#game-type wordsmog\n"),
        ["line 3: unknown game type \"wordsmog\"; the game is read by the usual rules"]
    );
    for usual in ["classic", "Classic_Super", "english"] {
        assert!(warnings(&format!("#player1 a A\n#player2 b B\n#game-type {usual}\n")).is_empty());
    }
}

#[test]
fn an_impossible_rack_at_the_end_is_a_warning() {
    let game = "#player1 a A\n#player2 b B\n>a: QUIZ 8F QUIZ +44 44\n";
    let (_, read) = read(format!("{game}#rack1 QAA\n#rack2 EEE\n").as_bytes());
    let warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["line 4: the rack \"QAA\" is impossible: too many tiles: board and racks have \
          Q more than the set"]
    );
    assert_eq!(
        self::warnings(&format!("{game}#rack1 AEINRSTE\n")),
        ["line 4: the rack \"AEINRSTE\" is impossible: a rack has at most 7 tiles, not 8"]
    );
    assert!(self::warnings(&format!("{game}#rack1 AEINRST\n#rack2 J\n#incomplete J\n")).is_empty());
}

#[test]
fn a_second_time_penalty_is_a_warning() {
    let game = "#player1 a A\n#player2 b B\n>a: QUIZ 8F QUIZ +44 44\n>b: AB - +0 0\n";
    let once = ">a: AB (time) -10 34\n>b: AB (time) -10 -10\n";
    assert!(warnings(&format!("{game}{once}")).is_empty());
    assert_eq!(
        warnings(&format!("{game}{once}>a: AB (time) -10 24\n")),
        ["line 7: this is the second time penalty of the same player"]
    );
}

#[test]
fn a_final_rack_that_disagrees_with_the_tiles_left_is_a_warning() {
    let ruleset = crate::common::english_with("AABB", &["rack=2", "bonuses=[]"]);
    let doubts = |rack: &str, points: i32| -> Vec<String> {
        let text = format!(
            "#player1 a A\n#player2 b B\n>a: AA 8G AA +4 4\n>a: ({rack}) +{points} {}\n",
            4 + points
        );
        let read = GcgFile::read(text.as_bytes()).unwrap().record(&ruleset).unwrap();
        read.warnings.iter().map(ToString::to_string).collect()
    };
    assert_eq!(doubts("BB", 12), [""; 0]);
    assert_eq!(
        doubts("B", 6),
        ["line 4: the final rack B disagrees with the tiles that were left: BB"]
    );
    assert_eq!(
        doubts("AB", 8),
        ["line 4: too many tiles: board and rack have A more than the set"]
    );
}
