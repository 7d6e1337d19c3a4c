//! `tisane rulesets`: the games there are.

use std::io::{self, Write};

use tisane_protocol::{RulesetList, RulesetSummary, RulesetView, is_right_to_left};
use tisane_rules::{Bonus, BonusKind, Challenge, Clock, End, OutGains, PerChallenge, Players, Ruleset, TieBreak, builtin_names};

use crate::Outcome;
use crate::data::usual_ruleset;
use crate::failure::ruleset;
use crate::names::RulesetName;
use crate::show::table::{Align, Table};
use crate::show::tell::count;
use crate::show::{HEAD, board, json, wrapped};

/// List the rulesets, or show one of them
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tisane rulesets\n  tisane rulesets spanish\n  tisane rulesets --json | jq '.rulesets[].name'")]
pub(crate) struct Args {
    /// A ruleset's name, or the path of a ruleset file (.toml)
    #[arg(value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut out = anstream::stdout().lock();
    match &args.name {
        Some(name) => {
            let ruleset = ruleset(name)?;
            if args.json { json(&RulesetView::of(&ruleset))? } else { write_one(&mut out, &ruleset)? }
        }
        None => {
            let all: Vec<Ruleset> = builtin_names().map(|name| Ruleset::named(name).expect("a built-in name names a ruleset")).collect();
            if args.json {
                json(&RulesetList { rulesets: all.iter().map(RulesetSummary::of).collect() })?
            } else {
                write_all(&mut out, &all)?
            }
        }
    }
    Ok(Outcome::Yes)
}

fn write_all(out: &mut impl Write, all: &[Ruleset]) -> io::Result<()> {
    let mut table = Table::new([
        ("NAME", Align::Left),
        ("TITLE", Align::Left),
        ("BOARD", Align::Right),
        ("TILES", Align::Right),
        ("RACK", Align::Right),
        ("LEXICON", Align::Left),
    ]);
    for ruleset in all {
        table.row([
            ruleset.name.clone(),
            ruleset.title.clone(),
            size(ruleset),
            ruleset.tiles().len().to_string(),
            ruleset.rack.to_string(),
            ruleset.lexicon.clone().unwrap_or("-".to_owned()),
        ]);
    }
    table.write(out)?;
    let usual = usual_ruleset();
    let name = Ruleset::named(&usual).map_or(usual, |ruleset| ruleset.name);
    writeln!(anstream::stderr(), "\n{name} is taken where nothing names a ruleset. TISANE_RULESET chooses another.")
}

fn write_one(out: &mut impl Write, ruleset: &Ruleset) -> io::Result<()> {
    writeln!(out, "{HEAD}{}{HEAD:#}", ruleset.title)?;
    let mut facts = vec![
        ("name", ruleset.name.clone()),
        ("language", ruleset.locale.clone()),
        ("lexicon", ruleset.lexicon.clone().unwrap_or("none; bring your own".to_owned())),
        ("players", players(ruleset.players)),
        ("board", size(ruleset)),
        ("tiles", ruleset.tiles().len().to_string()),
        ("rack", ruleset.rack.to_string()),
        ("bonus", bonuses(ruleset.bonuses())),
        ("exchange", exchange(ruleset)),
        ("challenge", challenge(ruleset.challenge)),
        ("end", end(&ruleset.end).join("; ")),
        ("clock", clock(ruleset.clock)),
        ("status", ruleset.status.clone()),
        ("sources", ruleset.sources.join(", ")),
    ];
    if is_right_to_left(&ruleset.alphabet) {
        facts.push(("written", "from right to left; boards drawn in a terminal have column A at the left all the same".to_owned()));
    }
    for (name, fact) in facts {
        let text = wrapped(&fact, "            ");
        writeln!(out, "  {name:<9} {}", text.trim_start())?;
    }
    writeln!(out)?;
    board::write(out, &ruleset.layout)?;
    board::write_legend(out, &ruleset.layout)?;
    writeln!(out, "\n{HEAD}Tiles{HEAD:#}: value and number")?;
    write_tiles(out, ruleset)?;
    // A sign that is not played is seldom one that can be seen by itself.
    let folds = ruleset.alphabet.folds().filter(|(_, to)| !to.is_empty());
    let folds: Vec<String> = folds.map(|(from, to)| format!("{from} = {to}")).collect();
    if !folds.is_empty() {
        writeln!(out, "\n{HEAD}Also written{HEAD:#}\n{}", wrapped(&folds.join(", "), "  "))?;
    }
    if !ruleset.notes.is_empty() {
        writeln!(out, "\n{HEAD}Notes{HEAD:#}\n{}", wrapped(&ruleset.notes, "  "))?;
    }
    Ok(())
}

