//! A reviewed game as a self-contained HTML page: a graph of the lead and, with two players, the
//! win chance; and every turn.

use std::fmt::Write;

use tisane_protocol::{ReviewView, ReviewedPlayerView, ReviewedTurnView, SizeView};

use super::{review, tell};

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8885; --lead: #06c; --win: #a30; --small: #a80; --medium: #c50; --large: #c02; }
@media (prefers-color-scheme: dark) { :root { --lead: #6bf; --win: #fa7; --small: #fc6; --medium: #f96; --large: #f78; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.number { text-align: right; }
.tiles { font-family: ui-monospace, monospace; }
.small { color: var(--small); } .medium { color: var(--medium); } .large { color: var(--large); font-weight: bold; }
figure { margin: 1.5rem auto; max-width: 48rem; } svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: currentColor; }
figcaption, .quiet { opacity: .75; }
.players td { overflow-wrap: anywhere; }
details summary { cursor: pointer; } details table { width: auto; margin: .25rem 0 .5rem 1rem; }
.turns .of-turn td { border-bottom: 0; padding-bottom: 0; }
@media (max-width: 40rem) {
  body { margin: 1rem auto; }
  svg text { font-size: 19px; }
  .players tr { display: flex; flex-wrap: wrap; border-bottom: 1px solid var(--line); }
  .players th { flex: 0 0 100%; } .players td { flex: 1 1 0; } .players th:empty { display: none; }
  .players th, .players td { border-bottom: 0; padding: .125rem .25rem; }
  .turns thead { display: none; }
  .turns .of-turn { display: flex; flex-wrap: wrap; gap: 0 .75rem; padding-top: .5rem; }
  .turns .moves, .turns .moves td { display: block; }
  .turns .of-turn td, .turns .moves > td { padding: 0; }
  .turns .points::after { content: ' points'; }
}
";

/// The whole page. The graph shows the game from the seat `shown`.
pub(crate) fn page(view: &ReviewView, shown: usize) -> String {
    let names: Vec<String> = view.players.iter().map(|player| escape(&player.name)).collect();
    let title = if view.title.is_empty() { names.join(" – ") } else { escape(&view.title) };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p>{}, lexicon {}. Small differences may be errors of the analysis.</p>\n",
        escape(&view.ruleset),
        escape(&view.lexicon),
    );
    page += "<table class=players>\n<tbody>\n";
    players(&mut page, view);
    page += "</tbody>\n</table>\n";
    graph(&mut page, view, shown);
    turns(&mut page, view);
    page + "</main>\n</body>\n</html>\n"
}

/// A column for each player; on a narrow screen the labels are above the values.
fn players(page: &mut String, view: &ReviewView) {
    let mut row = |name: &str, cell: &dyn Fn(&ReviewedPlayerView) -> String| {
        let cells: String =
            view.players.iter().map(|player| format!("<td>{}", cell(player))).collect();
        let _ = writeln!(page, "<tr><th scope=row>{name}{cells}</tr>");
    };
    row("", &|player| format!("<b>{}</b>", escape(&player.name)));
    row("Points", &|player| match player.lost {
        Some(loss) => format!("{}, {}", player.total, tell::loss(loss)),
        None => player.total.to_string(),
    });
    row("Best moves", &|player| format!("{} of {}", player.best, player.turns));
    row("Mistakes", &|player| {
        format!("{} small, {} medium, {} large", player.small, player.medium, player.large)
    });
    if view.players.iter().any(|player| review::challenges(player).is_some()) {
        row("Challenges", &|player| review::challenges(player).unwrap_or_default());
    }
    row("Average loss per turn", &|player| match (player.mean_win_lost, player.mean_points_lost) {
        (Some(win), Some(points)) => format!("{win:.2}%, {points:.1} points"),
        (None, Some(points)) => format!("{points:.1} points"),
        _ => "unknown".to_owned(),
    });
    row("Strength", &|player| {
        player.strength.as_ref().map_or("too few turns".to_owned(), review::strength)
    });
}

/// The lead of a player over the best opponent still in the game, after every turn, and at the end
/// if final racks or overtime changed it.
fn leads(view: &ReviewView, seat: usize) -> Vec<f64> {
    let lead = |totals: &[i32], number: u32| {
        let is_there =
            |other: &usize| view.players[*other].lost_after.is_none_or(|after| after >= number);
        let others = || (0..totals.len()).filter(|&other| other != seat);
        let best = others().filter(is_there).map(|other| totals[other]).max();
        f64::from(
            totals[seat] - best.or_else(|| others().map(|other| totals[other]).max()).unwrap_or(0),
        )
    };
    let mut totals = vec![0; view.players.len()];
    let after = |turn: &ReviewedTurnView| {
        totals[turn.player as usize] = turn.total;
        lead(&totals, turn.number)
    };
    let mut leads: Vec<f64> = view.turns.iter().map(after).collect();
    let settled: Vec<i32> = view.players.iter().map(|player| player.total).collect();
    if settled != totals && view.unfinished.is_none() {
        leads.push(lead(&settled, view.turns.last().map_or(0, |turn| turn.number)));
    }
    leads
}

