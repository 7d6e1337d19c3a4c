//! Lexicons by name and by path, in the alphabet that is wanted.

use std::borrow::Cow;
use std::convert::Infallible;
use std::path::{Path, PathBuf};

use crate::common::{NO_FOLDS, spell};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tisane_lexicon::catalogue::{
    Folder, FoundLexicon, LexiconRequest, NumberLeftOut, Origin, pack_definitions,
};
use tisane_lexicon::{
    About, Alphabet, Casing, Catalogue, CatalogueError, KwgKind, Lexicon, WordList,
};

fn pack(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn alphabet(letters: &str, folds: &[(&str, &str)]) -> Alphabet {
    Alphabet::new(Casing::Standard, letters.split(' '), folds.iter().copied()).unwrap()
}

fn spanish() -> Alphabet {
    alphabet("A B C D E H L N Ñ O R S T W", &[])
}

fn spanish_tiles() -> Alphabet {
    alphabet("A B C CH D E H L LL N Ñ O R RR S T", &[])
}

fn made(name: &str, language: &str, alphabet: &Alphabet, text: &str) -> Cow<'static, [u8]> {
    let about = About { language: language.to_owned(), ..About::default() };
    Lexicon::build(name, alphabet, &WordList::from_text(text), 21)
        .0
        .with_about(about)
        .to_bytes_packed(pack)
        .into()
}

fn packed_definitions(text: &str) -> Vec<u8> {
    pack_definitions(text, |block| Ok::<_, Infallible>(pack(block.as_bytes()))).unwrap()
}

/// A small stand-in for the repository's `lexicons/`.
fn folders() -> Vec<Folder> {
    let definitions = "STOP\tn the event of something ending\tv come to a halt\nSTOPPED\t=STOP\nTEA\tn a beverage\n";
    let file = |name: &str, bytes: Cow<'static, [u8]>| (name.to_owned(), bytes);
    vec![
        Folder {
            name: "english".to_owned(),
            files: vec![
                file(
                    "english.lexicon",
                    made(
                        "english",
                        "en",
                        &Alphabet::latin(),
                        "STOPPED 10\nTEA 10\nTEAS 20\nDARN 60\nCARRIES\nINTERNATIONAL",
                    ),
                ),
                file("slurs.txt", Cow::Borrowed(b"# not nice\nNOTAWORD DARN # nor this\n")),
                file("definitions.tsv.zst", packed_definitions(definitions).into()),
                file("LICENSE.txt", Cow::Borrowed(b"Use it.")),
            ],
        },
        Folder {
            name: "spanish".to_owned(),
            files: vec![file(
                "spanish.lexicon",
                made("spanish", "es", &spanish(), "CHE 10\nCARRO 20\nLLANO\nAÑO\nWATT"),
            )],
        },
        Folder { name: "empty".to_owned(), files: vec![file("about.toml", Cow::Borrowed(b""))] },
    ]
}

