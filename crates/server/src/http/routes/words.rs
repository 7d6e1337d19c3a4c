//! Word look-ups. A request names a lexicon, a ruleset or both. The ruleset gives the tiles, the
//! longest word and, unless one is named, the lexicon. Without a ruleset the lexicon's own letters
//! hold; a plain word list is read with the tiles of the game that fits it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Query, State};
use serde::Deserialize;
use tisane_lexicon::Lexicon;
use tisane_protocol::{HooksView, LONGEST_WORDS_TEXT, MOST_WORDS, WordCheck, WordsFound, words_of};

use super::open::{Game, given, open};
use crate::compute::blocking::blocking;
use crate::{App, Error};

/// Words in one answer, unless a limit is given.
const USUAL_WORDS: usize = 1000;

/// The query of a request; an unreadable one is refused with a sentence.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Error))]
pub(crate) struct Asked<T>(pub(crate) T);

/// The lexicon and ruleset, part of every look-up.
#[derive(Clone, Deserialize)]
pub(crate) struct Which {
    pub(crate) lexicon: Option<String>,
    pub(crate) ruleset: Option<String>,
    /// Without slurs, if the lexicon marks them.
    #[serde(default)]
    pub(crate) family: bool,
}

#[derive(Deserialize)]
pub(crate) struct WordQuery {
    word: String,
}

#[derive(Deserialize)]
pub(crate) struct AnagramQuery {
    letters: String,
    /// Also words made of some of the letters.
    #[serde(default)]
    shorter: bool,
    limit: Option<usize>,
}

#[derive(Deserialize)]
pub(crate) struct PatternQuery {
    pattern: String,
    limit: Option<usize>,
}

#[derive(Deserialize)]
pub(crate) struct ListQuery {
    /// Length of the words in tiles.
    length: usize,
    /// Letters they must contain.
    #[serde(default)]
    letters: String,
    /// Only words at least this common, if the lexicon says how common they are.
    level: Option<u8>,
    limit: Option<usize>,
}

#[derive(Deserialize)]
pub(crate) struct ExtensionsQuery {
    word: String,
    limit: Option<usize>,
}

/// `GET /api/words/check?lexicon=&ruleset=&family=true&word=QI+ZA`: which of these are words, with
/// definitions.
pub(crate) async fn check(
    State(app): State<App>,
    Asked(which): Asked<Which>,
    Asked(WordQuery { word }): Asked<WordQuery>,
) -> Result<Json<WordCheck>, Error> {
    let (catalogue, family) = (app.catalogue().clone(), which.family);
    // Opening the lexicon refuses an unknown ruleset.
    let squares = which
        .ruleset
        .as_deref()
        .and_then(|name| app.ruleset(name).ok())
        .map(|game| game.layout.longest());
    answer(app, which, word, move |lexicon, text| {
        Ok(WordCheck::of(&catalogue, lexicon, family, squares, words_of(text)))
    })
    .await
}

/// `GET /api/words/anagrams?lexicon=&ruleset=&family=true&letters=RETINA?&shorter=true&limit=100`:
/// longest first.
pub(crate) async fn anagrams(
    State(app): State<App>,
    Asked(which): Asked<Which>,
    Asked(AnagramQuery { letters, shorter, limit }): Asked<AnagramQuery>,
) -> Result<Json<WordsFound>, Error> {
    answer(app, which, letters, move |lexicon, text| {
        Ok(WordsFound::anagrams(lexicon, text, shorter, most(limit))?)
    })
    .await
}

/// `GET /api/words/patterns?lexicon=&ruleset=&family=true&pattern=T*[AEI]?&limit=100`: longest
/// first.
pub(crate) async fn patterns(
    State(app): State<App>,
    Asked(which): Asked<Which>,
    Asked(PatternQuery { pattern, limit }): Asked<PatternQuery>,
) -> Result<Json<WordsFound>, Error> {
    answer(app, which, pattern, move |lexicon, text| {
        Ok(WordsFound::patterns(lexicon, text, most(limit))?)
    })
    .await
}

/// `GET /api/words/hooks?lexicon=&ruleset=&family=true&word=ARE`: letters that can be added before,
/// after and inside.
pub(crate) async fn hooks(
    State(app): State<App>,
    Asked(which): Asked<Which>,
    Asked(WordQuery { word }): Asked<WordQuery>,
) -> Result<Json<HooksView>, Error> {
    answer(app, which, word, |lexicon, text| Ok(HooksView::read(lexicon, text)?)).await
}

/// `GET /api/words/list?lexicon=&ruleset=&family=true&length=2&letters=Q&level=50&limit=100`: all
/// words of a length that contain some letters, in order.
pub(crate) async fn list(
    State(app): State<App>,
    Asked(which): Asked<Which>,
    Asked(ListQuery { length, letters, level, limit }): Asked<ListQuery>,
) -> Result<Json<WordsFound>, Error> {
    answer(app, which, letters, move |lexicon, text| {
        Ok(WordsFound::list(lexicon, text, length, level, most(limit))?)
    })
    .await
}

/// `GET /api/words/extensions?lexicon=&ruleset=&family=true&word=TEA&limit=100`: longer words that
/// contain it, the shortest first.
pub(crate) async fn extensions(
    State(app): State<App>,
    Asked(which): Asked<Which>,
    Asked(ExtensionsQuery { word, limit }): Asked<ExtensionsQuery>,
) -> Result<Json<WordsFound>, Error> {
    answer(app, which, word, move |lexicon, text| {
        Ok(WordsFound::extensions(lexicon, text, most(limit))?)
    })
    .await
}

fn most(limit: Option<usize>) -> usize {
    limit.unwrap_or(USUAL_WORDS).min(MOST_WORDS)
}

/// Opens the lexicon and answers, off the network threads.
async fn answer<T: Send + 'static>(
    app: App,
    which: Which,
    text: String,
    answer: impl FnOnce(&Lexicon, &str) -> Result<T, Error> + Send + 'static,
) -> Result<Json<T>, Error> {
    if text.len() > LONGEST_WORDS_TEXT {
        return Err(Error::Long { most: LONGEST_WORDS_TEXT });
    }
    let work = move || {
        let lexicon = open_words(&app, which)?;
        answer(&lexicon, &text).map(Json)
    };
    blocking(work).await?
}

/// Opens the lexicon of a request.
pub(crate) fn open_words(
    app: &App,
    Which { lexicon, ruleset, family }: Which,
) -> Result<Arc<Lexicon>, Error> {
    let ruleset = given(ruleset).map(|name| app.ruleset(&name)).transpose()?;
    let name = given(lexicon)
        .or_else(|| ruleset.as_ref().and_then(|ruleset| ruleset.lexicon.clone()))
        .ok_or(Error::WhichLexicon)?;
    open(app, Game::HasDefault, |library| match &ruleset {
        Some(ruleset) => library.lexicon_for(ruleset, &name, family, &mut Vec::new()),
        None => library.lexicon_alone(&name, family, &mut Vec::new()),
    })
}
