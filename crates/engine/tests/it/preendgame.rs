//! The pre-endgame compared with an exhaustive search in every deal.

use std::sync::Arc;

use tisane_engine::leave::{NoLeaves, rule_of_thumb};
use tisane_engine::matches::Go;
use tisane_engine::win::{CERTAIN, Chance, WinModel};
use tisane_engine::{Engine, Exactness, Limits, Line, Method, Models, Opponent};
use tisane_lexicon::{Catalogue, Dawg, Lexicon, WordList};
use tisane_rules::{Cgp, Move, Play, Position, Ruleset, Tiles};

use crate::common;
use crate::common::plain::{Dice, Table, random_position, random_ruleset, random_words};

const LIMITS: Limits = Limits {
    candidates: 1_000,
    plies: Some(2),
    iterations: 1,
    rollouts: 1,
    nodes: u64::MAX,
    preendgame: 2,
    opponent: Opponent::KnowsBag,
    inference: None,
    prior: 60,
    seed: 1,
    threads: 1,
    endgame_threads: 1,
};

/// All possible bags, each as often as there are ways to draw it.
fn bags(pool: &Tiles, n: usize) -> Vec<Tiles> {
    let tiles: Vec<_> = pool.iter().collect();
    let mut bags = Vec::new();
    for first in 0..tiles.len() {
        match n {
            1 => bags.push([tiles[first]].into_iter().collect()),
            _ => bags.extend(
                (first + 1..tiles.len())
                    .map(|second| [tiles[first], tiles[second]].into_iter().collect()),
            ),
        }
    }
    bags
}

/// The final spread after a play that empties the bag; `None` if the search takes too long.
fn after_play(table: &Table<'_>, bag: &Tiles, play: &Play, ruleset: &Ruleset) -> Option<i32> {
    let (points, mut next) = table.after(&Move::Play(play.clone()));
    next.racks[1].add(bag);
    next.final_turns = ruleset.end.final_turn_each.then_some(2);
    Some(points - next.value(&mut 20_000)?)
}

/// The final spread after a pass, if the opponent knows the bag and finds the best reply.
fn after_pass(table: &Table<'_>, bag: &Tiles, ruleset: &Ruleset) -> Option<i32> {
    let (_, other) = table.after(&Move::Pass);
    let mut stalled = other.clone();
    while stalled.stalled().is_none() {
        stalled = stalled.after(&Move::Pass).1;
        stalled.racks.swap(0, 1);
    }
    // Her gain is our loss.
    let mut worst = -stalled.stalled()?;
    if other.stalled().is_some() {
        return Some(worst);
    }
    for play in other.plays() {
        worst = worst.min(-after_play(&other, bag, &play, ruleset)?);
    }
    Some(worst)
}

/// The share of deals won by a play that leaves one of two tiles in the bag, if the opponent knows
/// it. She replies or passes; after a pass we choose one move for all tiles that may be left.
fn after_leaving_one(
    table: &Table<'_>,
    unseen: &Tiles,
    lead: i32,
    play: &Play,
    ruleset: &Ruleset,
) -> Option<Chance> {
    let win = |spread: i32| u64::from(WinModel::at_end(spread));
    let (mut wins, mut ways) = (0, 0);
    for draw in bags(unseen, 1) {
        let rest = unseen.without(&draw).unwrap();
        let (points, mut before) = table.after(&Move::Play(play.clone()));
        before.racks[1].add(&draw);
        // By the tile that is left: the worst of her plays.
        let mut replied = Vec::new();
        let mut next: Option<Vec<u64>> = None;
        let lasts = bags(&rest, 1);
        for last in &lasts {
            let mut hers = before.clone();
            hers.racks[0] = rest.without(last).unwrap();
            let mut gains = Vec::new();
            for reply in hers.plays() {
                gains.push(after_play(&hers, last, &reply, ruleset)?);
            }
            replied.push(
                gains
                    .into_iter()
                    .max()
                    .map_or(u64::from(CERTAIN), |gain| win(lead + points - gain)),
            );
        }
        for (last, &replied) in lasts.iter().zip(&replied) {
            let mut hers = before.clone();
            hers.racks[0] = rest.without(last).unwrap();
            let (_, ours) = hers.after(&Move::Pass);
            // Each of our moves, then passing until the game is over.
            let mut outcomes = Vec::new();
            let is_over = ours.stalled().is_some();
            for play in ours.plays().into_iter().filter(|_| !is_over) {
                let gain = after_play(&ours, last, &play, ruleset)?;
                outcomes.push(replied.min(win(lead + points + gain)));
            }
            let mut stalled = ours;
            while stalled.stalled().is_none() {
                stalled = stalled.after(&Move::Pass).1;
                stalled.racks.swap(0, 1);
            }
            outcomes.push(replied.min(win(lead + points + stalled.stalled()?)));
            let sums = next.get_or_insert_with(|| vec![0; outcomes.len()]);
            sums.iter_mut().zip(outcomes).for_each(|(sum, outcome)| *sum += outcome);
        }
        wins += next?.into_iter().max()?;
        ways += lasts.len() as u64;
    }
    Some((wins / ways) as Chance)
}

