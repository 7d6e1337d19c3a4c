//! `tisane help`: commands and topics.

use std::io::Write;

use crate::Outcome;
use crate::failure::Failure;

/// Show the help of a command or topic
#[derive(clap::Args)]
#[command(after_help = topic_list())]
pub(crate) struct Args {
    /// A topic, or a command such as `solve` or `words check`
    topic: Vec<String>,
}

/// The name, the description and the text of each topic.
const TOPICS: [(&str, &str, &str); 9] = [
    ("positions", "positions as arguments", include_str!("positions.txt")),
    ("cgp", "positions in one line", include_str!("cgp.txt")),
    ("moves", "how to write moves", include_str!("moves.txt")),
    ("marks", "the table of `tisane solve`", include_str!("marks.txt")),
    ("mistakes", "the measures of `tisane review`", include_str!("mistakes.txt")),
    ("batch", "JSON for programs", include_str!("batch.txt")),
    ("parts", "long work on many machines", include_str!("parts.txt")),
    ("wordlists", "your own words", include_str!("wordlists.txt")),
    ("config", "config.toml, environment, exit codes", include_str!("config.txt")),
];

/// The topics, for help texts.
pub(crate) fn topic_list() -> String {
    let line = |(name, about, _): &(&str, &str, &str)| format!("\n  {name:<10} {about}");
    format!("Topics, for `tisane help TOPIC`:{}", TOPICS.iter().map(line).collect::<String>())
}

pub(crate) fn run(args: &Args, command: clap::Command) -> anyhow::Result<Outcome> {
    let topic = |name: &str| TOPICS.iter().find(|(topic, ..)| *topic == name);
    let text = match &args.topic[..] {
        [name] if topic(name).is_some() => topic(name).map_or("", |(.., text)| text).to_owned(),
        [name] if name == "topics" => format!("{}\n", topic_list()),
        names => help_of(command, names)?,
    };
    write!(anstream::stdout(), "{text}")?;
    Ok(Outcome::Yes)
}

/// The help of a command.
fn help_of(mut command: clap::Command, names: &[String]) -> Result<String, Failure> {
    command.build();
    let mut page = command;
    for (depth, name) in names.iter().enumerate() {
        let Some(sub) = page.find_subcommand(name) else {
            let commands = page.get_subcommands().filter(|sub| !sub.is_hide_set());
            let topics = TOPICS.iter().map(|(topic, ..)| *topic).filter(|_| depth == 0);
            let known: Vec<&str> = topics.chain(commands.map(clap::Command::get_name)).collect();
            return Err(Failure::unknown(format!("no help for {name:?}"), name, &known));
        };
        page = sub.clone();
    }
    Ok(page.render_help().ansi().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_fit_a_terminal() {
        for (name, _, text) in TOPICS {
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(80), "{name}: {widest:?}");
            assert!(text.ends_with('\n') && text.lines().count() <= 30, "{name}");
        }
    }
}