/// A data folder of its own for each test.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Data {
        let path = std::env::temp_dir().join(format!("tisane-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("lexicons")).unwrap();
        Data(path)
    }

    fn catalogue(&self) -> Catalogue {
        Catalogue::with_folders(Some(self.0.clone()), folders())
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join("lexicons").join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// The lexicons that were kept.
    fn cached(&self) -> Vec<PathBuf> {
        let Ok(folder) = std::fs::read_dir(self.0.join("cache")) else { return Vec::new() };
        folder
            .map(|file| file.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "lexicon"))
            .collect()
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn built_in_lexicons_can_be_listed_and_opened() {
    // The real one, whatever it holds at the moment.
    let catalogue = Catalogue::new(None);
    for entry in catalogue.list() {
        assert_eq!(entry.origin, Origin::BuiltIn);
        let lexicon = catalogue.native(&entry.name).unwrap();
        assert_eq!(Some(lexicon.len()), entry.head.map(|head| head.words), "{}", entry.name);
    }
    let catalogue = Catalogue::with_folders(None, folders());
    let names: Vec<String> = catalogue.list().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["english", "spanish"], "a folder without a lexicon is ignored");
    assert_eq!(catalogue.text("english", "LICENSE.txt"), Some("Use it."));
    assert_eq!(catalogue.native("spanish").unwrap().alphabet(), &spanish());
    assert!(
        catalogue.knows("english") && !catalogue.knows("empty") && !catalogue.knows("Cargo.toml")
    );
}

#[test]
fn words_are_respelled_for_another_alphabet_and_cached() {
    let data = Data::new("respell");
    let wanted = spanish_tiles();
    let FoundLexicon { lexicon, left_out } =
        data.catalogue().get_with(&LexiconRequest::new("spanish", &wanted)).unwrap();
    assert_eq!(spell(&lexicon, lexicon.words()), "AÑO CARRO CHE LLANO");
    assert_eq!(lexicon.words().map(|word| word.len()).collect::<Vec<_>>(), [3, 4, 2, 4]);
    assert_eq!(lexicon.level(&wanted.parse("CARRO").unwrap()), Some(20));
    assert_eq!((lexicon.name(), lexicon.about().language.as_str()), ("spanish", "es"));
    assert_eq!(left_out, NumberLeftOut { unusable: 1, too_long: 0 }, "WATT has a W");

    assert_eq!(data.cached().len(), 1);
    let again = || data.catalogue().get_with(&LexiconRequest::new("spanish", &wanted)).unwrap();
    assert_eq!(
        (again().lexicon.fingerprint(), again().left_out),
        (lexicon.fingerprint(), left_out)
    );
    std::fs::write(data.cached()[0].with_extension("left-out"), "7 2").unwrap();
    assert_eq!(
        again().left_out,
        NumberLeftOut { unusable: 7, too_long: 2 },
        "it is the kept one that is asked"
    );
}

/// `[C]HE` is not CHE where CH is a tile, whatever else changes.
#[test]
fn words_that_need_brackets_keep_them() {
    let tiles = spanish_tiles();
    let (lexicon, _) =
        Lexicon::build("odd", &tiles, &WordList::from_text("CHE 10\n[C]HE 20\nESTACHE\n[CH]H"), 15);
    assert_eq!(spell(&lexicon, lexicon.words()), "[C]HE CHE CHH ESTACHE");
    assert_eq!(
        Lexicon::build("odd", &tiles, &lexicon.list(), 15).0.fingerprint(),
        lexicon.fingerprint()
    );
    assert_eq!(
        spell(&lexicon, lexicon.respell(&tiles, 4).0.words()),
        "[C]HE CHE CHH",
        "only the long one is gone"
    );
    let (without_r, _) = lexicon.respell(&alphabet("A C CH E H S T", &[]), 15);
    assert_eq!(spell(&without_r, without_r.words()), "[C]HE CHE CHH ESTACHE");
    let (plain, report) = lexicon.respell(&spanish(), 15);
    assert_eq!(spell(&plain, plain.words()), "CHE CHH ESTACHE");
    assert_eq!(report.left_out.len(), 1, "they are the same word there");
    assert_eq!(plain.level(&spanish().parse("CHE").unwrap()), Some(10));
    // [DZ]S can be said only where DZ is a tile.
    let hungarian = alphabet("A D DZ DZS S Z", &[]);
    let (lexicon, _) = Lexicon::build("odd", &hungarian, &WordList::from_text("A[DZ]S"), 15);
    assert_eq!(lexicon.respell(&alphabet("A D S Z", &[]), 15).0.len(), 1);
}

#[test]
fn a_damaged_cache_is_made_again() {
    let data = Data::new("damaged");
    let wanted = spanish_tiles();
    let lexicon = data.catalogue().get("spanish", &wanted).unwrap();
    let file = data.cached().remove(0);
    let good = std::fs::read(&file).unwrap();
    let foreign = made("spanish", "es", &spanish(), "AÑO\nCHE");
    for bad in [&good[..good.len() / 2], b"", b"something else", &*foreign] {
        std::fs::write(&file, bad).unwrap();
        assert_eq!(
            data.catalogue().get("spanish", &wanted).unwrap().fingerprint(),
            lexicon.fingerprint()
        );
        assert_eq!(std::fs::read(&file).unwrap(), good);
    }
}

#[test]
fn prepared_spellings_are_used() {
    let data = Data::new("pairs");
    let mut folders = folders();
    // A word more than respelling would give shows which one was taken.
    folders[1].files.push((
        "tiles.lexicon".to_owned(),
        made("spanish", "es", &spanish_tiles(), "AÑO\nCHE\nCHAL"),
    ));
    let catalogue = Catalogue::with_folders(Some(data.0.clone()), folders);
    assert_eq!(catalogue.get("spanish", &spanish_tiles()).unwrap().len(), 3);
    assert_eq!(catalogue.get("spanish", &spanish()).unwrap().len(), 5);
    assert_eq!(data.cached(), Vec::<PathBuf>::new());
}

#[test]
fn folds_that_no_word_needs_cost_nothing() {
    let data = Data::new("folds");
    let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
    let accents = Alphabet::new(Casing::Standard, &letters, [("É", "E")]).unwrap();
    let lexicon = data.catalogue().get("english", &accents).unwrap();
    assert_eq!(lexicon.alphabet(), &accents);
    assert!(lexicon.has("téa"));
    assert!(data.cached().is_empty());
}

#[test]
fn slurs_and_long_words_can_be_left_out() {
    let data = Data::new("slurs");
    let alphabet = Alphabet::latin();
    let wanted = LexiconRequest {
        without_slurs: true,
        longest: 7,
        ..LexiconRequest::new("english", &alphabet)
    };
    for _ in 0..2 {
        let lexicon = data.catalogue().get_with(&wanted).unwrap().lexicon;
        assert_eq!(spell(&lexicon, lexicon.words()), "CARRIES STOPPED TEA TEAS");
        assert_eq!(lexicon.level(&alphabet.parse("TEAS").unwrap()), Some(20));
    }
    assert!(data.catalogue().get("english", &alphabet).unwrap().has("DARN"));
}

/// The files as they are in the repository: every word of `slurs.txt` goes, and nothing else.
#[test]
fn the_built_in_filters_leave_out_all_they_name() {
    let catalogue = Catalogue::new(None);
    for entry in catalogue.list() {
        let Some(text) = catalogue.text(&entry.name, "slurs.txt") else { continue };
        let slurs: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_whitespace)
            .collect();
        let all = catalogue.native(&entry.name).unwrap();
        let wanted = LexiconRequest {
            without_slurs: true,
            ..LexiconRequest::new(&entry.name, all.alphabet())
        };
        let clean = catalogue.get_with(&wanted).unwrap().lexicon;
        let kept: Vec<&&str> = slurs.iter().filter(|slur| clean.has(slur)).collect();
        assert!(kept.is_empty(), "{}: {kept:?}", entry.name);
        assert_eq!(clean.len() + slurs.len(), all.len(), "{}", entry.name);
        assert_eq!(
            (clean.whole().len(), all.whole().len()),
            (all.len(), all.len()),
            "{}",
            entry.name
        );
    }
}

