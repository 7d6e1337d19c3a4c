//! Lists all plays of a position: the best by equity, those across only, and the longest. Run with
//! `cargo run -p tisane-engine --example all_plays`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;

use tisane_engine::{Candidate, Models};
use tisane_lexicon::Catalogue;
use tisane_rules::{Cgp, Direction, Move, Ruleset};

/// A position as CGP: the board row by row, my rack, the scores, the turns without a score.
const POSITION: &str = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0";

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = Arc::new(Ruleset::named("english")?);
    let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet)?;
    let engine = Models::new(None).engine(ruleset.clone(), lexicon)?;
    let position = POSITION.parse::<Cgp>()?.position(&ruleset)?;
    let show = |candidate: &Candidate| {
        let play = ruleset.show_move(&position.board, &candidate.mv);
        format!("{play:<14}{:>3} {:>6.1}", candidate.score, f64::from(candidate.equity) / 1000.0)
    };

    println!("{:<14}score equity", "best plays");
    engine.top(&position, 5).iter().for_each(|candidate| println!("{}", show(candidate)));

    // A session keeps its working memory between positions.
    let mut session = engine.session();
    let all = session.plays(&position, None);
    let across = session.plays(&position, Some(Direction::Across));
    println!("\n{} plays, {} of them across", all.len(), across.len());
    assert!(across.len() < all.len());

    let tiles = |candidate: &Candidate| match &candidate.mv {
        Move::Play(play) => play.placements().len(),
        _ => 0,
    };
    let bingos = all.iter().filter(|candidate| tiles(candidate) == ruleset.rack);
    let highest = bingos.clone().max_by_key(|candidate| candidate.score).ok_or("no bingo")?;
    println!("{} bingos; the highest:\n{}", bingos.count(), show(highest));
    assert_eq!(highest.score, all.iter().map(|play| play.score).max().unwrap_or(0));
    Ok(())
}
