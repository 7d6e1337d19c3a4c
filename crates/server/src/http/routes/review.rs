//! Looking back on games: of this server, or from score sheets.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use tisane_engine::Engine;
use tisane_engine::review::{Attention, Care, Review};
use tisane_lexicon::Lexicon;
use tisane_protocol::ReviewView;
use tisane_protocol::request::{ReviewRequest, ReviewedGame};
use tisane_rules::{GcgFile, Position, Record, Ruleset};

use super::analysis::Ahead;
use super::lexicons::lexicon;
use super::streamed::{Wanted, answer};
use crate::compute::Thought;
use crate::compute::blocking::blocking;
use crate::error::Refused;
use crate::http::asking::{Address, Body, Perhaps};
use crate::limits::Kind;
use crate::people::players::Player;
use crate::room::Table;
use crate::{App, Error};

/// The longest anybody may look at one turn.
const LONGEST_TIME: Duration = Duration::from_secs(10);

/// `POST /api/review`: what was best in every turn of a game, and what the difference cost.
pub(crate) async fn review(
    State(app): State<App>,
    Perhaps(player): Perhaps,
    address: Address,
    wanted: Wanted,
    Body(request): Body<ReviewRequest>,
) -> Result<Response, Error> {
    address.take(&app, Kind::Thinking)?;
    let ahead = request.ahead.as_ref().map(|ahead| Ahead::of(ahead, LONGEST_TIME));
    let Reviewed { ruleset, lexicon, record } = load(&app, player.as_ref(), request).await?;
    let work = move |engine: &Engine, thought: &mut Thought<'_, ReviewView>| {
        look_back(engine, &record, ahead, thought)
    };
    let told = app.computer().analyse(
        address.asker(player.as_ref()),
        app.stopping(),
        (ruleset, lexicon),
        work,
    )?;
    answer(wanted, told).await
}

/// A game with its rules and words.
struct Reviewed {
    ruleset: Arc<Ruleset>,
    lexicon: Arc<Lexicon>,
    record: Record,
}

async fn load(
    app: &App,
    player: Option<&Player>,
    request: ReviewRequest,
) -> Result<Reviewed, Error> {
    let ReviewRequest { of, ruleset, lexicon: named, family, .. } = request;
    let (reviewed, positions) = match of {
        ReviewedGame::Game(id) => return of_game(app, player, &id).await,
        ReviewedGame::Sheet(text) => {
            let app = app.clone();
            let work = move || {
                let reviewed = of_sheet(&app, &text, ruleset, named, family)?;
                let recorded = reviewed
                    .record
                    .positions(&reviewed.ruleset)
                    .map_err(|error| Refused::Notation(error.to_string()))?;
                let positions: Vec<Position> =
                    recorded.into_iter().filter_map(|recorded| recorded.position.ok()).collect();
                Ok::<_, Error>((reviewed, positions))
            };
            blocking(work).await??
        }
    };
    app.refuse_help(player, &reviewed.ruleset, positions).await?;
    Ok(reviewed)
}

fn of_sheet(
    app: &App,
    text: &str,
    ruleset: Option<String>,
    named: Option<String>,
    family: bool,
) -> Result<Reviewed, Error> {
    let wrong = |error: &dyn std::fmt::Display| Refused::Notation(error.to_string());
    let file = GcgFile::read(text.as_bytes()).map_err(|error| wrong(&error))?;
    let name = ruleset.filter(|name| !name.is_empty()).or_else(|| file.ruleset_name());
    let ruleset =
        app.ruleset(&name.ok_or_else(|| {
            wrong(&"the sheet does not say which game it is from; name a ruleset")
        })?)?;
    let record = file.record(&ruleset).map_err(|error| wrong(&error))?.record;
    let lexicon = lexicon(app, &ruleset, named.as_deref(), family)?;
    Ok(Reviewed { ruleset, lexicon, record })
}

/// With the words it was played with.
async fn of_game(app: &App, player: Option<&Player>, id: &str) -> Result<Reviewed, Error> {
    let who = player.map(|player| player.id.clone());
    let look = move |table: &Table| {
        table.sight(who.as_deref())?;
        if table.game.outcome().is_none() {
            return Err(Refused::NotEnded);
        }
        Ok(Reviewed {
            ruleset: table.ruleset().clone(),
            lexicon: table.lexicon.clone(),
            record: table.game.record(),
        })
    };
    Ok(app.room(id).await?.look(look).await??)
}

