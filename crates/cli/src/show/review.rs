//! Words for reviewed games, used in the terminal and on the HTML page.

use tisane_protocol::{
    LineView, ReviewView, ReviewedPlayerView, ReviewedTurnView, SizeView, StrengthView,
};

use super::tell;

/// The best move, if another one was played, with a label for it.
pub(crate) fn better(turn: &ReviewedTurnView) -> Option<(&'static str, &LineView)> {
    let best = turn.lines.first().filter(|_| turn.place != Some(1))?;
    let is_mistake =
        turn.withdrawn || turn.loss.as_ref().is_none_or(|loss| loss.size != SizeView::None);
    Some((if is_mistake { "best" } else { "about as good" }, best))
}

/// Why a turn with a known rack has no value.
pub(crate) fn why_unvalued(turn: &ReviewedTurnView) -> &'static str {
    match (turn.withdrawn, turn.place, turn.phonies.is_empty()) {
        (true, ..) => "taken back",
        (_, Some(_), _) => "not analysed in time",
        (_, None, true) => "not a legal move",
        (_, None, false) => "a phony that was not challenged",
    }
}

/// `2 phonies, 1 unchallenged; 1 challenge lost`; `None` if there were neither.
pub(crate) fn challenges(player: &ReviewedPlayerView) -> Option<String> {
    let ReviewedPlayerView { phonies, phonies_stood, challenges_lost, .. } = *player;
    let phonies = match (phonies, phonies_stood) {
        (0, _) => None,
        (1, stood) => {
            Some(format!("1 phony, {}", if stood == 1 { "unchallenged" } else { "taken back" }))
        }
        (phonies, stood) => Some(format!("{phonies} phonies, {stood} unchallenged")),
    };
    let lost = (challenges_lost > 0)
        .then(|| format!("{} lost", tell::count(challenges_lost as usize, "challenge")));
    let parts: Vec<String> = phonies.into_iter().chain(lost).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// `590 Elo below static (300 to 900)`, or `(at least 300)` if the interval exceeds the measured
/// range. Relative to `static`, because the weakest bot differs between languages.
pub(crate) fn strength(StrengthView { elo, least, most }: &StrengthView) -> String {
    match (*elo, *least, *most) {
        (Some(elo), Some(least), Some(most)) => {
            format!("{} Elo below static ({} to {})", -elo, -most, -least)
        }
        (Some(elo), None, Some(most)) if elo < most => {
            format!("{} Elo below static (at least {})", -elo, -most)
        }
        (Some(elo), Some(least), None) if elo > least => {
            format!("{} Elo below static (at most {})", -elo, -least)
        }
        (_, Some(0), None) => "at least that of static".to_owned(),
        (_, Some(least), None) => format!("at most {} Elo below static", -least),
        (_, None, Some(most)) => format!("at least {} Elo below static", -most),
        _ => "unknown".to_owned(),
    }
}

/// The methods used, with their number of turns: `simulation (18 turns), endgame (4 turns)`.
pub(crate) fn methods(view: &ReviewView) -> Vec<String> {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for method in view.turns.iter().filter_map(|turn| turn.method.as_deref()) {
        match counted.iter_mut().find(|(name, _)| *name == method) {
            Some((_, n)) => *n += 1,
            None => counted.push((method, 1)),
        }
    }
    match counted[..] {
        [(only, _)] => vec![only.to_owned()],
        _ => counted
            .iter()
            .map(|&(name, n)| format!("{name} ({})", tell::count(n, "turn")))
            .collect(),
    }
}

pub(crate) fn size_name(size: SizeView) -> &'static str {
    match size {
        SizeView::None => "",
        SizeView::Small => "small",
        SizeView::Medium => "medium",
        SizeView::Large => "large",
    }
}

#[cfg(test)]
mod tests {
    use tisane_protocol::StrengthView;

    #[test]
    fn strength_is_relative_to_static() {
        let strength = |elo, least, most| super::strength(&StrengthView { elo, least, most });
        assert_eq!(
            strength(Some(-590), Some(-900), Some(-300)),
            "590 Elo below static (300 to 900)"
        );
        assert_eq!(strength(Some(-60), Some(-200), None), "60 Elo below static (at most 200)");
        assert_eq!(strength(Some(-1000), None, Some(-80)), "1000 Elo below static (at least 80)");
        assert_eq!(strength(Some(0), Some(0), None), "at least that of static");
        assert_eq!(strength(Some(-1170), None, Some(-1170)), "at least 1170 Elo below static");
        assert_eq!(
            strength(None, Some(-200), None),
            "at most 200 Elo below static",
            "an older stored form"
        );
    }
}
