//! A reviewed game as one HTML page that needs nothing else: a graph of the lead and the chance to win, and every turn.

use std::fmt::Write;

use tisane_protocol::{ReviewView, ReviewedTurnView, SizeView};

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8885; --lead: #06c; --win: #a30; --small: #a80; --medium: #c50; --large: #c02; }
@media (prefers-color-scheme: dark) { :root { --lead: #6bf; --win: #fa7; --small: #fc6; --medium: #f96; --large: #f78; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.number { text-align: right; }
.tiles { font-family: ui-monospace, monospace; }
.small { color: var(--small); } .medium { color: var(--medium); } .large { color: var(--large); font-weight: bold; }
figure { margin: 1rem 0; overflow-x: auto; } svg { width: 100%; min-width: 30rem; height: auto; }
details summary { cursor: pointer; } .quiet { opacity: .7; }
.scroll { overflow-x: auto; }
";

/// The whole page.
pub(crate) fn page(view: &ReviewView) -> String {
    let names: Vec<String> = view.players.iter().map(|player| escape(&player.name)).collect();
    let title = if view.title.is_empty() { names.join(" – ") } else { escape(&view.title) };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p>{}, words of {}. A guide, not a verdict: looking ahead has an error of its own.</p>\n",
        escape(&view.ruleset),
        escape(&view.lexicon),
    );
    players(&mut page, view);
    graph(&mut page, view);
    turns(&mut page, view);
    page + "</main>\n</body>\n</html>\n"
}

fn players(page: &mut String, view: &ReviewView) {
    *page += "<div class=\"scroll\"><table>\n<thead><tr><th>Player<th class=number>Points<th class=number>Best moves<th class=number>Small\
              <th class=number>Medium<th class=number>Large<th class=number>Lost a turn</tr></thead>\n<tbody>\n";
    for player in &view.players {
        let lost = match (player.mean_win_lost, player.mean_points_lost) {
            (Some(win), Some(points)) => format!("{win:.2} %, {points:.1} points"),
            (None, Some(points)) => format!("{points:.1} points"),
            _ => "unknown".to_owned(),
        };
        let _ = writeln!(
            page,
            "<tr><td>{}<td class=number>{}<td class=number>{} of {}<td class=number>{}<td class=number>{}<td class=number>{}<td class=number>{lost}</tr>",
            escape(&player.name),
            player.total,
            player.best,
            player.turns,
            player.small,
            player.medium,
            player.large,
        );
    }
    *page += "</tbody>\n</table></div>\n";
}

/// The lead of the first player and, where it is known, the chance to win, turn by turn.
fn graph(page: &mut String, view: &ReviewView) {
    const WIDTH: f64 = 900.0;
    const HEIGHT: f64 = 240.0;
    const EDGE: f64 = 24.0;
    let n = view.turns.len();
    if n < 2 {
        return;
    }
    let x = |at: usize| EDGE + at as f64 / (n - 1) as f64 * (WIDTH - 2.0 * EDGE);
    let lead = |turn: &ReviewedTurnView| f64::from(if turn.player == 0 { turn.lead } else { -turn.lead });
    let most = view.turns.iter().map(|turn| lead(turn).abs()).fold(20.0, f64::max);
    let y_lead = |lead: f64| HEIGHT / 2.0 - lead / most * (HEIGHT / 2.0 - EDGE);
    let y_win = |win: f64| HEIGHT - EDGE - win * (HEIGHT - 2.0 * EDGE);
    let two = view.players.len() == 2;
    let first = escape(&view.players[0].name);
    let _ = write!(
        page,
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Lead and chance to win of {first}, turn by turn\">\n\
         <line x1=\"{EDGE}\" x2=\"{}\" y1=\"{}\" y2=\"{}\" stroke=\"currentColor\" opacity=\".4\"/>\n",
        WIDTH - EDGE,
        HEIGHT / 2.0,
        HEIGHT / 2.0,
    );
    let leads: Vec<String> = view.turns.iter().enumerate().map(|(at, turn)| format!("{:.1},{:.1}", x(at), y_lead(lead(turn)))).collect();
    let _ = writeln!(page, "<polyline fill=\"none\" stroke=\"var(--lead)\" stroke-width=\"2\" points=\"{}\"/>", leads.join(" "));
    let win = |turn: &ReviewedTurnView| turn.line.as_ref()?.win.map(|win| if turn.player == 0 { win } else { 1.0 - win });
    let wins = view.turns.iter().enumerate().filter_map(|(at, turn)| Some(format!("{:.1},{:.1}", x(at), y_win(win(turn)?))));
    let wins: Vec<String> = wins.collect();
    if two && wins.len() > 1 {
        let points = wins.join(" ");
        let _ = writeln!(
            page,
            "<polyline fill=\"none\" stroke=\"var(--win)\" stroke-width=\"2\" stroke-dasharray=\"5 3\" points=\"{points}\"/>"
        );
    }
    for (at, turn) in view.turns.iter().enumerate() {
        let Some(size) = turn.loss.as_ref().map(|loss| loss.size).filter(|&size| size != SizeView::None) else { continue };
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
            y_lead(lead(turn)),
            turn.number,
        );
    }
    let _ = write!(
        page,
        "</svg>\n<figcaption>Of {first}: the lead (solid, up to {most:.0} points){}; dots are mistakes, the larger the worse.</figcaption></figure>\n",
        if two { " and the chance to win (dashed, from 0 below to 100 % above)" } else { "" },
    );
}

