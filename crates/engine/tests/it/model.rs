//! Model files: written, read again, and rejected if they are something else.

use std::sync::Arc;

use proptest::prelude::*;
use tisane_engine::leave::Leaves;
use tisane_engine::matches::Go;
use tisane_engine::train::{Plan, TrainError, Training};
use tisane_engine::win::{CERTAIN, Remaining};
use tisane_engine::{Fingerprint, Model, ModelError, Models, fuzz};
use tisane_lexicon::{Catalogue, Lexicon, WordList};
use tisane_rules::Ruleset;

/// A file of version 1, which must stay readable.
const VERSION_1: &[u8] = include_bytes!("../golden/version-1.model");
/// A file of version 2, written by the test `a_small_model` with `TISANE_WRITE_GOLDEN` set.
const GOLDEN: &[u8] = include_bytes!("../golden/version-2.model");

const WORDS: &str = "AT\nTA\nCAT\nCATS\nACT\nACTS\nTEA\nEAT\nATE\nSEA\nTAB\nBAT\nES\nAS\nAE\nEA\nBE\nBES\nRE\nER\nERS\nREB\nIN\nIT\nIS\nSI\nTI\nNE\nEN";

fn game() -> (Arc<Ruleset>, Arc<Lexicon>) {
    let settings = ["rack=3".to_owned(), "bonuses=[{ tiles = 3, points = 20 }]".to_owned()];
    let ruleset = Arc::new(
        Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &settings).unwrap(),
    );
    let (lexicon, _) = Lexicon::build("few", &ruleset.alphabet, &WordList::from_text(WORDS), 15);
    (ruleset, Arc::new(lexicon))
}

fn trained() -> Model {
    let (ruleset, lexicon) = game();
    let plan = Plan { seed: 1, boards: vec![4, 12], games: 40 };
    let training = Training::new(ruleset, lexicon, plan, 1).unwrap();
    training.run(&mut training.start(), &|_| Go::On).unwrap()
}

#[test]
fn a_small_model() {
    let model = trained();
    let bytes = model.to_bytes();
    if std::env::var_os("TISANE_WRITE_GOLDEN").is_some() {
        std::fs::write(
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/version-2.model"),
            &bytes,
        )
        .unwrap();
    }
    assert!(Model::from_bytes(&bytes).unwrap() == model);
    let (ruleset, lexicon) = game();
    assert_eq!(Model::peek(&bytes), Some(Fingerprint::of(&ruleset, &lexicon)));
    let worth = |tiles: &str| model.leaves.value(&ruleset.parse_tiles(tiles).unwrap());
    assert_eq!(worth(""), 0);
    assert!(
        worth("?") > worth("A") && worth("A") > worth("Q"),
        "{} {} {}",
        worth("?"),
        worth("A"),
        worth("Q")
    );
    assert!(worth("VV") < 0);
    let at = |lead: i32| {
        model.win.chance(Remaining { bag: 40, own: 3, other: 3, final_turns: None }, lead * 1000)
    };
    assert!(at(-100) < at(0) && at(0) < at(100) && at(500) == CERTAIN);
}

#[test]
fn files_of_all_versions_stay_readable() {
    let (ruleset, lexicon) = game();
    for (bytes, tells_rules) in [(VERSION_1, false), (GOLDEN, true)] {
        let model = Model::from_bytes(bytes).unwrap();
        assert_eq!(
            (&*model.ruleset, &*model.lexicon, model.leaves.largest()),
            ("english", "few", 2)
        );
        assert_eq!(Model::peek(bytes), Some(model.fingerprint));
        assert_eq!(model.fingerprint.rules.is_some(), tells_rules);
        assert!(model.fingerprint.fits(&Fingerprint::of(&ruleset, &lexicon)));
        let model = model.fitting(&ruleset, &lexicon).unwrap();
        let worth = |tiles: &str| model.leaves.value(&ruleset.parse_tiles(tiles).unwrap());
        assert!(worth("?") > 0 && worth("Q") < 0);
    }
    let values = |bytes| {
        Model::from_bytes(bytes).map(|model| (model.leaves, model.late_turn, model.win)).unwrap()
    };
    assert!(values(VERSION_1) == values(GOLDEN));
}

