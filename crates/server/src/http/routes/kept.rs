//! Saved items: boards, followed games, reviews, quiz progress. Each can be shared by a link that
//! can be withdrawn.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use tisane_protocol::{
    ChangeRequest, Content, KeepRequest, KeptKind, KeptList, KeptSummary, KeptView, SharedView,
};

use super::words::Asked;
use crate::base::secret::{is_name, random_name};
use crate::compute::blocking::blocking;
use crate::error::Refused;
use crate::http::asking::{Body, Path};
use crate::limits::Kind;
use crate::people::Player;
use crate::people::kept::view;
use crate::store::{SavedHead, SavedItem, StoreError};
use crate::{App, Error, now};

const MEGABYTE: usize = 1024 * 1024;
const LONGEST_TITLE: usize = 100;
/// A review of a long game fits.
const LARGEST: usize = 192 * 1024;
/// 80 bits: nobody finds a link by trying.
const SIGNS_OF_A_LINK: usize = 16;

/// The most items and bytes of one player.
struct Room {
    items: usize,
    bytes: usize,
}

const OF_ACCOUNT: Room = Room { items: 500, bytes: 8 * MEGABYTE };
/// Anybody can be many guests.
const OF_GUEST: Room = Room { items: 50, bytes: MEGABYTE };

#[derive(Deserialize)]
pub(crate) struct Which {
    kind: Option<KeptKind>,
}

/// `GET /api/kept?kind=board`: the player's items, the latest first.
pub(crate) async fn list(
    State(app): State<App>,
    player: Player,
    Asked(Which { kind }): Asked<Which>,
) -> Result<Json<KeptList>, Error> {
    let heads = app.store().kept_of(&player.id).await.map_err(Refused::from)?;
    let wanted = heads
        .into_iter()
        .map(summary)
        .filter(|summary| kind.is_none_or(|kind| summary.kind == kind));
    Ok(Json(KeptList { kept: wanted.collect() }))
}

/// `POST /api/kept`: saves a new item.
pub(crate) async fn create(
    State(app): State<App>,
    player: Player,
    Body(KeepRequest { title, content }): Body<KeepRequest>,
) -> Result<Json<KeptView>, Error> {
    app.limiter().count(Kind::Keeping, &player)?;
    let (title, content, text) = checked(title, content).await?;
    let others = app.store().kept_of(&player.id).await.map_err(Refused::from)?;
    make_room(&app, &player, &others, "", &text)?;
    let head = SavedHead {
        id: random_name(12),
        kind: content.kind(),
        title,
        version: 1,
        share: None,
        at: now(),
        bytes: text.len(),
    };
    let kept = SavedItem { player: player.id, head, content: text };
    app.store().keep(kept.clone()).await.map_err(Refused::from)?;
    Ok(Json(view(kept)?))
}

