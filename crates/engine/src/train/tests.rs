use std::sync::Arc;

use tisane_lexicon::{Catalogue, Lexicon};
use tisane_rules::{Ruleset, Tile};

use super::*;
use crate::evaluate::leave::{Leaves, rule_of_thumb};

fn named(ruleset: &str, lexicon: &str) -> (Arc<Ruleset>, Arc<Lexicon>) {
    let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
    let lexicon = Catalogue::new(None).get(lexicon, &ruleset.alphabet).unwrap();
    (ruleset, lexicon)
}

/// Racks of five and a few boards: fast enough for a test.
fn small() -> (Arc<Ruleset>, Arc<Lexicon>) {
    let source = Ruleset::builtin_source("english").unwrap();
    let settings = ["rack=5".to_owned(), "bonuses=[{ tiles = 5, points = 50 }]".to_owned()];
    let ruleset = Arc::new(Ruleset::parse_with(source, &settings).unwrap());
    let lexicon = Catalogue::new(None).get("english-classic", &ruleset.alphabet).unwrap();
    (ruleset, lexicon)
}

/// On a sampled board, the census knows the best move of every rack.
fn check_census((ruleset, lexicon): (Arc<Ruleset>, Arc<Lexicon>), racks: u64) {
    let plan = Plan { seed: 5, boards: vec![2], games: 2 };
    let training = Training::new(ruleset.clone(), lexicon, plan, 1).unwrap();
    let ranking = &training.ranking;
    let leaves = rule_of_thumb(&ruleset, ruleset.rack - 1);
    let units = |value: i32| (value * i32::from(POINT)).div_euclid(1000);
    // Rounded as in the census.
    let coarse = LeaveTable::new(&ruleset, ruleset.rack - 1, |leave| {
        units(leaves.value(leave)) * 1000 / i32::from(POINT)
    });
    let before = PreviousLeaves::new(ranking, coarse.values());
    let engine = training.engine.with_evaluation(leaves);
    let mut worker = CensusWorker::new(&training, &engine, &before, 0);
    let mut searcher = engine.generator().searcher();
    for number in 0..3 {
        let (board, unseen) = worker.sample(number);
        let pool = Pool::new(ranking.kinds(), &unseen);
        worker.sheet.fill(ranking, &ruleset, training.engine.lexicon(), &board, &pool);
        census::best(ranking, &before, &worker.sheet, &pool, &mut worker.best);
        searcher.set_board(&board);
        let all: Vec<Tile> = unseen.iter().collect();
        for n in 0..racks {
            // Tiles from all over the pool, including the blanks at its end.
            let from = ((n * 0x9E37_79B9) >> 7) as usize;
            let rack: Tiles = (0..ruleset.rack)
                .map(|i| all[(from + i * (all.len() / ruleset.rack)) % all.len()])
                .collect();
            let found = searcher.best_move(&rack, &coarse, rack.len());
            let kinds: Vec<usize> = rack
                .iter()
                .map(|tile| crate::evaluate::ranking::kind(ranking.kinds(), tile))
                .collect();
            let rank = ranking.place(kinds.into_iter()) - ranking.first(ruleset.rack);
            assert_eq!(
                i32::from(worker.best[rank]),
                units(found.equity),
                "{}",
                ruleset.show_tiles(&rack)
            );
        }
    }
}

#[test]
fn the_census_agrees_with_the_search_for_the_best_move() {
    check_census(small(), 300);
}

#[test]
fn the_census_agrees_with_tiles_of_two_letters_and_other_boards() {
    let source = Ruleset::builtin_source("spanish").unwrap();
    let ruleset = Arc::new(
        Ruleset::parse_with(source, &["rack=4".to_owned(), "bonuses=[]".to_owned()]).unwrap(),
    );
    let lexicon = Catalogue::new(None).get("spanish", &ruleset.alphabet).unwrap();
    check_census((ruleset, lexicon), 200);
}

/// Slow: full racks.
#[test]
#[ignore = "takes a minute; for changes of the census"]
fn the_census_agrees_with_full_racks() {
    check_census(named("english", "english-classic"), 2000);
    check_census(named("english-super", "english-classic"), 2000);
    check_census(named("erudit", "russian"), 2000);
}

#[test]
fn a_leave_is_worth_the_mean_over_its_draws() {
    let ranking = Ranking::new(4, 3).unwrap();
    let mut pool = Pool { counts: [0; crate::evaluate::ranking::MAX_KINDS], len: 9 };
    pool.counts[..4].copy_from_slice(&[3, 1, 4, 1]);
    let mut above = vec![0i16; ranking.of_size(3).len()];
    ranking.visit(3, &pool, |kinds, rank| {
        above[rank as usize] = kinds.iter().map(|&kind| 1 << (3 * kind)).sum()
    });
    let mut below = Vec::new();
    census::draw_one(&ranking, &pool, 2, &above, 1000, &mut below);
    ranking.visit(2, &pool, |kinds, rank| {
        let mut left = pool.counts;
        kinds.iter().for_each(|&kind| left[kind as usize] -= 1);
        let own: i32 = kinds.iter().map(|&kind| 1 << (3 * kind)).sum();
        let drawn: i32 = (0..4).map(|kind| i32::from(left[kind]) * (own + (1 << (3 * kind)))).sum();
        assert_eq!(below[rank as usize], (drawn * 1000 + 3) / 7, "{kinds:?}");
    });
}

