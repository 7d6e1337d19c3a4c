//! Notices between servers, by LISTEN and NOTIFY. They have a connection of their own, because a
//! NOTIFY within an append would make all appends wait for each other.

use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client};

use super::super::StoreError;
use super::session::failure;
use super::{PostgresAddress, tls};
use crate::news::{News, Notice, Topic};

const CHANNEL: &str = "tisane";
/// Notices of so long travel together.
const TOGETHER: Duration = Duration::from_millis(5);
/// PostgreSQL allows 8000 bytes.
const LONGEST: usize = 7900;
/// Notices that wait to be sent, or for a slow reader. With more, some are lost.
const WAITING: usize = 4096;
/// How long a connection attempt or a NOTIFY may take.
const ANSWER: Duration = Duration::from_secs(4);
const PAUSES: [Duration; 4] = [
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(500),
    Duration::from_secs(1),
];

pub struct PostgresNews {
    publish: mpsc::Sender<Notice>,
    heard: broadcast::Sender<Arc<Notice>>,
    task: JoinHandle<()>,
}

impl Drop for PostgresNews {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl PostgresNews {
    /// Connects now and whenever the connection is lost.
    pub(super) fn start(address: &PostgresAddress) -> Result<PostgresNews, StoreError> {
        tls::connector(&address.trust)?; // finds a wrong certificate file at once
        let (publish, waiting) = mpsc::channel(WAITING);
        let heard = broadcast::Sender::new(WAITING);
        let task = tokio::spawn(carry(address.clone(), waiting, heard.clone()));
        Ok(PostgresNews { publish, heard, task })
    }
}

impl News for PostgresNews {
    fn publish(&self, notice: Notice) {
        if self.publish.try_send(notice).is_err() {
            tracing::debug!("a notice was lost: too many are waiting");
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Arc<Notice>> {
        self.heard.subscribe()
    }
}

/// Carries notices until the process ends.
async fn carry(
    address: PostgresAddress,
    mut waiting: mpsc::Receiver<Notice>,
    heard: broadcast::Sender<Arc<Notice>>,
) {
    let mut failures = 0;
    loop {
        match connect(&address, &heard).await {
            Ok((client, listening)) => {
                failures = 0;
                // Earlier notices are lost.
                tell(&heard, Notice { node: String::new(), topic: Topic::Gap });
                let sent = send_all(&client, &mut waiting, listening).await;
                tracing::warn!(cause = sent, "news between servers were interrupted");
            }
            Err(error) => {
                tracing::debug!(%error, "no connection for news between servers");
                failures += 1;
            }
        }
        sleep(PAUSES[failures.min(PAUSES.len() - 1)]).await;
    }
}

/// A connection that listens, and a task that passes on what it hears and ends with it.
async fn connect(
    address: &PostgresAddress,
    heard: &broadcast::Sender<Arc<Notice>>,
) -> Result<(Client, JoinHandle<()>), StoreError> {
    let mut config = address.config.clone();
    config.application_name("tisane news");
    let no_answer = |_| StoreError::Unreachable("no answer".to_owned());
    let connecting = config.connect(tls::connector(&address.trust)?);
    let (client, mut connection) =
        timeout(ANSWER, connecting).await.map_err(no_answer)?.map_err(failure)?;
    let heard = heard.clone();
    let listening = tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message {
                notification
                    .payload()
                    .lines()
                    .filter_map(Notice::read)
                    .for_each(|n| tell(&heard, n));
            }
        }
    });
    let listen = format!("LISTEN {CHANNEL}");
    timeout(ANSWER, client.batch_execute(&listen)).await.map_err(no_answer)?.map_err(failure)?;
    Ok((client, listening))
}

fn tell(heard: &broadcast::Sender<Arc<Notice>>, notice: Notice) {
    let _ = heard.send(Arc::new(notice)); // perhaps nobody listens yet
}

/// Sends notices until the connection is lost; says why.
async fn send_all(
    client: &Client,
    waiting: &mut mpsc::Receiver<Notice>,
    mut listening: JoinHandle<()>,
) -> &'static str {
    loop {
        let first = tokio::select! {
            notice = waiting.recv() => notice,
            _ = &mut listening => return "the connection has ended",
        };
        let Some(first) = first else { return "nobody sends any more" };
        sleep(TOGETHER).await;
        let mut notices = vec![first];
        while let Ok(notice) = waiting.try_recv() {
            notices.push(notice);
        }
        for text in packed(notices) {
            let notify =
                async { client.query("SELECT pg_notify($1, $2)", &[&CHANNEL, &text]).await };
            match timeout(ANSWER, notify).await {
                Ok(Ok(_)) => {}
                Ok(Err(_)) => return "a notice was refused",
                Err(_) => return "no answer",
            }
        }
    }
}

/// Notices as lines, in texts of at most [`LONGEST`] bytes. Of several about one game's log only the
/// last is left, and equal ones are sent once.
fn packed(notices: Vec<Notice>) -> Vec<String> {
    let mut last: HashMap<String, usize> = HashMap::new();
    let mut lines: Vec<Option<String>> = Vec::new();
    for notice in notices {
        let line = notice.to_line();
        let key = match &notice.topic {
            Topic::Game { game, .. } => format!("{} {game}", notice.node),
            _ => line.clone(),
        };
        if line.len() > LONGEST {
            tracing::debug!(bytes = line.len(), "a notice was lost: it is too long");
            continue;
        }
        if let Some(before) = last.insert(key, lines.len()) {
            lines[before] = None;
        }
        lines.push(Some(line));
    }
    let mut texts: Vec<String> = Vec::new();
    for line in lines.into_iter().flatten() {
        match texts.last_mut().filter(|text| text.len() + 1 + line.len() <= LONGEST) {
            Some(text) => {
                text.push('\n');
                text.push_str(&line);
            }
            None => texts.push(line),
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(topic: Topic) -> Notice {
        Notice { node: "one".to_owned(), topic }
    }

    fn game(game: impl Into<String>, version: u64) -> Notice {
        notice(Topic::Game { game: game.into(), version })
    }

    #[test]
    fn notices_about_one_game_become_one() {
        let texts = packed(vec![
            game("g", 1),
            notice(Topic::Sanctions),
            game("g", 2),
            game("h", 1),
            notice(Topic::Sanctions),
        ]);
        let read: Vec<Notice> =
            texts.iter().flat_map(|text| text.lines()).filter_map(Notice::read).collect();
        assert_eq!(read, [game("g", 2), game("h", 1), notice(Topic::Sanctions)]);
        assert_eq!(texts.len(), 1);
    }

    #[test]
    fn texts_are_never_longer_than_postgresql_allows() {
        let many = (0..1000).map(|n| game(format!("game{n}"), n)).collect();
        let texts = packed(many);
        assert!(texts.len() > 1 && texts.iter().all(|text| text.len() <= LONGEST));
        assert_eq!(texts.iter().flat_map(|text| text.lines()).count(), 1000);
        assert!(packed(vec![game("g".repeat(9000), 1)]).is_empty());
    }
}