/// The lead of one player and, with two players and a model, the win chance, turn by turn.
fn graph(page: &mut String, view: &ReviewView, seat: usize) {
    const WIDTH: f64 = 640.0;
    const HEIGHT: f64 = 280.0;
    /// Margins for labels.
    const SIDE: f64 = 74.0;
    const BELOW: f64 = 24.0;
    const TOP: f64 = 16.0;
    let n = view.turns.len();
    if n < 2 {
        return;
    }
    let leads = leads(view, seat);
    let x = |at: usize| SIDE + at as f64 / (leads.len() - 1) as f64 * (WIDTH - 2.0 * SIDE);
    let most = leads.iter().copied().map(f64::abs).fold(20.0, f64::max);
    let (top, middle, bottom) = (TOP, (TOP + HEIGHT - BELOW) / 2.0, HEIGHT - BELOW);
    let y_lead = |lead: f64| middle - lead / most * (middle - top);
    let y_win = |win: f64| bottom - win * (bottom - top);
    let name = escape(&view.players[seat].name);
    let win = |turn: &ReviewedTurnView| {
        turn.line
            .as_ref()?
            .win
            .map(|win| if turn.player as usize == seat { win } else { 1.0 - win })
    };
    let wins = view
        .turns
        .iter()
        .enumerate()
        .filter_map(|(at, turn)| Some(format!("{:.1},{:.1}", x(at), y_win(win(turn)?))));
    let wins: Vec<String> = if view.players.len() == 2 { wins.collect() } else { Vec::new() };
    let has_wins = wins.len() > 1;
    let _ = writeln!(
        page,
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Lead{} of {name}, turn by turn\">",
        if has_wins { " and win chance" } else { "" },
    );
    for (text, lead, y) in [
        (format!("+{most:.0}"), most, top),
        ("0".to_owned(), 0.0, middle),
        (format!("−{most:.0}"), -most, bottom),
    ] {
        let _ = writeln!(
            page,
            "<line x1=\"{SIDE}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"currentColor\" opacity=\".3\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{text}</text>",
            WIDTH - SIDE,
            SIDE - 6.0,
            y + 4.0,
        );
        if has_wins {
            let percent = 50.0 + lead / most * 50.0;
            let _ = writeln!(
                page,
                "<text x=\"{}\" y=\"{}\">{percent:.0}%</text>",
                WIDTH - SIDE + 6.0,
                y + 4.0
            );
        }
    }
    let every = n.div_ceil(12);
    for (at, turn) in view.turns.iter().enumerate().filter(|(at, _)| at % every == 0) {
        let _ = writeln!(
            page,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            x(at),
            HEIGHT - 4.0,
            turn.number
        );
    }
    let points: Vec<String> = leads
        .iter()
        .enumerate()
        .map(|(at, &lead)| format!("{:.1},{:.1}", x(at), y_lead(lead)))
        .collect();
    let _ = writeln!(
        page,
        "<polyline fill=\"none\" stroke=\"var(--lead)\" stroke-width=\"2\" points=\"{}\"/>",
        points.join(" ")
    );
    if has_wins {
        let points = wins.join(" ");
        let _ = writeln!(
            page,
            "<polyline fill=\"none\" stroke=\"var(--win)\" stroke-width=\"2\" stroke-dasharray=\"5 3\" points=\"{points}\"/>"
        );
    }
    for (at, turn) in view.turns.iter().enumerate().filter(|(_, turn)| turn.player as usize == seat)
    {
        let Some(size) = turn.loss.as_ref().map(|loss| loss.size) else { continue };
        let (class, radius) = match size {
            SizeView::None => continue,
            SizeView::Small => ("small", 3),
            SizeView::Medium => ("medium", 5),
            SizeView::Large => ("large", 7),
        };
        let _ = writeln!(
            page,
            "<a href=\"#turn-{}\"><circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"var(--{class})\"><title>turn {}: {class} mistake</title></circle></a>",
            turn.number,
            x(at),
            y_lead(leads[at]),
            turn.number,
        );
    }
    let _ = write!(
        page,
        "</svg>\n<figcaption>{name}: lead (solid, left scale){}; dots are mistakes, larger dots are worse.</figcaption></figure>\n",
        if has_wins { " and win chance (dashed, right scale)" } else { "" },
    );
}