#[test]
fn the_users_files_are_found_by_name_and_by_path() {
    let data = Data::new("user");
    let alphabet = Alphabet::latin();
    let lexicon = crate::common::english("TEA TEAM");
    let list = data.write("mine.txt", "TEA\nTEAM\n");
    let paths = [
        list,
        data.write("levels.TSV", "TEA\t10\nTEAM\t20\n"),
        data.write("ours.lexicon", lexicon.to_bytes()),
        data.write("theirs.kwg", lexicon.to_kwg(KwgKind::Kwg).unwrap()),
        data.write("large.kbwg", lexicon.to_kwg(KwgKind::Kbwg).unwrap()),
    ];
    data.write("notes.md", "not a lexicon");
    let catalogue = data.catalogue();
    let names: Vec<String> = catalogue.list().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["large", "levels", "mine", "ours", "theirs", "english", "spanish"]);
    for path in &paths {
        let stem = Path::new(path).file_stem().unwrap().to_str().unwrap();
        for name in [path.as_str(), stem] {
            let lexicon = catalogue.get(name, &alphabet).unwrap();
            assert_eq!(
                (spell(&lexicon, lexicon.words()).as_str(), lexicon.name()),
                ("TEA TEAM", stem)
            );
        }
    }
    // The same bytes under two names are two lexicons, and what they are depends on the name.
    let copy = data.write("copy.txt", "TEA\nTEAM\n");
    assert_eq!(catalogue.get(&copy, &alphabet).unwrap().name(), "copy");
    let wrong = data.write("mine.lexicon", "TEA\nTEAM\n");
    assert!(
        catalogue
            .get(&wrong, &alphabet)
            .unwrap_err()
            .to_string()
            .contains("this is not a lexicon file")
    );
    std::fs::remove_file(wrong).unwrap();
    // A file of the user hides a built-in lexicon, and changes are noticed.
    data.write("english.txt", "ONE\n");
    assert_eq!(catalogue.get("english", &alphabet).unwrap().len(), 1);
    data.write("english.txt", "ONE\nTWO\n");
    assert_eq!(catalogue.get("english", &alphabet).unwrap().len(), 2);
}

