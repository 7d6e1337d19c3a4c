//! Looking ahead: the same answer for the same seed, legal moves, and plausible values.

use std::sync::Arc;

use tisane_engine::matches::Go;
use tisane_engine::win::CERTAIN;
use tisane_engine::{Analysis, Ended, Engine, Exactness, Limits, Method, Models, Opponent, bench};
use tisane_lexicon::Catalogue;
use tisane_lexicon::catalogue::LexiconRequest;
use tisane_rules::{Move, Position, Reason, Ruleset, Tiles};

use crate::common;

fn engine(ruleset: &str, lexicon: &str) -> Engine {
    let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
    let wanted = LexiconRequest {
        longest: ruleset.layout.longest(),
        ..LexiconRequest::new(lexicon, &ruleset.alphabet)
    };
    let lexicon = Catalogue::new(None).get_with(&wanted).unwrap().lexicon;
    Models::new(None).engine(ruleset, lexicon).unwrap()
}

fn of(engine: &Engine, which: usize) -> Position {
    let name = &engine.ruleset().name;
    let discipline =
        bench::disciplines().into_iter().find(|discipline| discipline.ruleset == *name).unwrap();
    discipline.positions(engine.ruleset()).swap_remove(which)
}

fn solve(engine: &Engine, position: &Position, limits: Limits) -> Analysis {
    let analysis = engine.solve(position, limits, &mut |_| Go::On);
    let legal = engine.moves(position);
    for line in &analysis.lines {
        assert!(legal.contains(&line.candidate), "{:?}", line.candidate);
    }
    analysis
}

const FEW: Limits = Limits {
    candidates: 5,
    plies: Some(2),
    iterations: 40,
    rollouts: u64::MAX,
    nodes: 10_000,
    preendgame: 0,
    opponent: Opponent::KnowsBag,
    inference: None,
    prior: 60,
    seed: 3,
    threads: 1,
    endgame_threads: 1,
};

#[test]
fn the_answer_is_the_same_for_any_number_of_threads() {
    let engine = engine("english", "english");
    for which in [3, 17] {
        let position = of(&engine, which);
        let one = solve(&engine, &position, FEW);
        assert_eq!(one, solve(&engine, &position, Limits { threads: 3, ..FEW }));
        let other = solve(&engine, &position, Limits { seed: 4, ..FEW });
        assert_ne!(one.lines[0].spread, other.lines[0].spread, "another seed, other tiles");
    }
}

#[test]
fn a_line_has_the_results_of_its_rollouts() {
    let engine = engine("english", "english");
    let position = of(&engine, 5);
    let analysis = solve(&engine, &position, Limits { iterations: 30, ..FEW });
    assert_eq!(
        analysis.method,
        Method::Simulation { plies: 2, rollouts: 150, ended: Some(Ended::LimitReached) }
    );
    assert_eq!(analysis.lines.len(), 5);
    for line in &analysis.lines {
        let sampled = line.sampled.as_ref().unwrap();
        assert_eq!((line.exactness, sampled.samples), (Exactness::Estimated, 30));
        assert!(line.win.unwrap() > 0 && line.win.unwrap() < CERTAIN);
        assert!(sampled.win_error > 0.0 && sampled.win_error < f64::from(CERTAIN) / 5.0);
        assert!(
            sampled.spread_error > 500.0 && sampled.spread_error < 30_000.0,
            "{}",
            sampled.spread_error
        );
        assert_eq!(sampled.plies.len(), 2);
        assert!(
            sampled.plies.iter().all(|ply| (10_000..60_000).contains(&ply.score)),
            "{:?}",
            sampled.plies
        );
        let tiles: u32 = sampled.heat.iter().sum();
        assert!((30..=210).contains(&tiles), "1 to 7 tiles in each of 30 replies, not {tiles}");
        assert!(matches!(line.reply, Some(Move::Play(_))));
    }
    let wins: Vec<_> = analysis.lines.iter().map(|line| line.win).collect();
    assert!(wins.is_sorted_by(|a, b| a >= b), "{wins:?}");
}

#[test]
fn stopping_takes_effect_after_the_first_batch() {
    let engine = engine("english", "english");
    let mut rollouts = Vec::new();
    let analysis = engine.solve(&of(&engine, 5), FEW, &mut |analysis| match analysis.method {
        Method::Simulation { rollouts: played, .. } => {
            rollouts.push(played);
            Go::Stop
        }
        _ => Go::On,
    });
    assert_eq!(rollouts, [10], "two deals, for two threads");
    assert_eq!(
        analysis.method,
        Method::Simulation { plies: 2, rollouts: 10, ended: Some(Ended::Stopped) }
    );
}