#[test]
fn every_rule_that_changes_values_is_in_the_fingerprint() {
    let lexicon = game().1;
    let with = |setting: &str| {
        let ruleset =
            Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &[setting.to_owned()])
                .unwrap();
        Fingerprint::of(&ruleset, &lexicon)
    };
    let usual = Fingerprint::of(&Ruleset::named("english").unwrap(), &lexicon);
    for setting in ["rack=8", "bonuses=[{ tiles = 7, points = 35 }]", "blanks.value=1"] {
        assert!(!with(setting).is_kin(&usual), "{setting}");
    }
    for setting in [
        "end.passes=2",
        "end.scoreless_turns=4",
        "exchange.bag_at_least=1",
        "end.final_turn_each=true",
        "end.stalled=\"nothing\"",
    ] {
        assert!(with(setting).is_kin(&usual) && !with(setting).fits(&usual), "{setting}");
    }
    for setting in ["challenge=\"single\"", "title=\"Another\""] {
        assert_eq!(with(setting), usual, "{setting}");
    }
}

#[test]
fn an_exact_model_is_preferred_to_a_similar_one() {
    let (ruleset, lexicon) = game();
    let other = Ruleset::parse_with(
        Ruleset::builtin_source("english").unwrap(),
        &["rack=3", "bonuses=[{ tiles = 3, points = 20 }]", "end.passes=2"].map(str::to_owned),
    )
    .unwrap();
    let data = std::env::temp_dir().join(format!("tisane-kin-{}", std::process::id()));
    let models = Models::new(Some(data.clone()));
    assert_ne!(models.place(&ruleset, &lexicon), models.place(&other, &lexicon));
    let late_turn = || models.find(&other, &lexicon).unwrap().map(|model| model.late_turn);
    let mut model = Model::from_bytes(GOLDEN).unwrap();
    let save = |model: &Model, name: &str| model.save(data.join("models").join(name)).unwrap();
    save(&model, "a.model");
    assert_eq!(late_turn(), Some(model.late_turn));
    model.fingerprint = Fingerprint::of(&other, &lexicon);
    model.late_turn += 1;
    save(&model, "b.model");
    assert_eq!(late_turn(), Some(model.late_turn));
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn invalid_models_are_rejected_with_a_message() {
    let sentence = |bytes: &[u8]| {
        let error = Model::from_bytes(bytes).map(|_| ()).unwrap_err();
        format!("{error}; {}", error.hint().unwrap())
    };
    assert_eq!(sentence(b"hello"), "this is not a model file; `tisane train` makes one");
    let mut newer = GOLDEN.to_vec();
    newer[8] = 9;
    assert!(
        sentence(&newer)
            .starts_with("this model has format 9, but this version reads formats up to 2")
    );
    assert!(sentence(&GOLDEN[..GOLDEN.len() - 1]).contains("wrong checksum"));
    for at in (8..GOLDEN.len()).step_by(7) {
        let mut bytes = GOLDEN.to_vec();
        bytes[at] ^= 0x40;
        assert!(at == 10 || at == 11 || Model::from_bytes(&bytes).is_err(), "byte {at}");
    }
    let other = Ruleset::named("english").unwrap();
    let lexicon = game().1;
    let error = Model::from_bytes(GOLDEN).unwrap().fitting(&other, &lexicon).unwrap_err();
    assert!(
        matches!(&error, ModelError::OtherGame { ruleset, .. } if ruleset == "english"),
        "{error}"
    );
    let nowhere = Model::open("no/such/file.model").map(|_| ()).unwrap_err().to_string();
    assert_eq!(nowhere, "no/such/file.model: no such file");
}

#[test]
fn the_users_models_are_found() {
    let (ruleset, lexicon) = game();
    let data = std::env::temp_dir().join(format!("tisane-models-{}", std::process::id()));
    let models = Models::new(Some(data.clone()));
    assert!(models.find(&ruleset, &lexicon).unwrap().is_none());
    Model::from_bytes(GOLDEN).unwrap().save(models.place(&ruleset, &lexicon).unwrap()).unwrap();
    assert!(models.find(&ruleset, &lexicon).unwrap().is_some());
    assert!(models.engine(ruleset, lexicon).unwrap().evaluation().is_trained());
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_list_without_slurs_has_its_own_file_and_uses_the_model_of_the_whole_list() {
    let ruleset = Ruleset::named("english").unwrap();
    let list = |without_slurs| {
        let wanted = tisane_lexicon::catalogue::LexiconRequest {
            without_slurs,
            ..tisane_lexicon::catalogue::LexiconRequest::new("english", &ruleset.alphabet)
        };
        Catalogue::new(None).get_with(&wanted).unwrap().lexicon
    };
    let (whole, family) = (list(false), list(true));
    let models = Models::new(Some(std::env::temp_dir()));
    assert_ne!(models.place(&ruleset, &family), models.place(&ruleset, &whole));
    let built_in = Models::new(None);
    let found = |lexicon| built_in.find(&ruleset, lexicon).unwrap().unwrap().fingerprint;
    assert_eq!(found(&family), found(&whole));
    let mut trained = built_in.find(&ruleset, &whole).unwrap().unwrap();
    trained.fingerprint = Fingerprint::of(&ruleset, &family);
    assert!(trained.clone().fitting(&ruleset, &family).is_ok());
    assert!(
        trained.fitting(&ruleset, &whole).is_err(),
        "a model of a part of the list is not for all of it"
    );
}

#[test]
fn models_are_listed_by_their_names() {
    let listed = Models::new(None).list();
    let is_built_in = |lexicon: &str| {
        listed
            .iter()
            .any(|it| (&*it.ruleset, &*it.lexicon, &it.file) == ("english", lexicon, &None))
    };
    assert!(is_built_in("english") && !is_built_in("english-classic"), "{listed:?}");
    assert!(listed.is_sorted_by_key(|it| (it.ruleset.clone(), it.lexicon.clone())));
}

#[test]
fn unsuitable_racks_are_rejected() {
    let refused = |settings: &[&str]| {
        let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        let ruleset = Arc::new(
            Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &settings).unwrap(),
        );
        Training::new(ruleset, game().1, Plan::default(), 1).err()
    };
    assert_eq!(refused(&["rack=12"]), Some(TrainError::TooManyRacks { rack: 12, kinds: 27 }));
    assert_eq!(refused(&["rack=1", "bonuses=[]"]), Some(TrainError::ShortRack(1)));
}

/// Every built-in model belongs to a built-in ruleset and lexicon.
#[test]
fn built_in_models_belong_to_built_in_games() {
    let catalogue = tisane_lexicon::Catalogue::new(None);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut n = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "model") {
            continue;
        }
        let model = Model::open(&path).unwrap();
        let ruleset = Ruleset::named(&model.ruleset).unwrap();
        let wanted = tisane_lexicon::catalogue::LexiconRequest {
            longest: ruleset.layout.longest(),
            ..tisane_lexicon::catalogue::LexiconRequest::new(&model.lexicon, &ruleset.alphabet)
        };
        let lexicon = catalogue.get_with(&wanted).unwrap().lexicon;
        assert_eq!(
            model.fingerprint,
            Fingerprint::of(&ruleset, &lexicon),
            "{}: train the model again",
            path.display()
        );
        assert_eq!(
            path.file_stem().unwrap().to_str().unwrap(),
            format!("{}-{}", model.ruleset, model.lexicon)
        );
        n += 1;
    }
    assert!(n > 0);
}

proptest! {
    #[test]
    fn nothing_panics_on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        fuzz::model_file(&bytes);
    }

    #[test]
    fn nothing_panics_on_damaged_files(at in 0..GOLDEN.len(), byte in any::<u8>(), cut in 0..GOLDEN.len()) {
        let mut bytes = GOLDEN.to_vec();
        bytes[at] = byte;
        fuzz::model_file(&bytes);
        bytes.truncate(cut);
        fuzz::model_file(&bytes);
    }
}

/// As in the README: the lexicon may contain words too long for the board.
#[test]
fn words_longer_than_the_board_do_not_hide_a_model() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
    assert!(lexicon.longest() > ruleset.layout.longest());
    assert!(Models::new(None).engine(ruleset, lexicon).unwrap().evaluation().is_trained());
}
