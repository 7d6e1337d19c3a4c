//! Questions about words. Each names a lexicon, a ruleset or both: the ruleset gives the tiles, the
//! longest word and, unless one is named, the lexicon; without one, the lexicon's own letters count.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Query, State};
use serde::Deserialize;
use tisane_lexicon::catalogue::Wanted;
use tisane_lexicon::query::{Pattern, parse_tiles};
use tisane_lexicon::{CatalogueError, Letter, Lexicon, OpenError};
use tisane_protocol::{HooksView, WordCheck, WordsFound};

use super::lexicons::no_such;
use crate::{App, Error};

/// Words in one answer, unless fewer are asked for.
const MOST_WORDS: usize = 1000;
/// Longer texts than this are no question.
const LONGEST_TEXT: usize = 1000;

/// The query of a request, refused with a sentence if it cannot be read.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Error))]
pub(crate) struct Asked<T>(T);

#[derive(Deserialize)]
pub(crate) struct WordQuery {
    lexicon: Option<String>,
    ruleset: Option<String>,
    word: String,
}

#[derive(Deserialize)]
pub(crate) struct AnagramQuery {
    lexicon: Option<String>,
    ruleset: Option<String>,
    letters: String,
    /// Words of only some of the letters, too.
    #[serde(default)]
    shorter: bool,
    limit: Option<usize>,
}

#[derive(Deserialize)]
pub(crate) struct PatternQuery {
    lexicon: Option<String>,
    ruleset: Option<String>,
    pattern: String,
    limit: Option<usize>,
}

/// `GET /api/words/check?lexicon=&ruleset=&word=QI+ZA`: which of these are words.
pub(crate) async fn check(State(app): State<App>, Asked(query): Asked<WordQuery>) -> Result<Json<WordCheck>, Error> {
    answer(app, query.lexicon, query.ruleset, query.word, |lexicon, text| {
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|word| !word.is_empty());
        Ok(WordCheck::of(lexicon, words))
    })
    .await
}

/// `GET /api/words/anagrams?lexicon=&ruleset=&letters=RETINA?&shorter=true&limit=100`: longest first.
pub(crate) async fn anagrams(State(app): State<App>, Asked(query): Asked<AnagramQuery>) -> Result<Json<WordsFound>, Error> {
    let AnagramQuery { lexicon, ruleset, letters, shorter, limit } = query;
    answer(app, lexicon, ruleset, letters, move |lexicon, text| {
        let (letters, blanks) = parse_tiles(lexicon.alphabet(), text)?;
        let mut words: Vec<Vec<Letter>> = match shorter {
            true => lexicon.subanagrams(&letters, blanks).collect(),
            false => lexicon.anagrams(&letters, blanks).collect(),
        };
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        Ok(WordsFound::of(lexicon, text, words, limit.unwrap_or(MOST_WORDS).min(MOST_WORDS)))
    })
    .await
}

/// `GET /api/words/patterns?lexicon=&ruleset=&pattern=T*[AEI]?&limit=100`: longest first.
pub(crate) async fn patterns(State(app): State<App>, Asked(query): Asked<PatternQuery>) -> Result<Json<WordsFound>, Error> {
    let PatternQuery { lexicon, ruleset, pattern, limit } = query;
    answer(app, lexicon, ruleset, pattern, move |lexicon, text| {
        let pattern = Pattern::parse(lexicon.alphabet(), text)?;
        let mut words: Vec<Vec<Letter>> = lexicon.matches(&pattern).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        Ok(WordsFound::of(lexicon, text, words, limit.unwrap_or(MOST_WORDS).min(MOST_WORDS)))
    })
    .await
}

/// `GET /api/words/hooks?lexicon=&ruleset=&word=ARE`: what can be put before, after and inside.
pub(crate) async fn hooks(State(app): State<App>, Asked(query): Asked<WordQuery>) -> Result<Json<HooksView>, Error> {
    answer(app, query.lexicon, query.ruleset, query.word, |lexicon, text| {
        Ok(HooksView::of(lexicon, &lexicon.alphabet().parse(text.trim())?))
    })
    .await
}

/// Finds the lexicon and answers, both away from the threads that talk to the network.
async fn answer<T: Send + 'static>(
    app: App,
    lexicon: Option<String>,
    ruleset: Option<String>,
    text: String,
    answer: impl FnOnce(&Lexicon, &str) -> Result<T, Error> + Send + 'static,
) -> Result<Json<T>, Error> {
    if text.len() > LONGEST_TEXT {
        return Err(Error::Long { most: LONGEST_TEXT });
    }
    let work = move || {
        let lexicon = open(&app, given(lexicon), given(ruleset))?;
        answer(&lexicon, &text).map(Json)
    };
    tokio::task::spawn_blocking(work).await.expect("answers do not panic")
}

/// A page sends `ruleset=` for none.
fn given(name: Option<String>) -> Option<String> {
    name.filter(|name| !name.is_empty())
}

fn open(app: &App, lexicon: Option<String>, ruleset: Option<String>) -> Result<Arc<Lexicon>, Error> {
    let ruleset = ruleset.map(|name| app.ruleset(&name)).transpose()?;
    let name = lexicon.or_else(|| ruleset.as_ref().and_then(|ruleset| ruleset.lexicon.clone())).ok_or(Error::WhichLexicon)?;
    if !app.catalogue().knows(&name) {
        return Err(no_such(app.catalogue(), &name)); // a path, perhaps; visitors do not read our disk
    }
    Ok(match ruleset {
        Some(ruleset) => {
            let wanted = Wanted { longest: ruleset.layout.longest(), ..Wanted::new(&name, &ruleset.alphabet) };
            app.catalogue().get_with(&wanted)?.0
        }
        None => app.catalogue().native(&name).map_err(|error| if knows_no_letters(&error) { Error::WhichTiles } else { error.into() })?,
    })
}

/// Word lists and KWG files do not; what is called a lexicon should.
fn knows_no_letters(error: &CatalogueError) -> bool {
    let CatalogueError::Open(OpenError::File { path, source }) = error else { return false };
    matches!(**source, OpenError::Foreign) && path.extension().is_none_or(|kind| !kind.eq_ignore_ascii_case("lexicon"))
}