#[test]
fn errors_explain_why_a_lexicon_cannot_be_opened() {
    let data = Data::new("unknown");
    let alphabet = Alphabet::latin();
    let refusal = |name: &str| {
        let error = data.catalogue().get(name, &alphabet).unwrap_err();
        error.hint().map_or(error.to_string(), |hint| format!("{error}; {hint}"))
    };
    assert_eq!(
        refusal("englsh"),
        "unknown lexicon \"englsh\"; did you mean english? choose from english, spanish"
    );
    assert!(refusal("span").contains("did you mean spanish?"));
    assert!(refusal("enlgish").contains("did you mean english?"));
    assert!(!refusal("").contains("did you mean"), "{}", refusal(""));
    assert!(!refusal("klingon").contains("did you mean"), "{}", refusal("klingon"));
    assert!(
        refusal("no/such.txt").starts_with("no/such.txt: no such file"),
        "{}",
        refusal("no/such.txt")
    );
    let folder = data.0.to_str().unwrap();
    assert!(refusal(folder).contains("this is a folder"), "{}", refusal(folder));
    let nothing = Catalogue::with_folders(None, Vec::new()).get("english", &alphabet).unwrap_err();
    assert!(
        nothing.hint().is_some_and(|hint| hint.ends_with("no lexicon is built in")),
        "{nothing}"
    );
    let russian = data.write("russian.txt", "ЁЖ\nЧАЙ\n");
    assert!(matches!(
        data.catalogue().get(&russian, &alphabet),
        Err(CatalogueError::Nothing { .. })
    ));
    let binary = data.write("picture.txt", b"\x89PNG\0");
    assert!(
        refusal(&binary).contains("picture.txt: line 1 has a zero byte"),
        "{}",
        refusal(&binary)
    );
    let kwg = data.write("odd.kwg", b"12345");
    assert!(
        refusal(&kwg).contains("odd.kwg: a KWG file consists of 4-byte numbers"),
        "{}",
        refusal(&kwg)
    );
    let cut = data.write("cut.lexicon", &crate::common::english("TEA").to_bytes()[..40]);
    assert!(refusal(&cut).contains("cut.lexicon: the file is cut off"), "{}", refusal(&cut));
}

#[test]
fn words_and_their_forms_have_definitions() {
    let catalogue = Catalogue::with_folders(None, folders());
    let english = catalogue.native("english").unwrap();
    let define = |word: &str| {
        catalogue
            .definition(&english, word)
            .map(|definition| format!("{}: {}", definition.word, definition.senses.join(" | ")))
    };
    assert_eq!(define("tea").as_deref(), Some("TEA: n a beverage"));
    assert_eq!(
        define("STOPPED").as_deref(),
        Some("STOP: n the event of something ending | v come to a halt")
    );
    assert_eq!(define("DARN"), None);
    assert_eq!(catalogue.definition(&catalogue.native("spanish").unwrap(), "TEA"), None);
}

#[test]
fn definitions_are_found_in_every_block() {
    let words: Vec<String> = (0..3000).map(|n| format!("W{n:04}")).collect();
    let text: String = words
        .iter()
        .rev()
        .map(|word| format!("{word}\tn the meaning of {word}, which takes some words to tell\n"))
        .collect();
    let packed = packed_definitions(&text);
    assert!(
        packed.windows(4).filter(|bytes| *bytes == [0x28, 0xB5, 0x2F, 0xFD]).count() > 3,
        "several frames"
    );
    let mut folders = folders();
    folders[0].files.retain(|(name, _)| name != "definitions.tsv.zst");
    let look_up = |packed: Vec<u8>, word: &str| {
        let mut folders = folders.clone();
        folders[0].files.push(("definitions.tsv.zst".to_owned(), packed.into()));
        let catalogue = Catalogue::with_folders(None, folders);
        catalogue
            .definition(&catalogue.native("english").unwrap(), word)
            .map(|definition| definition.senses.join(" | "))
    };
    for word in words.iter().step_by(97).chain([&words[2999]]) {
        assert_eq!(
            look_up(packed.clone(), word),
            Some(format!("n the meaning of {word}, which takes some words to tell"))
        );
    }
    for word in ["", "A", "W", "W000", "W00000", "W1234X", "Z"] {
        assert_eq!(look_up(packed.clone(), word), None, "{word}");
    }
    for cut in [0, 3, 7, 20, packed.len() / 2] {
        assert_eq!(look_up(packed[..cut].to_vec(), "W2999"), None, "cut off at {cut}");
    }
}

#[test]
fn alphabets_that_spell_alike() {
    let plain = alphabet("A E S", &[]);
    assert!(plain.spells_alike(&alphabet("A E S", &[("É", "E"), ("ß", "SS")])));
    assert!(!plain.spells_alike(&alphabet("A S E", &[])));
    assert!(!plain.spells_alike(&alphabet("A E S", &[("AE", "E")])), "it reads SAE otherwise");
    assert!(
        !plain.spells_alike(&alphabet("A E S", &[("ae", "E")])),
        "a fold written small is a fold of capitals too"
    );
    assert_eq!(NO_FOLDS.len(), 0);
}