/// `GET /api/kept/{id}`
pub(crate) async fn show(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Json<KeptView>, Error> {
    Ok(Json(view(own(&app, &player, &id).await?)?))
}

/// `PUT /api/kept/{id}`: changes it, unless another device was faster.
pub(crate) async fn change(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
    Body(ChangeRequest { version, title, content }): Body<ChangeRequest>,
) -> Result<Json<KeptView>, Error> {
    app.limiter().count(Kind::Keeping, &player)?;
    let (title, content, text) = checked(title, content).await?;
    let before = own(&app, &player, &id).await?;
    if before.head.version != version {
        return Err(Refused::Changed.into());
    }
    if before.head.kind != content.kind() {
        return Err(Refused::Message(
            "a saved item cannot change its kind; save a new one".to_owned(),
        )
        .into());
    }
    let others = app.store().kept_of(&player.id).await.map_err(Refused::from)?;
    make_room(&app, &player, &others, &id, &text)?;
    let head =
        SavedHead { title, version: version + 1, at: now(), bytes: text.len(), ..before.head };
    let kept = SavedItem { head, content: text, ..before };
    match app.store().change_kept(kept.clone()).await {
        Err(StoreError::Conflict) => Err(Refused::Changed.into()),
        result => Ok(Json(view(result.map(|()| kept).map_err(Refused::from)?)?)),
    }
}

/// `DELETE /api/kept/{id}`
pub(crate) async fn delete(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Json<()>, Error> {
    app.limiter().count(Kind::Keeping, &player)?;
    own(&app, &player, &id).await?;
    app.store().delete_kept(&id).await.map_err(Refused::from)?;
    Ok(Json(()))
}

/// `POST /api/kept/{id}/link`: shares it; a second time changes nothing.
pub(crate) async fn share(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Json<KeptView>, Error> {
    app.limiter().count(Kind::Keeping, &player)?;
    let kept = own(&app, &player, &id).await?;
    if kept.head.share.is_none() {
        app.store()
            .share_kept(&id, Some(&random_name(SIGNS_OF_A_LINK)))
            .await
            .map_err(Refused::from)?;
    }
    Ok(Json(view(own(&app, &player, &id).await?)?))
}

/// `DELETE /api/kept/{id}/link`: withdraws the link, which never comes back.
pub(crate) async fn withdraw(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
) -> Result<Json<KeptView>, Error> {
    app.limiter().count(Kind::Keeping, &player)?;
    own(&app, &player, &id).await?;
    app.store().share_kept(&id, None).await.map_err(Refused::from)?;
    Ok(Json(view(own(&app, &player, &id).await?)?))
}

/// `GET /api/shared/{link}`: a shared item, without what only its owner may see.
pub(crate) async fn shared(
    State(app): State<App>,
    Path(link): Path<String>,
) -> Result<Json<SharedView>, Error> {
    if !is_name(&link) {
        return Err(Refused::NotKept.into());
    }
    let kept = app.store().shared(&link).await.map_err(Refused::from)?.ok_or(Refused::NotKept)?;
    let KeptView { title, version, at, content, .. } = view(kept)?;
    let content = blocking(move || content.for_others()).await?.map_err(Refused::Notation)?;
    Ok(Json(SharedView { title, version, at, content }))
}

async fn own(app: &App, player: &Player, id: &str) -> Result<SavedItem, Refused> {
    if !is_name(id) {
        return Err(Refused::NotKept);
    }
    app.store().kept(id).await?.filter(|kept| kept.player == player.id).ok_or(Refused::NotKept)
}

/// The item to save, and its content as stored.
async fn checked(title: String, content: Content) -> Result<(String, Content, String), Refused> {
    let work = move || {
        let text = stored(&title, &content)?;
        Ok((title, content, text))
    };
    blocking(work).await?
}

fn stored(title: &str, content: &Content) -> Result<String, Refused> {
    if title.chars().count() > LONGEST_TITLE || title.chars().any(char::is_control) {
        return Err(Refused::Message(format!(
            "a title is one line of up to {LONGEST_TITLE} characters"
        )));
    }
    content.check().map_err(Refused::Notation)?;
    let text = serde_json::to_string(content).expect("content is plain data");
    match text.len() {
        0..=LARGEST => Ok(text),
        bytes => Err(Refused::Message(format!("this has {bytes} bytes; the limit is {LARGEST}"))),
    }
}

/// Refuses what there is no room for: something new, or a change of `id`.
fn make_room(
    app: &App,
    player: &Player,
    kept: &[SavedHead],
    id: &str,
    text: &str,
) -> Result<(), Refused> {
    let most = if player.account { OF_ACCOUNT } else { OF_GUEST };
    let others = || kept.iter().filter(|head| head.id != id);
    let bytes: usize = others().map(|head| head.bytes).sum();
    if others().count() >= most.items || bytes + text.len() > most.bytes {
        return Err(Refused::Full { most: most.items, megabytes: most.bytes / MEGABYTE });
    }
    app.limiter().count_kept_bytes(text.len(), player)
}

fn summary(SavedHead { id, kind, title, version, share, at, .. }: SavedHead) -> KeptSummary {
    KeptSummary { id, kind, title, version, at, link: share }
}