fn turns(page: &mut String, view: &ReviewView) {
    *page += "<table class=turns>\n<thead><tr><th class=number>Turn<th>Player<th>Rack<th>Played<th class=number>Points<th>Loss</tr></thead>\n<tbody>\n";
    for turn in &view.turns {
        let _ = writeln!(
            page,
            "<tr class=of-turn id=\"turn-{0}\"><td class=number>{0}<td>{1}<td class=tiles>{2}<td class=tiles>{3}{4}{5}<td class=\"number points\">{6}<td>{7}</tr>\n\
             <tr class=moves><td colspan=6>{8}</tr>",
            turn.number,
            escape(&view.players[turn.player as usize].name),
            escape(&turn.rack),
            if turn.lost.is_some() { "-".to_owned() } else { escape(&turn.played) },
            if turn.phonies.is_empty() {
                String::new()
            } else {
                format!(
                    "<br><span class=large>not a word: {}</span>",
                    escape(&turn.phonies.join(", "))
                )
            },
            if turn.withdrawn { "<br>taken back" } else { "" },
            turn.points,
            lost(turn),
            better(turn),
        );
    }
    *page += "</tbody>\n</table>\n";
}

fn lost(turn: &ReviewedTurnView) -> String {
    let Some(loss) = &turn.loss else {
        return turn.unjudged.as_ref().map_or_else(
            || review::why_unvalued(turn).to_owned(),
            |reason| format!("<span class=quiet>{}</span>", escape(reason)),
        );
    };
    let win =
        loss.win.filter(|_| !loss.by_points).map_or(String::new(), |win| format!("{win:.1}%, "));
    let text = format!("{win}{:.1} points", loss.points);
    match loss.size {
        SizeView::None => String::new(),
        SizeView::Small => format!("<span class=small>small: {text}</span>"),
        SizeView::Medium => format!("<span class=medium>medium: {text}</span>"),
        SizeView::Large => format!("<span class=large>large: {text}</span>"),
    }
}

fn better(turn: &ReviewedTurnView) -> String {
    if turn.lines.is_empty() {
        return String::new();
    }
    let rows: String = turn
        .lines
        .iter()
        .map(|line| {
            let win = line.win.map_or(String::new(), |win| format!("{:.1}%", win * 100.0));
            format!(
                "<tr><td class=tiles>{}<td class=number>{}<td class=tiles>{}<td class=number>{:.1}<td class=number>{win}</tr>",
                escape(&line.mv),
                line.score,
                escape(&line.leave),
                line.equity
            )
        })
        .collect();
    let head = match review::better(turn) {
        None => "the best move; others".to_owned(),
        Some((how, best)) => {
            format!(
                "{how}: <span class=tiles>{}</span>, {}",
                escape(&best.mv),
                tell::count(best.score.max(0) as usize, "point")
            )
        }
    };
    format!(
        "<details><summary>{head}</summary><table><tr><th>Move<th class=number>Score<th>Leave<th class=number>Equity<th class=number>Win</tr>{rows}</table></details>"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A game with these players and turns (seat and score).
    fn game(names: &[&str], turns: &[(usize, i32)]) -> ReviewView {
        let mut totals = vec![0; names.len()];
        let turn = |(number, &(player, points)): (usize, &(usize, i32))| {
            totals[player] += points;
            json!({ "number": number + 1, "player": player, "rack": "", "played": "", "points": points, "total": totals[player], "lead": 0,
                    "phonies": [], "lines": [] })
        };
        let turns: Vec<_> = turns.iter().enumerate().map(turn).collect();
        let players = names.iter().zip(&totals).map(|(name, total)| {
            json!({ "name": name, "total": total, "turns": 0, "best": 0, "small": 0, "medium": 0, "large": 0, "phonies": 0 })
        });
        let view = json!({ "ruleset": "english", "lexicon": "words", "title": "", "players": players.collect::<Vec<_>>(), "turns": turns });
        serde_json::from_value(view).unwrap()
    }

    #[test]
    fn graphs_the_lead_of_one_player() {
        let view = game(
            &["beginner", "You", "beginner 2"],
            &[(0, 30), (1, 20), (2, 5), (0, 10), (1, 40), (2, 90)],
        );
        assert_eq!(leads(&view, 1), [-30.0, -10.0, -10.0, -20.0, 20.0, -35.0]);
        assert_eq!(leads(&view, 0), [30.0, 10.0, 10.0, 20.0, -20.0, -55.0]);
        let page = page(&view, 1);
        assert!(page.contains("<figcaption>You: lead (solid, left scale); dots"), "{page}");
    }

    #[test]
    fn the_lead_ignores_players_who_dropped_out() {
        let mut view = game(&["Ann", "Bo", "Cy"], &[(0, 30), (1, 20), (2, 50), (0, 10), (1, 5)]);
        view.players[2].lost_after = Some(3);
        assert_eq!(leads(&view, 0), [30.0, 10.0, -20.0, 20.0, 15.0]);
    }

    #[test]
    fn the_graph_ends_with_the_final_score() {
        let mut view = game(&["Ann", "Bo"], &[(0, 30), (1, 20)]);
        assert_eq!(leads(&view, 0), [30.0, 10.0]);
        (view.players[0].total, view.players[1].total) = (24, 26);
        assert_eq!(leads(&view, 0), [30.0, 10.0, -2.0]);
        assert!(page(&view, 0).contains("Ann: lead"), "one point more than turns");
    }
}