fn write_tiles(out: &mut impl Write, ruleset: &Ruleset) -> io::Result<()> {
    let letters = ruleset.letters().map(|(letter, tile)| (ruleset.alphabet.face(letter), tile.value, tile.count));
    let tiles: Vec<String> = letters
        .chain([("?", ruleset.blanks.value, ruleset.blanks.count)])
        .map(|(face, value, count)| format!("{face:<3} {value:>2} ×{count:<3}"))
        .collect();
    for line in tiles.chunks(6) {
        writeln!(out, "  {}", line.join("  ").trim_end())?;
    }
    Ok(())
}

fn size(ruleset: &Ruleset) -> String {
    format!("{}×{}", ruleset.layout.rows(), ruleset.layout.cols())
}

fn players(Players { from, to }: Players) -> String {
    if from == to { from.to_string() } else { format!("{from}-{to}") }
}

fn bonuses(bonuses: &[Bonus]) -> String {
    let long = |&Bonus { tiles, kind }: &Bonus| match kind {
        BonusKind::Points(points) => format!("{points} points for {}", count(tiles, "tile")),
        BonusKind::Times(times) => format!("the play counts {times} times for {}", count(tiles, "tile")),
    };
    if bonuses.is_empty() { "none".to_owned() } else { bonuses.iter().map(long).collect::<Vec<_>>().join("; ") }
}

fn exchange(ruleset: &Ruleset) -> String {
    match ruleset.exchange.map(|exchange| exchange.bag_at_least) {
        None => "never".to_owned(),
        Some(1) => "while the bag is not empty".to_owned(),
        Some(n) => format!("while the bag holds {n} tiles or more"),
    }
}

fn challenge(challenge: Challenge) -> String {
    match challenge {
        Challenge::Void => "void: only valid words can be played".to_owned(),
        Challenge::Single => "single: a wrong challenge costs nothing".to_owned(),
        Challenge::Double => "double: a wrong challenge costs a turn".to_owned(),
        Challenge::Triple => "triple: who loses the challenge loses the game".to_owned(),
        Challenge::Points { points, per: PerChallenge::Play } => format!("a wrong challenge costs {}", count(points as usize, "point")),
        Challenge::Points { points, per: PerChallenge::Word } => {
            format!("a wrong challenge costs {} a word", count(points as usize, "point"))
        }
    }
}

fn end(end: &End) -> Vec<String> {
    let mut rules = Vec::new();
    match (end.final_turn_each, end.out.gains) {
        (true, _) => rules.push("when the bag is empty everybody has one more turn".to_owned()),
        (false, OutGains::Nothing) => rules.push("going out gains nothing".to_owned()),
        (false, OutGains::OtherRacks) => rules.push("who goes out gains the other racks".to_owned()),
        (false, OutGains::TwiceOtherRacks) => rules.push("who goes out gains twice the other racks".to_owned()),
    }
    rules.push(if end.out.others_lose_rack { "tiles left over are subtracted" } else { "tiles left over do not count" }.to_owned());
    rules.extend(end.passes.map(|n| in_a_row(n, "a pass ends it", "passes in a row end it")));
    rules.extend(end.scoreless_turns.map(|n| in_a_row(n, "a turn without points ends it", "turns in a row without points end it")));
    match end.tie_break {
        TieBreak::None => {}
        TieBreak::BeforeRacks => rules.push("a tie goes to the higher score before racks".to_owned()),
        TieBreak::FirstInOrder => rules.push("a tie goes to who had the first turn".to_owned()),
    }
    rules
}

fn in_a_row(n: u32, one: &str, several: &str) -> String {
    if n == 1 { one.to_owned() } else { format!("{n} {several}") }
}

/// `1 minute`, `1.5 minutes`.
fn amount(n: f64, unit: &str) -> String {
    format!("{n} {unit}{}", if n == 1.0 { "" } else { "s" })
}

fn clock(clock: Clock) -> String {
    const MINUTE: f64 = 60_000.0;
    match clock {
        Clock::None => "none".to_owned(),
        Clock::Game { initial, increment, overtime } => {
            let mut text = format!("{} each", amount(initial as f64 / MINUTE, "minute"));
            if increment > 0 {
                text += &format!(", {} more for each turn", amount(increment as f64 / 1000.0, "second"));
            }
            if let Some(overtime) = overtime {
                text += &format!(
                    ", then {} lost for every {}",
                    count(overtime.points as usize, "point"),
                    amount(overtime.per as f64 / 1000.0, "second")
                );
            }
            text
        }
        Clock::Turn { turn, bank } => {
            let hours = |time| amount(time as f64 / MINUTE / 60.0, "hour");
            format!("{} a turn and {} to draw on", hours(turn), hours(bank))
        }
    }
}