#[test]
fn agrees_with_a_search_of_every_line_in_every_deal() {
    let (mut tried, mut positions, mut plays, mut passes, mut spreads) = (0, 0, 0, 0, 0);
    let mut left = 0;
    for seed in common::cases(500..=2_500) {
        tried += 1;
        let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let ruleset = Arc::new(random_ruleset(dice));
        let words = random_words(dice);
        let lexicon = Lexicon::new(
            "words",
            (*ruleset.alphabet).clone(),
            Dawg::from_sorted(words.iter().map(|word| &word[..])),
            None,
        );
        let engine = Engine::new(ruleset.clone(), Arc::new(lexicon), NoLeaves);
        let n = 1 + dice.roll(2);
        let Some(mut position) = random_position(dice, &ruleset, engine.generator(), n) else {
            continue;
        };
        if position.rack.len() < ruleset.rack {
            continue;
        }
        position.scores = vec![dice.roll(9) as i32, dice.roll(9) as i32];
        let lead = position.scores[0] - position.scores[1];
        let analysis = engine.solve(&position, LIMITS, &mut |_| Go::On);
        if analysis.lines.len() == 1 {
            continue;
        }
        assert!(
            matches!(analysis.method, Method::Preendgame { .. }),
            "seed {seed}: {:?}",
            analysis.method
        );
        let threads = engine.solve(&position, Limits { threads: 2, ..LIMITS }, &mut |_| Go::On);
        assert_eq!(analysis, threads, "seed {seed}");
        let unseen = position.unseen(&ruleset);
        let deals = bags(&unseen, n);
        positions += 1;
        let is_proven = |line: &&Line| line.bounds.is_some_and(|[least, most]| most - least <= 1);
        for line in analysis.lines.iter().filter(is_proven) {
            if let Move::Play(play) = &line.candidate.mv
                && play.placements().len() + 1 == n
            {
                let table = Table::new(&ruleset, engine.generator(), &position);
                let Some(expected) = after_leaving_one(&table, &unseen, lead, play, &ruleset)
                else {
                    continue;
                };
                assert_eq!(line.win, Some(expected), "seed {seed}: {play:?} {position:?}");
                left += 1;
                continue;
            }
            let fate = |bag: &Tiles| -> Option<i32> {
                let known = Position { rack: position.rack.clone(), ..position.clone() };
                let mut table = Table::new(&ruleset, engine.generator(), &known);
                table.racks[1] = position.unseen(&ruleset).without(bag).unwrap();
                Some(
                    lead + match &line.candidate.mv {
                        Move::Play(play) => after_play(&table, bag, play, &ruleset)?,
                        _ => after_pass(&table, bag, &ruleset)?,
                    },
                )
            };
            let Some(fates) = deals.iter().map(fate).collect::<Option<Vec<i32>>>() else {
                continue;
            };
            let wins: u64 = fates.iter().map(|&fate| u64::from(WinModel::at_end(fate))).sum();
            let expected = (wins / fates.len() as u64) as Chance;
            assert_eq!(
                line.win,
                Some(expected),
                "seed {seed}: {:?} {fates:?} {position:?}",
                line.candidate.mv
            );
            let [least, most] = line.bounds.unwrap();
            assert!(least <= expected && expected <= most && most - least <= 1, "seed {seed}");
            if line.exactness == Exactness::Exact {
                let sum: i64 = fates.iter().map(|&fate| i64::from(fate) * 1000).sum();
                assert_eq!(
                    line.spread.map(i64::from),
                    Some(sum.div_euclid(fates.len() as i64)),
                    "seed {seed}: {fates:?}"
                );
                spreads += 1;
            }
            plays += 1;
            passes += u32::from(line.candidate.mv == Move::Pass);
        }
        // No line is proven to win more often than the first.
        let first = analysis.lines[0].win.unwrap_or(0);
        assert!(
            analysis
                .lines
                .iter()
                .all(|line| line.bounds.is_none_or(|bounds| bounds[0] <= first.max(1))),
            "seed {seed}"
        );
        assert!(first <= CERTAIN);
    }
    assert!(
        40 * positions > tried && 8 * plays > tried && 100 * passes > tried,
        "{positions} positions of {tried}, {plays} plays, {passes} passes"
    );
    assert!(10 * spreads > tried, "{spreads} spreads of {tried}");
    assert!(100 * left > tried, "{left} plays that leave a tile of {tried}");
}

