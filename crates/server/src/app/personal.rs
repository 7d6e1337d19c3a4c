//! The data of a player: a download of all of it, and its deletion.

use std::time::Duration;

use axum::body::Bytes;
use serde::Serialize;
use tisane_protocol::request::{ActionRequest, ActionView};
use tisane_protocol::{KeptView, MyData, UpdateView};
use tisane_rules::{Phase, Presence};
use tokio::sync::mpsc;

use super::App;
use crate::base::now;
use crate::base::secret::log_name;
use crate::error::Error;
use crate::error::Refused;
use crate::news::Topic;
use crate::people::Player;
use crate::people::kept;
use crate::room::Table;

/// Messages read at a time.
const PAGE: usize = 500;
/// The most reports in a download.
const MOST_REPORTS: usize = 10_000;
/// Pieces that wait for a slow reader.
const AHEAD: usize = 4;
/// Only two downloads run at once, so each has a time limit.
const LONGEST_DOWNLOAD: Duration = Duration::from_secs(300);

type Piece = Result<Bytes, std::io::Error>;

impl App {
    /// Everything about a player as one JSON object, piece by piece: [`MyData`], then `games` and
    /// `messages`.
    pub(crate) async fn download(&self, player: Player) -> Result<mpsc::Receiver<Piece>, Error> {
        let turn =
            self.moderation().downloads.clone().try_acquire_owned().map_err(|_| Refused::Busy)?;
        let head = self.my_data(&player).await?;
        let (pieces, received) = mpsc::channel(AHEAD);
        let app = self.clone();
        tokio::spawn(async move {
            let written =
                tokio::time::timeout(LONGEST_DOWNLOAD, app.write_all(&player, &head, &pieces))
                    .await;
            if let Err(error) = written.unwrap_or_else(|_| Err(Refused::Slow.into())) {
                tracing::warn!(%error, "a download was not finished");
                let _ = pieces.send(Err(std::io::Error::other("the download failed"))).await;
            }
            drop(turn);
        });
        Ok(received)
    }

    async fn my_data(&self, player: &Player) -> Result<MyData, Refused> {
        let store = self.store();
        let mut kept_items: Vec<KeptView> = Vec::new();
        for head in store.kept_of(&player.id).await? {
            if let Some(item) = store.kept(&head.id).await? {
                kept_items.push(kept::view(item)?);
            }
        }
        let known = store.find_players(&player.id, now(), 50).await?;
        let former_names = known.into_iter().filter(|known| known.id == player.id);
        Ok(MyData {
            former_names: former_names.flat_map(|known| known.former_names).collect(),
            me: self.me(player).await?,
            sessions: self.sessions().list(player).await?.sessions,
            muted: self.mutes().load(&player.id).await?.muted,
            reports: store.reports_by(&player.id, MOST_REPORTS).await?,
            bans: store.bans(Some(&player.id), now()).await?,
            is_muted: self.moderation().refuse_muted(&player.id).is_err(),
            kept: kept_items,
        })
    }

    /// Stops when the reader does.
    async fn write_all(
        &self,
        player: &Player,
        head: &MyData,
        pieces: &mpsc::Sender<Piece>,
    ) -> Result<(), Error> {
        let send =
            async |text: String| pieces.send(Ok(text.into())).await.map_err(|_| Refused::Closing);
        let head = json(head);
        send(format!("{},\"games\":[", head.strip_suffix('}').expect("an object ends so"))).await?;
        let games = self.store().games_of(&player.id).await.map_err(Refused::from)?;
        let mut is_first = true;
        for (id, _) in games {
            match self.game_for(player, &id).await {
                Ok(game) => {
                    send(format!("{}{}", if is_first { "" } else { "," }, json(&game))).await?;
                    is_first = false;
                }
                // One unreadable game must not keep back the rest.
                Err(error) => {
                    tracing::error!(%error, game = log_name(&id), "a download lacks a game")
                }
            }
        }
        send("],\"messages\":[".to_owned()).await?;
        let mut after = (String::new(), 0);
        let mut is_first = true;
        loop {
            let said = self
                .store()
                .said_by(&player.id, after.clone(), PAGE)
                .await
                .map_err(Refused::from)?;
            let Some(last) = said.last() else { break };
            after = (last.game.clone(), last.message.number);
            let list: Vec<String> = said.iter().map(json).collect();
            send(format!("{}{}", if is_first { "" } else { "," }, list.join(","))).await?;
            is_first = false;
        }
        send("]}".to_owned()).await?;
        Ok(())
    }

    /// A game with its whole log, as the player may see it.
    async fn game_for(&self, player: &Player, id: &str) -> Result<UpdateView, Error> {
        let table = self.rooms().load(id).await?;
        let sight = table.sight(Some(&player.id))?;
        let away = vec![Presence::AwaySince(now()); table.occupants.len()];
        Ok(table.update(sight, 0, &away, 0, now()))
    }

    /// Deletes a player: resigns their games, then replaces their name and id wherever opponents
    /// keep them.
    pub(crate) async fn forget(&self, player: &Player) -> Result<(), Error> {
        for (game, ended) in self.store().games_of(&player.id).await.map_err(Refused::from)? {
            if !ended {
                self.give_up(player, &game).await?;
            }
        }
        let changed = self.store().delete_player(&player.id).await.map_err(Refused::from)?;
        self.moderation().count_forgotten();
        self.nodes().publish(|| Topic::Forgotten { player: player.id.clone() });
        self.sessions().end_all(&player.id, None).await?; // which closes the sockets
        for game in changed {
            if let Some(room) = self.rooms().find(&game) {
                room.reload().await;
            }
        }
        self.mutes().forget(&player.id);
        self.moderation().forget_address(&player.id);
        if let Err(error) = self.reload_sanctions().await {
            tracing::error!(%error, "bans and roles can't be reloaded");
        }
        Ok(())
    }

    async fn give_up(&self, player: &Player, game: &str) -> Result<(), Error> {
        let room = match self.room(game).await {
            Ok(room) => room,
            Err(error) => {
                // Nobody can open this game, so nobody waits in it.
                tracing::error!(%error, game = log_name(game), "a game can't be resigned");
                return Ok(());
            }
        };
        let phase = room.look(|table: &Table| table.game.phase()).await?;
        let action = if phase == Phase::Lobby { ActionView::Leave } else { ActionView::Resign };
        match room.act_uncounted(player, ActionRequest { turn: None, action }).await {
            // They have already resigned, or the game has ended.
            Ok(_) | Err(Refused::Rules(_) | Refused::NotSeated) => Ok(()),
            Err(refused) => Err(refused.into()),
        }
    }
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("answers are plain data")
}
