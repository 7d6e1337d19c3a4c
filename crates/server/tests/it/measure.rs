//! Measurements of a store, by hand: `cargo nextest run --run-ignored only measure::`.

use std::time::{Duration, Instant};

use crate::common::{folder, store};
use crate::store::{append, room};

/// Games that are played at the same time.
const GAMES: usize = 32;
const TIME: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn appends_per_second() {
    let store = store(&folder()).await;
    let line = "x".repeat(200);
    let mut games = tokio::task::JoinSet::new();
    let began = Instant::now();
    for n in 0..GAMES {
        let (store, line, game) = (store.clone(), line.clone(), format!("g{n}"));
        games.spawn(async move {
            store.create_room(room(&game)).await.unwrap();
            let mut times = Vec::new();
            while began.elapsed() < TIME {
                let start = Instant::now();
                let version = times.len() as u64;
                store.append(append(&game, version, std::slice::from_ref(&line))).await.unwrap();
                times.push(start.elapsed());
            }
            times
        });
    }
    let mut times: Vec<Duration> = games.join_all().await.into_iter().flatten().collect();
    let seconds = began.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    eprintln!(
        "{:.0} appends/s with {GAMES} at a time; p50 {:?}, p99 {:?}",
        times.len() as f64 / seconds,
        at(0.5),
        at(0.99)
    );
}