/// A position with one tile in the bag, and the final spread of every move in every deal.
struct Solved {
    engine: Engine,
    position: Position,
    moves: Vec<(Move, Vec<i32>)>,
}

fn solved(seed: u64) -> Option<Solved> {
    let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let ruleset = Arc::new(random_ruleset(dice));
    let words = random_words(dice);
    let graph = Dawg::from_sorted(words.iter().map(|word| &word[..]));
    let lexicon = Lexicon::new("words", (*ruleset.alphabet).clone(), graph, None);
    let engine = Engine::new(ruleset.clone(), Arc::new(lexicon), NoLeaves);
    let mut position = random_position(dice, &ruleset, engine.generator(), 1)?;
    let moves: Vec<Move> = engine.moves(&position).into_iter().map(|found| found.mv).collect();
    let may_exchange = moves.iter().any(|mv| matches!(mv, Move::Exchange(_)));
    if position.rack.len() < ruleset.rack || may_exchange || moves.len() < 3 {
        return None;
    }
    position.scores = vec![dice.roll(9) as i32, dice.roll(9) as i32];
    let lead = position.scores[0] - position.scores[1];
    let fate = |mv: &Move, bag: &Tiles| -> Option<i32> {
        let mut table = Table::new(&ruleset, engine.generator(), &position);
        table.racks[1] = position.unseen(&ruleset).without(bag).unwrap();
        Some(
            lead + match mv {
                Move::Play(play) => after_play(&table, bag, play, &ruleset)?,
                _ => after_pass(&table, bag, &ruleset)?,
            },
        )
    };
    let deals = bags(&position.unseen(&ruleset), 1);
    let moves = moves
        .into_iter()
        .map(|mv| {
            Some((mv.clone(), deals.iter().map(|bag| fate(&mv, bag)).collect::<Option<_>>()?))
        })
        .collect::<Option<Vec<(Move, Vec<i32>)>>>()?;
    Some(Solved { engine, position, moves })
}