#[test]
fn decided_games_are_ranked_by_points() {
    let engine = engine("english", "english");
    for lead in [600, -600] {
        let mut position = of(&engine, 9);
        position.scores = vec![lead.max(0), (-lead).max(0)];
        let analysis = solve(&engine, &position, Limits { iterations: 20, ..FEW });
        let spreads: Vec<i32> = analysis.lines.iter().map(|line| line.spread.unwrap()).collect();
        assert!(spreads.is_sorted_by(|a, b| a >= b), "{spreads:?}");
        assert!(spreads.iter().all(|spread| (spread - lead * 1000).abs() < 200_000));
    }
}

#[test]
fn a_bad_candidate_is_eliminated_early() {
    let engine = engine("english", "english");
    let position = of(&engine, 3);
    let analysis = solve(
        &engine,
        &position,
        Limits { candidates: 40, rollouts: 4_000, iterations: u64::MAX, ..FEW },
    );
    let samples = |line: &tisane_engine::Line| line.sampled.as_ref().unwrap().samples;
    let (first, last) = (&analysis.lines[0], analysis.lines.last().unwrap());
    assert!(samples(first) > samples(last), "{} {}", samples(first), samples(last));
    assert!(first.sampled.as_ref().unwrap().live && !last.sampled.as_ref().unwrap().live);
    let Method::Simulation { rollouts, .. } = analysis.method else { panic!() };
    assert!(rollouts <= 4_000 && rollouts == analysis.lines.iter().map(samples).sum::<u64>());
}

#[test]
fn a_simulation_ends_when_one_move_is_clearly_best() {
    let engine = engine("english", "english");
    let position = of(&engine, 3);
    let mut ends = Vec::new();
    // The best move by equity, and the pass.
    let limits = Limits { candidates: 1, ..Limits::default() };
    let analysis = engine.solve_with(&position, Some(&Move::Pass), limits, &mut |analysis| {
        if let Method::Simulation { ended, .. } = analysis.method {
            ends.push(ended);
        }
        Go::On
    });
    assert!(
        matches!(analysis.method, Method::Simulation { ended: Some(Ended::Clear), .. }),
        "{:?}",
        analysis.method
    );
    assert_eq!(analysis.lines[1].candidate.mv, Move::Pass);
    assert!(
        !ends.is_empty() && ends.iter().all(Option::is_none),
        "a running simulation has not ended: {ends:?}"
    );
}

#[test]
fn stopping_gives_an_answer_at_once() {
    let engine = engine("english", "english");
    let position = of(&engine, 3);
    for patience in [0, 1, 2] {
        let mut heard = 0;
        let analysis =
            engine.solve(&position, Limits { candidates: 3, ..Limits::default() }, &mut |_| {
                heard += 1;
                if heard > patience { Go::Stop } else { Go::On }
            });
        assert_eq!((heard, analysis.lines.len()), (patience + 1, 3));
    }
}

/// The same position with more players, whose racks are as full as possible.
fn at_seats(engine: &Engine, position: &Position, seats: usize) -> Position {
    let Position { board, rack, .. } = position.clone();
    Position::new(engine.ruleset(), board, rack, vec![Tiles::new(); seats - 1], vec![30; seats])
        .unwrap()
}

#[test]
fn any_number_of_players_and_any_ending_is_simulated() {
    for (ruleset, lexicon, seats, rack) in [
        ("english", "english", 4, "AEINRST"),
        ("erudit", "russian", 3, "АЕИКРСТ"),
        ("crossplay", "english", 2, "AEINRST"),
    ] {
        let engine = engine(ruleset, lexicon);
        let board = tisane_rules::Board::empty(&engine.ruleset().layout);
        let rack = common::rack(engine.ruleset(), rack);
        let others = vec![Tiles::new(); seats - 1];
        let position =
            Position::new(engine.ruleset(), board, rack, others, vec![30; seats]).unwrap();
        let analysis = solve(&engine, &position, Limits { iterations: 6, ..FEW });
        assert_eq!(
            analysis,
            solve(&engine, &position, Limits { iterations: 6, threads: 2, ..FEW })
        );
        assert!(analysis.lines.iter().all(|line| line.win.is_some_and(|win| win <= CERTAIN)));
        if seats > 2 {
            // So far behind that the best play ties: a lead is worth more with fewer turns left.
            let mut position = position;
            position.scores[0] -= analysis.lines[0].candidate.score;
            let chance = |position: &Position| {
                solve(&engine, position, Limits { iterations: 6, ..FEW }).lines[0].win
            };
            let with = chance(&position);
            position.others[0].gone = true;
            assert!(chance(&position) > with, "one fewer to beat");
        }
    }
}

