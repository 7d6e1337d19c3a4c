//! Opening texts.

use std::cell::Cell;

use tisane_app::open::{
    BuiltIn, Choices, Defaults, Library, OpenError, Opened, RulesetSource, Rulesets, Warning,
};
use tisane_lexicon::Catalogue;
use tisane_rules::{CgpError, Challenge, Impossible, Written};

const BOARD: &str = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15";

const SHEET: &str = "#player1 ann Ann\n#player2 bob Bob\n\
    >ann: AEINRST 8D NASTIER +66 66\n>bob: AEINRTX 9G AX +22 22\n";

/// Counts how often rulesets are read.
#[derive(Default)]
struct Counted(Cell<usize>);

impl Rulesets for Counted {
    fn find(&self, name: &std::ffi::OsStr) -> Result<RulesetSource, OpenError> {
        self.0.set(self.0.get() + 1);
        BuiltIn.find(name)
    }
}

fn open_with(
    rulesets: &dyn Rulesets,
    text: &str,
    choose: impl FnOnce(&mut Choices),
) -> Result<Opened, OpenError> {
    let (catalogue, defaults) = (Catalogue::new(None), Defaults::default());
    let library =
        Library { rulesets, catalogue: &catalogue, defaults: &defaults, may_read_files: false };
    let mut choices = Choices::default();
    choose(&mut choices);
    library.open(Some(&Written::read(text.as_bytes()).unwrap()), &choices)
}

fn open(text: &str) -> Result<Opened, OpenError> {
    open_with(&BuiltIn, text, |_| {})
}

#[test]
fn operations_of_a_cgp_change_the_rules() {
    let plain = open(&format!("{BOARD} AEINRST/ 0/32 0")).unwrap();
    assert_eq!(plain.ruleset, plain.plain);
    let opened = open(&format!("{BOARD} AEINRST/ 0/32 0 bb 40; cr triple; etl 20;")).unwrap();
    assert_eq!(*opened.plain, *plain.plain);
    assert_eq!(opened.ruleset.challenge, Challenge::Triple);
    assert_eq!(opened.ruleset.exchange.unwrap().bag_at_least, 20);
    assert_ne!(opened.ruleset.bonuses(), plain.ruleset.bonuses());
    let variant = open(&format!("{BOARD} AEINRST/ 0/32 0 var wordsmog;")).unwrap_err();
    assert!(matches!(variant, OpenError::Cgp(CgpError::Variant(_))), "{variant}");
}

#[test]
fn a_cgp_names_its_lexicon() {
    let name = |text: &str| {
        let opened = open(&format!("{BOARD} AEINRST/ 0/32 0 {text}")).unwrap();
        (opened.lexicon.unwrap().name().to_owned(), opened.warnings)
    };
    assert_eq!(name("lex english-classic;"), ("english-classic".to_owned(), vec![]));
    let (used, warnings) = name("lex NOSUCH99;");
    assert_eq!(used, "english");
    let missing = Warning::LexiconMissing { named: "NOSUCH99".to_owned(), used };
    assert_eq!(warnings, [missing]);
    assert_eq!(
        warnings[0].to_string(),
        "the lexicon NOSUCH99 of the position is not installed; using english"
    );
}

#[test]
fn a_ruleset_is_read_once_whatever_changes_it() {
    for (text, settings) in [
        (format!("{BOARD} AEINRST/ 0/32 0"), &[][..]),
        (format!("{BOARD} AEINRST/ 0/32 0 bb 40;"), &["end.passes=2"]),
        (SHEET.to_owned(), &["rack=7"]),
    ] {
        let counted = Counted::default();
        open_with(&counted, &text, |choices| {
            choices.position.rules.settings = settings.iter().map(ToString::to_string).collect();
            choices.position.rack = Some("AEINRST".to_owned());
        })
        .unwrap();
        assert_eq!(counted.0.get(), 1, "{text}");
    }
}

#[test]
fn racks_are_read_as_people_type_them() {
    for rack in ["AEINR??", "a e i n r ? ?", "A,E,I, N,R,_,_", " aeinr__ "] {
        let opened = open_with(&BuiltIn, BOARD, |choices| {
            choices.position.rack = Some(rack.to_owned());
        })
        .unwrap();
        assert_eq!(opened.ruleset.show_tiles(&opened.position.rack), "AEINR??", "{rack}");
    }
    let unreadable = open_with(&BuiltIn, BOARD, |choices| {
        choices.position.rack = Some("AE1".to_owned());
    });
    assert!(matches!(unreadable, Err(OpenError::Rack(_))));
}