fn turns(page: &mut String, view: &ReviewView) {
    *page += "<div class=\"scroll\"><table>\n<thead><tr><th class=number>Turn<th>Player<th>Rack<th>Played<th class=number>Points<th>Lost<th>Better</tr></thead>\n<tbody>\n";
    for turn in &view.turns {
        let _ = writeln!(
            page,
            "<tr id=\"turn-{0}\"><td class=number>{0}<td>{1}<td class=tiles>{2}<td class=tiles>{3}{4}<td class=number>{5}<td>{6}<td>{7}</tr>",
            turn.number,
            escape(&view.players[turn.player as usize].name),
            escape(&turn.rack),
            escape(&turn.played),
            if turn.phonies.is_empty() {
                String::new()
            } else {
                format!("<br><span class=large>not a word: {}</span>", escape(&turn.phonies.join(", ")))
            },
            turn.points,
            lost(turn),
            better(turn),
        );
    }
    *page += "</tbody>\n</table></div>\n";
}

fn lost(turn: &ReviewedTurnView) -> String {
    let Some(loss) = &turn.loss else {
        return turn.unjudged.as_ref().map_or_else(
            || if turn.place.is_some() { "not looked at in time" } else { "not a legal move" }.to_owned(),
            |reason| format!("<span class=quiet>{}</span>", escape(reason)),
        );
    };
    let win = loss.win.map_or(String::new(), |win| format!("{win:.1} %, "));
    let text = format!("{win}{:.1} points", loss.points);
    match loss.size {
        SizeView::None => String::new(),
        SizeView::Small => format!("<span class=small>small: {text}</span>"),
        SizeView::Medium => format!("<span class=medium>medium: {text}</span>"),
        SizeView::Large => format!("<span class=large>large: {text}</span>"),
    }
}

fn better(turn: &ReviewedTurnView) -> String {
    let Some(best) = turn.lines.first() else { return String::new() };
    let rows: String = turn
        .lines
        .iter()
        .map(|line| {
            let win = line.win.map_or(String::new(), |win| format!("{:.1} %", win * 100.0));
            format!(
                "<tr><td class=tiles>{}<td class=number>{}<td class=tiles>{}<td class=number>{:.1}<td class=number>{win}</tr>",
                escape(&line.mv),
                line.score,
                escape(&line.leave),
                line.equity
            )
        })
        .collect();
    let head = if turn.place == Some(1) {
        "the best move".to_owned()
    } else {
        format!("<span class=tiles>{}</span>, {} points", escape(&best.mv), best.score)
    };
    format!(
        "<details><summary>{head}</summary><table><tr><th>Move<th class=number>Score<th>Leave<th class=number>Equity<th class=number>Win</tr>{rows}</table></details>"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