#[test]
fn the_default_is_one_more_turn_for_everybody() {
    let engine = engine("english", "english");
    let mut four = at_seats(&engine, &of(&engine, 3), 4);
    let turns = |position: &Position, plies: Option<usize>| -> Vec<usize> {
        let analysis = solve(&engine, position, Limits { plies, iterations: 2, ..FEW });
        let played = &analysis.lines[0].sampled.as_ref().unwrap().plies;
        assert!(
            matches!(analysis.method, Method::Simulation { plies, .. } if plies == played.len())
        );
        played.iter().map(|ply| ply.seat).collect()
    };
    assert_eq!(turns(&four, None), [1, 2, 3, 0]);
    assert_eq!(turns(&four, Some(6)), [1, 2, 3, 0, 1, 2]);
    four.others[1].gone = true;
    assert_eq!(turns(&four, None), [1, 3, 0]);
}

const ENDGAME: &str = "W13A/E3T9V/BETHANK7O/F2IF6AVOW/E3I7O2/D3AR4TALLY/5U3JIBE1A/N3EM1ROOTY2R/I3SILEX5D/D3EN4UNCUS/\
                       G3SAURIAN1Z2/E4L1I3PA2/T6D3OR2/SEEThING3O3/7EnCIPHER";

#[test]
fn a_running_endgame_reports_its_nodes() {
    let engine = engine("english", "english-classic");
    let position = common::position(engine.ruleset(), &format!("{ENDGAME} GMO/Q 409/381 0"));
    let mut seen = Vec::new();
    engine.solve(&position, FEW, &mut |analysis| {
        if let Method::Endgame { nodes } = analysis.method {
            seen.push(nodes);
        }
        Go::On
    });
    assert!(seen.first() > Some(&0) && seen.is_sorted(), "{seen:?}");
}

#[test]
fn an_endgame_of_two_is_solved_exactly() {
    let engine = engine("english", "english-classic");
    let position = common::position(engine.ruleset(), &format!("{ENDGAME} GMO/Q 409/381 0"));
    let analysis = solve(&engine, &position, FEW);
    assert!(matches!(analysis.method, Method::Endgame { .. }));
    let [first, rest @ ..] = &analysis.lines[..] else { panic!("no lines") };
    assert_eq!(
        (first.exactness, first.spread, first.win),
        (Exactness::Exact, Some(80_000), Some(CERTAIN))
    );
    assert!(
        !rest.is_empty()
            && rest
                .iter()
                .all(|line| line.exactness == Exactness::Exact && line.spread <= Some(80_000))
    );
    let spreads: Vec<_> = analysis.lines.iter().map(|line| line.spread).collect();
    assert!(spreads.is_sorted_by(|a, b| a >= b), "{spreads:?}");
    // Every value is what the opponent reaches in the following position.
    let line = rest.iter().rev().find(|line| !line.candidate.leave.is_empty()).unwrap();
    let Move::Play(play) = &line.candidate.mv else { panic!("{:?}", line.candidate) };
    let mut after = position.clone();
    play.place_on(&mut after.board);
    after.rack = position.unseen(engine.ruleset());
    after.scores = vec![381, 409 + line.candidate.score];
    after.others[0] =
        tisane_rules::OtherRack { len: line.candidate.leave.len(), ..Default::default() };
    let reply = solve(&engine, &after, FEW);
    assert_eq!(reply.lines[0].spread, line.spread.map(|spread| -spread));
}

#[test]
fn an_endgame_of_three_is_simulated_to_the_end() {
    let engine = engine("english", "english-classic");
    let two = common::position(engine.ruleset(), &format!("{ENDGAME} GM/O 409/381 0"));
    let mut three = at_seats(&engine, &two, 3);
    three.others[0].len = 1;
    three.others[1].len = 1;
    assert_eq!((three.bag, three.unseen(engine.ruleset()).len()), (0, 2));
    let analysis = solve(&engine, &three, FEW);
    assert!(matches!(analysis.method, Method::Simulation { .. }));
    for line in &analysis.lines {
        assert_eq!(line.exactness, Exactness::Estimated);
        assert!(line.win.is_some(), "every game has ended");
    }
}

#[test]
fn a_game_that_is_over_is_not_simulated() {
    let engine = engine("english", "english");
    let position = of(&engine, 3);
    assert_eq!(engine.over(&position), None);
    let by_scoreless = Position { scoreless_turns: 6, ..position.clone() };
    let mut by_out = common::position(engine.ruleset(), &format!("{ENDGAME} GMO/Q 409/381 0"));
    by_out.others[0].len = 0;
    for (over, reason) in [(by_scoreless, Reason::Scoreless), (by_out, Reason::Out(1))] {
        assert_eq!(engine.over(&over), Some(reason));
        let mut reports = 0;
        let analysis = engine.solve(&over, Limits::default(), &mut |_| {
            reports += 1;
            Go::On
        });
        assert_eq!((analysis.method, reports), (Method::Static, 0));
    }
}
