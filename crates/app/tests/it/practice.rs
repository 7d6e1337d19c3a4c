//! Games against bots.

use std::sync::Arc;

use tisane_app::players::BotError;
use tisane_app::practice::{BotCache, NewPractice, Occupant, PERSON, Practice, PracticeError};
use tisane_engine::Engine;
use tisane_engine::leave::NoLeaves;
use tisane_lexicon::{Lexicon, WordList};
use tisane_rules::{Action, Ruleset, Seed};

fn engine() -> Arc<Engine> {
    let ruleset = Arc::new(Ruleset::named("english").unwrap());
    let words = "at\nate\neat\ntea\nteam\nmeat\nno\non\none\ntone\nnote\nit\nin\ntin\nis\nsit\n";
    let (lexicon, _) = Lexicon::build("few", &ruleset.alphabet, &WordList::from_text(words), 15);
    Arc::new(Engine::new(ruleset, Arc::new(lexicon), NoLeaves))
}

fn new_game(bots: &[String]) -> NewPractice<'_> {
    NewPractice { name: "Ann", bots, challenge: None, seed: Seed([7; 32]) }
}

#[test]
fn an_unknown_bot_is_refused_at_the_start_and_when_a_game_is_resumed() {
    let engine = engine();
    let bots = ["champoin".to_owned()];
    let error = Practice::setup(&engine, &new_game(&bots)).unwrap_err();
    assert!(matches!(error, PracticeError::Bot(BotError::Unknown { .. })), "{error}");
    let known = ["static".to_owned()];
    let setup = Practice::setup(&engine, &new_game(&known)).unwrap();
    let (_, events) = Practice::start(&engine, &new_game(&known), setup.clone(), 0).unwrap();
    let mut resumed = Practice::resume(&engine, setup);
    let (joined, _) = &events[1];
    let unknown = Occupant::Bot("gone-since".to_owned());
    assert!(resumed.apply(joined, Some(&unknown)).is_err());
}

#[test]
fn bots_move_until_it_is_the_persons_turn() {
    let engine = engine();
    let bots = ["greedy".to_owned(), "beginner".to_owned()];
    let setup = Practice::setup(&engine, &new_game(&bots)).unwrap();
    let (mut practice, events) = Practice::start(&engine, &new_game(&bots), setup, 0).unwrap();
    assert_eq!(events.iter().filter(|(_, who)| who.is_some()).count(), 3);
    let mut cache = BotCache::default();
    for _ in 0..3 {
        loop {
            let events = practice.bot_events(&mut cache, 1).unwrap();
            if events.is_empty() {
                break;
            }
            events.iter().for_each(|event| practice.apply(event, None).unwrap());
        }
        assert_eq!(practice.game().on_turn(), Some(PERSON));
        let events = practice.act(PERSON, Action::Pass, 1).unwrap();
        events.iter().for_each(|event| practice.apply(event, None).unwrap());
    }
    assert!(practice.game().turns().len() >= 6);
}