fn look_back(
    engine: &Engine,
    record: &Record,
    ahead: Option<Ahead>,
    thought: &mut Thought<'_, ReviewView>,
) -> Result<ReviewView, Refused> {
    if !record.entries.iter().any(|entry| entry.what.is_turn()) {
        return Err(Refused::Notation("the game has no turns".to_owned()));
    }
    let (mut turn, mut began) = (0, Duration::ZERO);
    let care = ahead.map_or(Care::Static, |ahead| Care::Ahead(ahead.limits));
    judge(engine, record, care, &mut |judged| {
        if judged.turns.len() != turn {
            (turn, began) = (judged.turns.len(), thought.lasted());
            thought.tell(|| judged.clone());
        }
        match () {
            () if !thought.goes_on() => Attention::Stop,
            () if ahead.is_some_and(|ahead| thought.lasted() - began >= ahead.time) => {
                Attention::NextTurn
            }
            () => Attention::On,
        }
    })
}

/// Looks at every turn. `attention` is asked again and again, with what was judged so far; that is
/// the answer if judging fails or is stopped.
fn judge(
    engine: &Engine,
    record: &Record,
    care: Care,
    attention: &mut dyn FnMut(&ReviewView) -> Attention,
) -> Result<ReviewView, Refused> {
    let view =
        |review: &Review| ReviewView::of(engine.ruleset(), engine.lexicon().name(), record, review);
    let mut judged: Option<ReviewView> = None;
    let mut stopped = false;
    let look = || {
        engine.review(record, care, &mut |review| {
            let known = judged.take().filter(|judged| judged.turns.len() == review.turns.len());
            let attention = attention(judged.insert(known.unwrap_or_else(|| view(review))));
            stopped |= attention == Attention::Stop;
            attention
        })
    };
    match catch_unwind(AssertUnwindSafe(look)) {
        Ok(review) => {
            let unfinished = stopped.then(|| Refused::Closing.to_string());
            Ok(ReviewView {
                unfinished,
                ..view(&review.map_err(|error| Refused::Notation(error.to_string()))?)
            })
        }
        // The panic itself is in the log by then.
        Err(_) => {
            let judged = judged.filter(|judged| !judged.turns.is_empty()).ok_or(Refused::Failed)?;
            tracing::error!(turns = judged.turns.len(), "a review has failed after so many turns");
            Ok(ReviewView { unfinished: Some(Refused::Failed.to_string()), ..judged })
        }
    }
}

#[cfg(test)]
mod tests {
    use tisane_engine::Models;
    use tisane_lexicon::Catalogue;

    use super::*;

    const SHEET: &str = "#player1 a Ada\n#player2 b Bo\n>a: AEINRST 8D NASTIER +66 66\n>b: AEINRTX 9G AX +22 22\n>a: AABDEEO 7A ABODE +22 88\n";

    #[test]
    fn what_was_judged_before_a_failure_is_not_lost() {
        let ruleset = Arc::new(Ruleset::named("english").unwrap());
        let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
        let record = GcgFile::read(SHEET.as_bytes()).unwrap().record(&ruleset).unwrap().record;
        let engine = Models::new(None).engine(ruleset, lexicon).unwrap();
        let fails_at = |turn: usize| {
            judge(&engine, &record, Care::Static, &mut |judged| {
                assert!(judged.turns.len() < turn, "this turn cannot be judged");
                Attention::On
            })
        };
        let whole = fails_at(usize::MAX).unwrap();
        assert_eq!((whole.turns.len(), whole.unfinished), (3, None));
        let part = fails_at(2).unwrap();
        assert_eq!(part.turns, whole.turns[..2]);
        assert_eq!(part.unfinished, Some(Refused::Failed.to_string()));
        assert!(matches!(fails_at(0), Err(Refused::Failed)), "nothing was judged");
    }

    #[test]
    fn a_review_that_is_stopped_says_so() {
        let ruleset = Arc::new(Ruleset::named("english").unwrap());
        let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
        let record = GcgFile::read(SHEET.as_bytes()).unwrap().record(&ruleset).unwrap().record;
        let engine = Models::new(None).engine(ruleset, lexicon).unwrap();
        let stop = &mut |judged: &ReviewView| {
            if judged.turns.is_empty() { Attention::On } else { Attention::Stop }
        };
        let part = judge(&engine, &record, Care::Static, stop).unwrap();
        assert_eq!((part.turns.len(), part.unfinished), (1, Some(Refused::Closing.to_string())));
    }
}