#[test]
fn no_legal_move_wins_more_often_than_the_answer() {
    // Every run tries these; how many more depends on the machine.
    const ALWAYS: u64 = 500;
    let mut positions = 0;
    for seed in common::cases(ALWAYS..=1_500) {
        let Some(Solved { engine, position, moves }) = solved(seed) else { continue };
        let wins = |fates: &[i32]| -> u64 {
            fates.iter().map(|&fate| u64::from(WinModel::at_end(fate))).sum()
        };
        let most = moves.iter().map(|(_, fates)| wins(fates)).max().unwrap();
        let limits = |candidates| Limits { candidates, nodes: u64::MAX, ..Limits::default() };
        let requested = &moves[0].0;
        let few = engine.solve_with(&position, Some(requested), limits(2), &mut |_| Go::On);
        let all = engine.solve(&position, limits(1_000), &mut |_| Go::On);
        let answer = &few.lines[0].candidate.mv;
        let (_, fates) = moves.iter().find(|(mv, _)| mv == answer).expect("a legal move");
        assert_eq!(wins(fates), most, "seed {seed}: {answer:?} {fates:?} of {moves:?}");
        assert_eq!(few.lines[..2], all.lines[..2], "seed {seed}");
        // The requested move is shown as well, even if two others are better.
        let place = few.lines.iter().position(|line| line.candidate.mv == *requested);
        assert!(place.is_some_and(|place| few.lines.len() == 2.max(place + 1)), "seed {seed}");
        positions += u64::from(seed <= ALWAYS);
    }
    assert!(30 * positions > ALWAYS, "{positions} positions of {ALWAYS}");
}

/// Positions with a blank among the last tiles: thousands of plays for each side.
const WITH_BLANKS: [&str; 2] = [
    "15/1LEADIER1KIR1Q1/6DAZE2AI1/7MANNAS1V/12S1I/7VUM2I1N/6BURYiNG1E/5FAG4NEW/5U6EL1/5J6DE1/5I2TOOT1C1/8AUREATE/6COX2FROW/7BITO2R1/3YENTA3POSH EEGLLS?/ 408/407 0",
    "6NAOI2WOG/6UREDINES1/7S4BEE/3POTZER5L/BEKAH1AN6e/1MYC3I6C/4H2T1R4T/3LOOIE1O4O/2P1A4N4R/2ENGIRDED5/2TAY3WAQF3/2TI5V1ALFA/2EN5E5/2D6L5/7JUS5 IIITUVX/ 460/295 0",
];

#[test]
fn any_number_of_threads_respects_the_node_limit() {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
    let engine = Models::new(None).engine(ruleset.clone(), lexicon).unwrap();
    for (cgp, nodes) in WITH_BLANKS.into_iter().zip([150_000, 30_000]) {
        let position = cgp.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
        let limits = Limits { candidates: 10, nodes, ..Limits::default() };
        let mut reported = 0;
        let analysis = engine.solve(&position, limits, &mut |so_far| {
            let share = (limits.share(so_far.method) * 10.0) as u32;
            assert!(share >= reported, "the share of the work only grows");
            reported = share;
            Go::On
        });
        let Method::Preendgame { nodes: spent, .. } = analysis.method else {
            panic!("{:?}", analysis.method)
        };
        // The last position of each endgame may count as several.
        assert!(spent <= nodes + nodes / 10, "{spent} of {nodes}");
        assert!(reported > 0, "no progress was reported");
        assert_eq!(
            engine.solve(&position, Limits { threads: 2, ..limits }, &mut |_| Go::On),
            analysis
        );
    }
}

#[test]
fn positions_without_searchable_endgames_are_simulated() {
    let lexicon =
        |ruleset: &Ruleset| Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
    let method = |engine: &Engine, position: &Position| {
        let few = Limits { candidates: 3, iterations: 4, nodes: 2_000, ..Limits::default() };
        engine.solve(position, few, &mut |_| Go::On).method
    };
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let engine = Models::new(None).engine(ruleset.clone(), lexicon(&ruleset)).unwrap();
    let mut position = WITH_BLANKS[1].parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    assert!(matches!(method(&engine, &position), Method::Preendgame { .. }));
    // An unknown tile of our own might be in the bag as well.
    position.rack = ruleset.parse_tiles("IIITUV").unwrap();
    assert!(matches!(method(&engine, &position), Method::Simulation { .. }));
    // Nine tiles are too many.
    let ruleset = Arc::new(
        Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &["rack=9"]).unwrap(),
    );
    let engine = Engine::new(ruleset.clone(), lexicon(&ruleset), NoLeaves);
    let mut position = WITH_BLANKS[1].parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    position.bag = 1;
    position.others[0].len = position.unseen(&ruleset).len() - 1;
    assert!(matches!(method(&engine, &position), Method::Simulation { .. }));
}