#[test]
fn the_result_does_not_depend_on_threads_or_interruptions() {
    let (ruleset, lexicon) = small();
    let plan = Plan { seed: 3, boards: vec![3, 4], games: 6 };
    let train =
        |threads| Training::new(ruleset.clone(), lexicon.clone(), plan.clone(), threads).unwrap();
    let alone = train(1);
    let model = alone.run(&mut alone.start(), &|_| Go::On).unwrap();
    let three = train(3);
    // Models are too long to print.
    assert!(three.run(&mut three.start(), &|_| Go::On).unwrap() == model);
    let file = std::env::temp_dir().join(format!("tisane-training-{}", std::process::id()));
    let stop_at = |board: usize| {
        move |progress: Progress| match progress {
            Progress::Boards { generation: 2, done, .. } if done >= board => Go::Stop,
            _ => Go::On,
        }
    };
    let mut state = alone.start();
    assert!(alone.run(&mut state, &stop_at(2)).is_none());
    alone.save(&state, &file).unwrap();
    let mut resumed = three.resume(&file).unwrap();
    assert_eq!((resumed.generation, resumed.boards), (1, 2));
    assert!(resumed == state);
    assert!(three.run(&mut resumed, &|_| Go::On).unwrap() == model);
    let other =
        Training::new(ruleset.clone(), lexicon.clone(), Plan { seed: 4, ..plan.clone() }, 1)
            .unwrap();
    assert!(matches!(other.resume(&file), Err(StateError::Other)));
    std::fs::write(&file, b"TISANETR").unwrap();
    assert!(matches!(alone.resume(&file), Err(StateError::Damaged)));
    std::fs::remove_file(&file).unwrap();
    // The values make sense, and the file holds the same.
    let worth = |tiles: &str| model.leaves.value(&ruleset.parse_tiles(tiles).unwrap());
    assert!(
        worth("?") > 10_000 && worth("S") > 0 && worth("VVW") < -5_000,
        "{} {} {}",
        worth("?"),
        worth("S"),
        worth("VVW")
    );
    assert!(Model::from_bytes(&model.to_bytes()).unwrap() == model);
}

#[test]
fn leaves_of_a_model_can_be_kept() {
    let (ruleset, lexicon) = small();
    let train = |boards: Vec<usize>, games| {
        Training::new(ruleset.clone(), lexicon.clone(), Plan { seed: 3, boards, games }, 1).unwrap()
    };
    let first = train(vec![2], 2);
    let model = first.run(&mut first.start(), &|_| Go::On).unwrap();
    let second = train(vec![], 4);
    let again = second.run(&mut second.start_from(&model.leaves).unwrap(), &|_| Go::On).unwrap();
    assert!(again.leaves == model.leaves && again.win != model.win);
    let (other, words) = named("spanish", "spanish");
    let other = Training::new(other, words, Plan::default(), 1).unwrap();
    assert!(other.start_from(&model.leaves).is_none());
}

#[test]
fn games_not_for_two_are_rejected() {
    let ruleset = Arc::new(
        Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &["players=[3, 4]"])
            .unwrap(),
    );
    let lexicon = Catalogue::new(None).get("english-classic", &ruleset.alphabet).unwrap();
    let plan = Plan { seed: 5, boards: vec![1], games: 1 };
    assert!(matches!(
        Training::new(ruleset, lexicon, plan, 1),
        Err(TrainError::NotForTwo { from: 3 })
    ));
}

#[test]
fn rounds_in_parts_give_the_same_model() {
    let (ruleset, lexicon) = small();
    let plan = Plan { seed: 3, boards: vec![3], games: 5 };
    let training = Training::new(ruleset, lexicon, plan, 1).unwrap();
    let model = training.run(&mut training.start(), &|_| Go::On).unwrap();
    let part = |state: &State, units| training.part(state, units, &|_| Go::On).unwrap();
    let start = training.start();
    assert_eq!((training.round(&start), training.units(&start)), (Round::Generation(1), 3));
    let boards = part(&start, 1..3).plus(&part(&start, 0..1)).unwrap();
    assert!(training.part(&start, 0..2, &|_| Go::Stop).is_none());
    let Some(Step::Next(next)) = training.complete(start.clone(), boards.clone()) else {
        panic!("the games follow")
    };
    assert_eq!((training.round(&next), training.units(&next)), (Round::Games, 5));
    assert!(start.fingerprint() != next.fingerprint());
    let games = part(&next, 4..5).plus(&part(&next, 0..0)).unwrap().plus(&part(&next, 0..4));
    let games = games.unwrap();
    let Some(Step::Done(merged)) = training.complete(next.clone(), games.clone()) else {
        panic!("the model follows")
    };
    assert!(*merged == model);
    // Sums of another round, or that no boards and games can have.
    assert!(training.complete(start.clone(), games.clone()).is_none());
    assert!(games.clone().plus(&boards).is_none());
    assert!(!training.is_possible(&start, &boards, 2), "more boards than the part has");
    let RoundSums::Boards { mut sums, boards } = boards else { unreachable!() };
    sums[1] = i64::MAX;
    assert!(training.complete(start, RoundSums::Boards { sums, boards }).is_none());
    let RoundSums::Games { mut swings, late_points, late_turns } = games else { unreachable!() };
    swings.pop();
    let short = RoundSums::Games { swings, late_points, late_turns };
    assert!(training.complete(next, short).is_none());
}
