//! Reviews of games: of this server, or from score sheets.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use tisane_app::analysis;
use tisane_app::budget::{Budget, Ceiling};
use tisane_app::review::{self, TurnTimer};
use tisane_engine::Engine;
use tisane_engine::review::{Review, ReviewControl, ReviewMethod};
use tisane_lexicon::Lexicon;
use tisane_protocol::ReviewView;
use tisane_protocol::request::{ReviewRequest, ReviewedGame};
use tisane_rules::{GcgFile, Position, Record, Ruleset, Written};

use super::analysis::budget;
use super::open::{Game, choices, open, required};
use super::streamed::{AnswerForm, answer};
use crate::compute::RunningAnalysis;
use crate::compute::blocking::blocking;
use crate::error::Refused;
use crate::http::asking::{Address, Body, MaybePlayer};
use crate::limits::Kind;
use crate::people::players::Player;
use crate::room::Table;
use crate::{App, Error};

/// The most that the review of one turn may take.
const CEILING: Ceiling =
    Ceiling { time: Some(Duration::from_secs(10)), candidates: 100, plies: 50, rollouts: u64::MAX };

/// `POST /api/review`: the best move of every turn of a game, and what the played one lost.
pub(crate) async fn review(
    State(app): State<App>,
    MaybePlayer(player): MaybePlayer,
    address: Address,
    wanted: AnswerForm,
    Body(request): Body<ReviewRequest>,
) -> Result<Response, Error> {
    address.take(&app, Kind::Thinking)?;
    let budget = request.ahead.as_ref().map(|ahead| budget(ahead).capped(&CEILING));
    let Reviewed { ruleset, lexicon, record } = load(&app, player.as_ref(), request).await?;
    let work = move |engine: &Engine, running: &mut RunningAnalysis<'_, ReviewView>| {
        look_back(engine, &record, budget, running)
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
    lexicon: Option<String>,
    family: bool,
) -> Result<Reviewed, Error> {
    let file =
        GcgFile::read(text.as_bytes()).map_err(|error| Refused::Notation(error.to_string()))?;
    let choices = choices(ruleset, lexicon, family);
    let (ruleset, record, lexicon) = open(app, Game::MustBeNamed, |library| {
        let warnings = &mut Vec::new();
        let (rules, game) = library.record(&file, &choices, warnings)?;
        let text = Written::Game(Box::new(file));
        let lexicon = library.words(Some(&text), &rules.ruleset, &choices, warnings)?;
        Ok((rules.ruleset, game.record, lexicon))
    })?;
    Ok(Reviewed { ruleset, lexicon: required(lexicon)?, record })
}

/// A game of this server, with its lexicon.
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
            record: table.record(),
        })
    };
    Ok(app.room(id).await?.look(look).await??)
}

fn look_back(
    engine: &Engine,
    record: &Record,
    budget: Option<Budget>,
    running: &mut RunningAnalysis<'_, ReviewView>,
) -> Result<ReviewView, Refused> {
    let method = analysis::review_method(budget.map(|budget| budget.limits()));
    let mut timer = TurnTimer::new(budget.and_then(|budget| budget.time_limit()));
    let mut turns = 0;
    judge(engine, record, method, &mut |judged| {
        let is_spent = timer.is_spent(judged.turns.len(), running.lasted());
        if judged.turns.len() != turns {
            turns = judged.turns.len();
            running.tell(|| judged.clone());
        }
        match () {
            () if !running.goes_on() => ReviewControl::Stop,
            () if is_spent => ReviewControl::NextTurn,
            () => ReviewControl::On,
        }
    })
}

/// Reviews every turn. `control` is called again and again with the review so far, which is the
/// answer if the review fails or is stopped.
fn judge(
    engine: &Engine,
    record: &Record,
    method: ReviewMethod,
    control: &mut dyn FnMut(&ReviewView) -> ReviewControl,
) -> Result<ReviewView, Refused> {
    let view =
        |review: &Review| ReviewView::of(engine.ruleset(), engine.lexicon().name(), record, review);
    let mut judged: Option<ReviewView> = None;
    let mut stopped = false;
    let look = || {
        review::review(engine, record, method, &mut |review| {
            let known = judged.take().filter(|judged| judged.turns.len() == review.turns.len());
            let control = control(judged.insert(known.unwrap_or_else(|| view(review))));
            stopped |= control == ReviewControl::Stop;
            control
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
        // The panic itself is already logged.
        Err(_) => {
            let judged = judged.filter(|judged| !judged.turns.is_empty()).ok_or(Refused::Failed)?;
            tracing::error!(
                turns = judged.turns.len(),
                "a review failed; the turns before it are kept"
            );
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
    fn turns_reviewed_before_a_failure_are_kept() {
        let ruleset = Arc::new(Ruleset::named("english").unwrap());
        let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
        let record = GcgFile::read(SHEET.as_bytes()).unwrap().record(&ruleset).unwrap().record;
        let engine = Models::new(None).engine(ruleset, lexicon).unwrap();
        let fails_at = |turn: usize| {
            judge(&engine, &record, ReviewMethod::Static, &mut |judged| {
                assert!(judged.turns.len() < turn, "this turn cannot be judged");
                ReviewControl::On
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
            if judged.turns.is_empty() { ReviewControl::On } else { ReviewControl::Stop }
        };
        let part = judge(&engine, &record, ReviewMethod::Static, stop).unwrap();
        assert_eq!((part.turns.len(), part.unfinished), (1, Some(Refused::Closing.to_string())));
    }
}
