//! Boards, score sheets and notes that somebody keeps, and may show to others by a link that can be withdrawn.

use axum::Json;
use axum::extract::{Path, State};
use tisane_protocol::{BoardList, BoardRequest, BoardView};

use crate::asking::{Address, Body};
use crate::limits::Kind;
use crate::players::Player;
use crate::refused::Refused;
use crate::secret::random_name;
use crate::store::KeptBoard;
use crate::{App, Error, now};

/// So many may one player keep.
const MOST: usize = 500;
const LONGEST_TITLE: usize = 100;
const LONGEST_TEXT: usize = 64 * 1024;
/// 80 bits: nobody finds a link by trying.
const SIGNS_OF_A_LINK: usize = 16;

/// `GET /api/boards`: one's own, the latest first.
pub(crate) async fn list(State(app): State<App>, player: Player) -> Result<Json<BoardList>, Error> {
    let boards = app.store().boards_of(&player.id).await.map_err(Refused::from)?;
    Ok(Json(BoardList { boards: boards.into_iter().map(view).collect() }))
}

/// `POST /api/boards`: keeps a new one.
pub(crate) async fn create(
    State(app): State<App>,
    player: Player,
    address: Address,
    Body(request): Body<BoardRequest>,
) -> Result<Json<BoardView>, Error> {
    address.take(&app, Kind::NewGame)?;
    if app.store().boards_of(&player.id).await.map_err(Refused::from)?.len() >= MOST {
        return Err(Refused::Message(format!("you keep {MOST} boards already; delete one first")).into());
    }
    let new = KeptBoard { id: random_name(12), player: player.id, title: String::new(), text: String::new(), share: None, at: now() };
    keep(&app, new, request).await
}

/// `GET /api/boards/{id}`
pub(crate) async fn show(State(app): State<App>, player: Player, Path(id): Path<String>) -> Result<Json<BoardView>, Error> {
    Ok(Json(view(own(&app, &player, &id).await?)))
}

/// `PUT /api/boards/{id}`: changes it, and shares it or withdraws the link.
pub(crate) async fn change(
    State(app): State<App>,
    player: Player,
    Path(id): Path<String>,
    Body(request): Body<BoardRequest>,
) -> Result<Json<BoardView>, Error> {
    keep(&app, own(&app, &player, &id).await?, request).await
}

/// `DELETE /api/boards/{id}`
pub(crate) async fn delete(State(app): State<App>, player: Player, Path(id): Path<String>) -> Result<Json<()>, Error> {
    let board = own(&app, &player, &id).await?;
    app.store().delete_board(&board.id).await.map_err(Refused::from)?;
    Ok(Json(()))
}

/// `GET /api/shared/{link}`: somebody else's, as long as they share it.
pub(crate) async fn shared(State(app): State<App>, Path(link): Path<String>) -> Result<Json<BoardView>, Error> {
    let board = app.store().shared_board(&link).await.map_err(Refused::from)?.ok_or(Refused::NoSuchBoard)?;
    Ok(Json(view(board)))
}

async fn own(app: &App, player: &Player, id: &str) -> Result<KeptBoard, Refused> {
    app.store().board(id).await?.filter(|board| board.player == player.id).ok_or(Refused::NoSuchBoard)
}

async fn keep(app: &App, board: KeptBoard, BoardRequest { title, text, shared }: BoardRequest) -> Result<Json<BoardView>, Error> {
    if title.chars().count() > LONGEST_TITLE || text.len() > LONGEST_TEXT {
        return Err(Refused::Message(format!("a title has up to {LONGEST_TITLE} characters, a board {LONGEST_TEXT} bytes")).into());
    }
    // A link that was withdrawn never comes back.
    let share = shared.then(|| board.share.unwrap_or_else(|| random_name(SIGNS_OF_A_LINK)));
    let board = KeptBoard { title, text, share, at: now(), ..board };
    app.store().save_board(board.clone()).await.map_err(Refused::from)?;
    Ok(Json(view(board)))
}

fn view(KeptBoard { id, title, text, share, at, .. }: KeptBoard) -> BoardView {
    BoardView { id, title, text, link: share, at }
}
