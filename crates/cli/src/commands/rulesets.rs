//! `tisane rulesets`: list and describe rulesets.

use std::ffi::OsString;
use std::io::{self, Write};

use tisane_protocol::{RulesetList, RulesetSummary, RulesetView, is_right_to_left};
use tisane_rules::{
    Bonus, BonusKind, Challenge, Clock, End, OutGains, PerChallenge, Players, Ruleset, TieBreak,
    builtin_names,
};

use crate::Outcome;
use crate::data::usual_ruleset;
use crate::names::RulesetName;
use crate::open::ruleset;
use crate::show::table::{Align, Table};
use crate::show::tell::count;
use crate::show::{HEAD, board, json, wrapped};

/// List the rulesets, or describe one
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  tisane rulesets spanish\n  tisane rulesets --json | jq '.rulesets[].name'"
)]
pub(crate) struct Args {
    /// A name, or the path of a ruleset file (.toml)
    #[arg(value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
    name: Option<OsString>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut out = anstream::stdout().lock();
    match &args.name {
        Some(name) => {
            let ruleset = ruleset(name)?;
            if args.json {
                json(&RulesetView::of(&ruleset))?
            } else {
                write_one(&mut out, &ruleset)?
            }
        }
        None => {
            let all: Vec<Ruleset> = builtin_names()
                .map(|name| Ruleset::named(name).expect("a built-in name names a ruleset"))
                .collect();
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
    writeln!(
        anstream::stderr(),
        "\nThe default is {name}; `tisane help config` shows how to change it."
    )
}

fn write_one(out: &mut impl Write, ruleset: &Ruleset) -> io::Result<()> {
    writeln!(out, "{HEAD}{}{HEAD:#}", ruleset.title)?;
    let mut facts = vec![
        ("name", ruleset.name.clone()),
        ("language", ruleset.locale.clone()),
        ("lexicon", ruleset.lexicon.clone().unwrap_or("none; use --lexicon FILE".to_owned())),
        ("players", players(ruleset.players)),
        ("board", size(ruleset)),
        ("tiles", ruleset.tiles().len().to_string()),
        ("rack", ruleset.rack.to_string()),
        ("bonus", bonuses(ruleset.bonuses())),
        ("exchange", exchange(ruleset)),
        ("challenge", challenge(ruleset.challenge)),
        ("end", end(&ruleset.end, ruleset.players).join("; ")),
        ("clock", clock(ruleset.clock)),
        ("status", ruleset.status.clone()),
        ("sources", ruleset.sources.join(", ")),
    ];
    if is_right_to_left(&ruleset.alphabet) {
        facts.push((
            "written",
            "from right to left; boards in the terminal still have column A on the left".to_owned(),
        ));
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
    // Signs that are dropped, such as vowel points, are mostly invisible on their own.
    let folds = ruleset.alphabet.folds().filter(|(_, to)| !to.is_empty());
    let folds: Vec<String> = folds.map(|(from, to)| format!("{from} = {to}")).collect();
    if !folds.is_empty() {
        writeln!(out, "\n{HEAD}Read as{HEAD:#}\n{}", wrapped(&folds.join(", "), "  "))?;
    }
    if !ruleset.notes.is_empty() {
        writeln!(out, "\n{HEAD}Notes{HEAD:#}\n{}", wrapped(&ruleset.notes, "  "))?;
    }
    Ok(())
}

fn write_tiles(out: &mut impl Write, ruleset: &Ruleset) -> io::Result<()> {
    let letters = ruleset
        .letters()
        .map(|(letter, tile)| (ruleset.alphabet.face(letter), tile.value, tile.count));
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
        BonusKind::Times(times) => {
            format!("the score times {times} for {}", count(tiles, "tile"))
        }
    };
    if bonuses.is_empty() {
        "none".to_owned()
    } else {
        bonuses.iter().map(long).collect::<Vec<_>>().join("; ")
    }
}

fn exchange(ruleset: &Ruleset) -> String {
    match ruleset.exchange.map(|exchange| exchange.bag_at_least) {
        None => "never".to_owned(),
        Some(1) => "while the bag is not empty".to_owned(),
        Some(n) => format!("while the bag has at least {n} tiles"),
    }
}

fn challenge(challenge: Challenge) -> String {
    match challenge {
        Challenge::Void => "void: invalid words can't be played".to_owned(),
        Challenge::Single => "single: a wrong challenge costs nothing".to_owned(),
        Challenge::Double => "double: a wrong challenge loses a turn".to_owned(),
        Challenge::Triple => "triple: the loser of a challenge loses the game".to_owned(),
        Challenge::Points { points, per: PerChallenge::Play } => {
            format!("a wrong challenge costs {}", count(points as usize, "point"))
        }
        Challenge::Points { points, per: PerChallenge::Word } => {
            format!("a wrong challenge costs {} per word", count(points as usize, "point"))
        }
    }
}

/// When the game ends, and what the last racks cost ([`End::racks_settled`]).
fn end(end: &End, Players { from, to }: Players) -> Vec<String> {
    let mut rules = vec![match end.final_turn_each {
        true => format!(
            "after the bag is empty every player has one more turn, then {}",
            lost(end.out.others_lose_rack)
        ),
        false => out(end, from, to),
    }];
    let limits = [
        (
            end.pass_limit(from).zip(end.pass_limit(to)),
            "a pass ends the game",
            "passes in a row end the game",
        ),
        (
            end.scoreless_limit(from).zip(end.scoreless_limit(to)),
            "a scoreless turn ends the game",
            "scoreless turns in a row end the game",
        ),
    ];
    let limits: Vec<String> = limits
        .into_iter()
        .filter_map(|(n, one, several)| Some(in_a_row(n?, one, several)))
        .collect();
    if !limits.is_empty() {
        rules.push(limits.join("; "));
        rules.push(format!("then {}", lost(end.stalled_loses_rack)));
    }
    match end.tie_break {
        TieBreak::None => {}
        TieBreak::BeforeRacks => {
            rules.push("a tie goes to the higher score before racks".to_owned())
        }
        TieBreak::FirstInOrder => {
            rules.push("a tie goes to the player with the first turn".to_owned())
        }
    }
    rules
}

fn lost(loses_rack: bool) -> &'static str {
    if loses_rack {
        "every player loses the value of their rack"
    } else {
        "tiles left do not count"
    }
}

/// What going out is worth, which may depend on the number of players.
fn out(end: &End, from: usize, to: usize) -> String {
    let lose = end.out.others_lose_rack;
    match end.out.gains {
        OutGains::Nothing if lose => {
            "going out scores nothing; opponents lose the value of their racks".to_owned()
        }
        OutGains::Nothing => "going out scores nothing; opponents lose nothing".to_owned(),
        OutGains::OtherRacks => {
            format!(
                "going out scores the opponents' racks{}",
                if lose { ", which they lose" } else { "" }
            )
        }
        OutGains::TwiceOtherRacks => {
            let of_two = format!(
                "going out scores twice the opponent's rack{}",
                if lose { ", which the opponent loses" } else { "" }
            );
            let of_more = "the opponents' racks, which they lose";
            match (from, to) {
                (_, 2) => of_two,
                (3.., _) => format!("going out scores {of_more}"),
                _ => format!("{of_two}; with more than two players, {of_more}"),
            }
        }
    }
}

/// The limits for the fewest and the most players.
fn in_a_row((few, many): (u32, u32), one: &str, several: &str) -> String {
    match (few, many) {
        (1, 1) => one.to_owned(),
        _ if few == many => format!("{few} {several}"),
        _ => format!("{few} to {many} {several}, depending on the number of players"),
    }
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
                text += &format!(" plus {} per turn", amount(increment as f64 / 1000.0, "second"));
            }
            if let Some(overtime) = overtime {
                text += &format!(
                    "; overtime costs {} every {}",
                    count(overtime.points as usize, "point"),
                    amount(overtime.per as f64 / 1000.0, "second")
                );
            }
            text
        }
        Clock::Turn { turn, bank } => {
            let hours = |time| amount(time as f64 / MINUTE / 60.0, "hour");
            format!("{} per turn, with {} in reserve", hours(turn), hours(bank))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_the_end_of_a_game() {
        let described = |name: &str, settings: &[&str]| {
            let settings: Vec<String> =
                settings.iter().map(|&setting| setting.to_owned()).collect();
            let ruleset = crate::open::ruleset_with(name, &settings).unwrap();
            end(&ruleset.end, ruleset.players).join("; ")
        };
        let stalled = "scoreless turns in a row end the game; then every player loses the value of their rack";
        let stalled_of_two = format!("6 {stalled}");
        assert_eq!(
            described("english", &["players=[2, 2]"]),
            format!("going out scores twice the opponent's rack; {stalled_of_two}")
        );
        assert_eq!(
            described("english", &["players=[3, 3]", "end.scale_with_seats=false"]),
            format!("going out scores the opponents' racks, which they lose; {stalled_of_two}")
        );
        let no_racks = "tiles left do not count";
        assert_eq!(
            described(
                "crossplay",
                &["end.scoreless_turns=none", "end.passes=1", "end.scale_with_seats=false"]
            ),
            format!(
                "after the bag is empty every player has one more turn, then {no_racks}; a pass ends the game; then {no_racks}"
            )
        );
        assert!(described("english-plain", &[]).starts_with(
            "going out scores nothing; opponents lose the value of their racks; 6 passes in a row"
        ));
    }
}