/// If exchanges are always allowed and never end the game, two players who cannot play would
/// exchange forever.
#[test]
fn two_players_who_can_only_exchange_finish() {
    let settings = ["exchange.bag_at_least=1", "end.scoreless_turns=none"];
    let ruleset = Arc::new(
        Ruleset::parse_with(Ruleset::builtin_source("english").unwrap(), &settings).unwrap(),
    );
    let (lexicon, _) = Lexicon::build(
        "one word",
        &ruleset.alphabet,
        &WordList::from_text("zzyzx\n"),
        ruleset.layout.longest(),
    );
    let engine = Engine::new(ruleset.clone(), Arc::new(lexicon), rule_of_thumb(&ruleset, 6));
    let position = WITH_BLANKS[1].parse::<Cgp>().unwrap().position(&ruleset).unwrap();
    let analysis = engine.solve(
        &position,
        Limits { candidates: 5, nodes: 2_000, ..Limits::default() },
        &mut |_| Go::On,
    );
    assert!(matches!(analysis.method, Method::Preendgame { .. }));
}

/// Positions that other engines publish, with the answers for our word list: the best move, its
/// wins in sixteenths, and its spread.
const PUBLISHED: [(&str, &str, u32, i32); 3] = [
    (
        "15/3Q7U3/3U2TAURINE2/1CHANSONS2W3/2AI6JO3/DIRL1PO3IN3/E1D2EF3V4/F1I2p1TRAIK3/O1L2T4E4/ABy1PIT2BRIG2/ME1MOZELLE5/1GRADE1O1NOH3/WE3R1V7/AT5E7/G6D7 ENOSTXY/AACEISU 356/378 0",
        "1D STONEY",
        16,
        16_000,
    ),
    (
        "15/3Q7U3/3U2TAURINE2/1CHANSONS2W3/2AI6JO3/DIRL1PO3IN3/E1D2EF3V4/F1I2p1TRAIK3/O1L2T4E4/ABy1PIT2BRIG2/ME1MOZELLE5/1GRADE1O1NOH3/WE3R1V7/AT5E7/G6D7 ENOSTXY/ 356/378 0",
        "1D SEXTON",
        14,
        19_000,
    ),
    // Whatever we play, some tile in the bag loses; a pass wins with any.
    (
        "7C6D/7H4LAR/7I2P1ALA/7VOGUE1AG/6RERAN2M1/7S1BY2O1/8OY2Id1/5JEUX3NEW/3C1U2O3A1E/3O1M6N1B/3ZIP2OAK1E2/2TI1sTIFLERS2/2WED5F1T2/1HIDEOUT7/VEG1N2IDOL4 AEINRST/ 372/369 0",
        "pass",
        16,
        10_875,
    ),
];

#[test]
fn published_positions_are_solved_with_default_settings() {
    let source = Ruleset::builtin_source("english").unwrap();
    let ruleset = Arc::new(Ruleset::parse_with(source, &["end.passes=2"]).unwrap());
    let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
    let engine = Models::new(None).engine(ruleset.clone(), lexicon).unwrap();
    for (cgp, best, sixteenths, spread) in PUBLISHED {
        let position = cgp.parse::<Cgp>().unwrap().position(&ruleset).unwrap();
        let analysis = engine.solve(&position, Limits::default(), &mut |_| Go::On);
        let first = &analysis.lines[0];
        assert_eq!(ruleset.show_move(&position.board, &first.candidate.mv), best);
        let win = CERTAIN / 16 * sixteenths;
        assert_eq!((first.win, first.bounds), (Some(win), Some([win, win])), "{best}");
        assert_eq!((first.exactness, first.spread), (Exactness::Exact, Some(spread)), "{best}");
        // The outcomes by tile add up.
        let ways: u64 = first.draws.iter().map(|draw| draw.ways).sum();
        let wins: u64 =
            first.draws.iter().map(|draw| u64::from(draw.win.unwrap()) * draw.ways).sum();
        assert_eq!(wins / ways, u64::from(win), "{best}");
        // No line is shown as better than the first, and proven ones come first.
        assert!(analysis.lines.iter().all(|line| line.bounds.is_some_and(|[_, most]| most <= win)));
    }
}

