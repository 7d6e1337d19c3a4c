//! A short form of the load test in docs/scaling.md: several nodes, of which some are killed.

use std::process::Command;

use crate::common::{TISANE, folder, run};

#[test]
#[ignore = "needs PostgreSQL and haproxy: cargo xtask test fault"]
fn nodes_that_are_killed_lose_no_acknowledged_move() {
    let mut load = Command::new(TISANE);
    load.args(["load", "--nodes", "3", "--games", "8", "--rate", "16", "--seconds", "2"]);
    load.args(["--faults", "kill=5,listeners=1,race=40", "--json", "--data"]).arg(folder("faults"));
    let (code, printed, errors) = run(&mut load, "");
    assert_eq!(code, 0, "{printed}{errors}");
    let figures: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(figures["wrong"], serde_json::json!([]), "{printed}");
    let kills = &figures["faults"][0];
    assert_eq!((&kills["fault"], &kills["count"]), (&"kill".into(), &5.into()), "{printed}");
}