#[test]
fn a_game_gives_the_position_before_a_turn() {
    let rack = |turn: Option<usize>| {
        let opened = open_with(&BuiltIn, SHEET, |choices| choices.position.turn = turn)?;
        Ok::<_, OpenError>(opened.ruleset.show_tiles(&opened.position.rack))
    };
    assert_eq!(rack(Some(1)).unwrap(), "AEINRST");
    assert_eq!(rack(Some(2)).unwrap(), "AEINRTX");
    assert_eq!(rack(None).unwrap(), "", "nobody knows the next rack");
    let error = rack(Some(9)).unwrap_err();
    assert_eq!(error.to_string(), "the game has no turn 9, only 3 turns");
    let single = open_with(&BuiltIn, BOARD, |choices| choices.position.turn = Some(1));
    assert!(matches!(single, Err(OpenError::NotAGame)));
}

#[test]
fn a_sheet_that_names_no_game_falls_back_to_the_most_common_one() {
    let (catalogue, mut defaults) = (Catalogue::new(None), Defaults::default());
    defaults.ruleset = Some("russian".to_owned());
    let library = Library {
        rulesets: &BuiltIn,
        catalogue: &catalogue,
        defaults: &defaults,
        may_read_files: false,
    };
    let text = Written::read(SHEET.as_bytes()).unwrap();
    let opened = library.open(Some(&text), &Choices::default()).unwrap();
    assert_eq!(opened.ruleset.name, "english");
    let mut choices = Choices::default();
    choices.position.rules.ruleset = Some("russian".into());
    assert!(matches!(library.open(Some(&text), &choices), Err(OpenError::Game(_))));
}

#[test]
fn warnings_are_values() {
    let apart = "15/15/15/15/15/15/15/4EXISQ6/15/15/15/15/15/15/12AA1 AEINRST/ 0/32 0 xyz 1;";
    let sentences: Vec<String> =
        open(apart).unwrap().warnings.iter().map(Warning::to_string).collect();
    assert_eq!(
        sentences,
        [
            "unknown CGP operation xyz ignored",
            "2 tiles are not connected to the rest, the first on M15",
            "not in english: 8E EXISQ",
        ]
    );
    let over = open(&format!("{BOARD} AEINRST/ 0/32 6")).unwrap();
    assert_eq!(
        over.warnings[0].to_string(),
        "the game is already over: 6 turns without points in a row end it, there were 6"
    );
}

#[test]
fn visitors_cannot_open_files_as_lexicons() {
    let error = open_with(&BuiltIn, &format!("{BOARD} AEINRST/ 0/32 0"), |choices| {
        choices.lexicon.name = Some("Cargo.toml".into());
    })
    .unwrap_err();
    assert!(error.to_string().contains("unknown lexicon \"Cargo.toml\""), "{error}");
}

/// The set has one X.
#[test]
fn too_many_tiles_on_the_board_are_a_warning_unless_strict() {
    let text = "15/15/15/15/15/15/15/4EXIST6/4X10/15/15/15/15/15/15 AEINRST/ 0/32 0";
    let opened = open(text).unwrap();
    assert!(matches!(opened.warnings[0], Warning::Impossible(Impossible::TooManyTiles { .. })));
    assert_eq!(opened.position.bag + 14 + 6, 101, "100 tiles and one X");
    let strict = open_with(&BuiltIn, text, |choices| choices.position.strict = true);
    assert!(matches!(strict, Err(OpenError::Impossible(_))));
}

/// Other programs name their lexicons, which have a language.
#[test]
fn a_known_lexicon_name_chooses_the_game() {
    let opened = open("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0 lex ODS8;");
    assert_eq!(opened.unwrap().ruleset.name, "french");
}

#[test]
fn an_impossible_rack_is_refused() {
    let error = open(&format!("{BOARD} QQAEINR/ 0/32 0")).unwrap_err();
    assert!(matches!(error, OpenError::Impossible(Impossible::TooManyTiles { .. })), "{error}");
}