#[test]
fn an_opponent_who_sees_one_rack_makes_the_reply_that_wins_most_often() {
    // Every run tries these; how many more depends on the machine.
    const ALWAYS: u64 = 1_200;
    let mut checked = 0;
    for seed in common::cases(ALWAYS..=3_000) {
        let Some(Solved { engine, position, .. }) = solved(seed) else { continue };
        let ruleset = engine.ruleset();
        let limits = Limits { opponent: Opponent::SeesRack, ..LIMITS };
        let analysis = engine.solve(&position, limits, &mut |_| Go::On);
        let threads = engine.solve(&position, Limits { threads: 2, ..limits }, &mut |_| Go::On);
        assert_eq!(analysis, threads, "seed {seed}");
        let Some(pass) = analysis.lines.iter().find(|line| line.candidate.mv == Move::Pass) else {
            continue;
        };
        let (unseen, lead) = (position.unseen(ruleset), position.scores[0] - position.scores[1]);
        for draw in &pass.draws {
            let table = Table::new(ruleset, engine.generator(), &position);
            let (_, mut hers) = table.after(&Move::Pass);
            if hers.stalled().is_some() {
                continue;
            }
            hers.racks[0] = unseen.without(&draw.tiles).unwrap();
            let mut hidden = position.rack.clone();
            hidden.add(&draw.tiles);
            // What she gains in each deal that she can't tell apart from this one.
            let gains = |mv: &Move| -> Option<Vec<(Tiles, i32)>> {
                let gain = |last: Tiles| {
                    let mut deal = hers.clone();
                    deal.racks[1] = hidden.without(&last).unwrap();
                    let gain = match mv {
                        Move::Play(play) => after_play(&deal, &last, play, ruleset)?,
                        _ => after_pass(&deal, &last, ruleset)?,
                    };
                    Some((last, gain))
                };
                bags(&hidden, 1).into_iter().map(gain).collect()
            };
            let moves = hers.plays().into_iter().map(Move::Play).chain([Move::Pass]);
            let Some(replies) = moves
                .map(|mv| Some((gains(&mv)?, mv)))
                .collect::<Option<Vec<(Vec<(Tiles, i32)>, Move)>>>()
            else {
                continue;
            };
            let wins = |gains: &[(Tiles, i32)]| -> u64 {
                gains.iter().map(|(_, gain)| u64::from(WinModel::at_end(gain - lead))).sum()
            };
            let most = replies.iter().map(|(gains, _)| wins(gains)).max().unwrap();
            let best: Vec<_> = replies.iter().filter(|(gains, _)| wins(gains) == most).collect();
            if best.iter().any(|(_, mv)| *mv == Move::Pass) {
                continue;
            }
            let outcomes: Vec<Chance> = best
                .iter()
                .flat_map(|(gains, _)| gains.iter().find(|(last, _)| *last == draw.tiles))
                .map(|(_, gain)| WinModel::at_end(lead - gain))
                .collect();
            assert!(
                draw.win.is_some_and(|win| outcomes.contains(&win)),
                "seed {seed}: {:?} of {outcomes:?} with {:?}",
                draw.win,
                draw.tiles
            );
            checked += u64::from(seed <= ALWAYS);
        }
    }
    assert!(200 * checked > ALWAYS, "{checked} replies of {ALWAYS}");
}
