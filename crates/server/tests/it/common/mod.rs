//! A server with a database of its own, and clients that talk to it as real ones do.

pub(crate) mod hidden;
pub(crate) mod player;
pub(crate) mod postgres;
pub(crate) mod wire;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tisane_engine::Models;
use tisane_lexicon::Catalogue;
use tisane_protocol::request::{ActionView, NewGame};
use tisane_protocol::{Ask, Asked, ErrorView, MoveResult, RoomSummary, RoomView, Said, UpdateView};
use tisane_server::store::{Database, Postgres, Sqlite, Store, StoreError};
use tisane_server::{App, Config, Limits, router, serve};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

/// Nothing in a test takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The password of every account.
pub(crate) const PASSWORD: &str = "correct horse";

/// A folder nobody else uses.
pub(crate) fn folder() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name = format!("server-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder); // of an earlier process with the same id
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The store of a folder: a file in it, or with PostgreSQL a database of its name. The file of a
/// server that has just ended may be in use for another moment.
pub(crate) async fn store(folder: &Path) -> Arc<dyn Store> {
    if postgres::is_there() {
        let name = folder.file_name().unwrap().to_str().unwrap();
        return Arc::new(Postgres::open(&postgres::database(name).await).await.unwrap());
    }
    let began = std::time::Instant::now();
    loop {
        match Sqlite::open(folder.join("tisane.db")) {
            Err(StoreError::InUse { .. }) if began.elapsed() < PATIENCE => {
                tokio::time::sleep(Duration::from_millis(20)).await
            }
            opened => return Arc::new(opened.unwrap()),
        }
    }
}

/// The database of a folder, for `tisane admin`.
pub(crate) fn database(folder: &Path) -> Database {
    if postgres::is_there() {
        let name = folder.file_name().unwrap().to_str().unwrap();
        return Database::parse(Path::new(&postgres::address(name))).unwrap();
    }
    Database::File(folder.join("tisane.db"))
}

pub(crate) fn unlimited() -> Config {
    Config { limits: Limits::none(), ..Config::default() }
}

pub(crate) struct Server {
    pub(crate) app: App,
    pub(crate) address: SocketAddr,
    pub(crate) folder: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<std::io::Result<()>>,
}

impl Server {
    pub(crate) async fn start() -> Server {
        Server::start_in(folder(), unlimited()).await
    }

    pub(crate) async fn start_in(folder: PathBuf, config: Config) -> Server {
        let store = store(&folder).await;
        let app = App::new(Catalogue::new(Some(folder.clone())), Models::new(None), store, config);
        Server::start_app(folder, app).await
    }

    pub(crate) async fn start_app(folder: PathBuf, app: App) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(serve(listener, app.clone(), async { drop(stopped.await) }));
        Server { app, address, folder, stop: Some(stop), running }
    }

    /// Ends as after Ctrl-C.
    pub(crate) async fn stop(mut self) -> PathBuf {
        drop(self.stop.take());
        tokio::time::timeout(PATIENCE, self.running).await.expect("it ends").unwrap().unwrap();
        self.folder
    }

    pub(crate) async fn http(
        &self,
        method: &str,
        path: &str,
        who: Option<&Guest>,
        body: Value,
    ) -> (StatusCode, Value) {
        let (status, text) = self.text(method, path, who, body).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// The answer as it came.
    pub(crate) async fn text(
        &self,
        method: &str,
        path: &str,
        who: Option<&Guest>,
        body: Value,
    ) -> (StatusCode, String) {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(guest) = who {
            request = request.header(header::COOKIE, format!("tisane={}", guest.secret));
        }
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let response = router(self.app.clone()).oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(crate) async fn guest(&self, name: &str) -> Guest {
        let request = Request::builder()
            .method("POST")
            .uri("/api/me")
            .header(header::CONTENT_TYPE, "application/json");
        let request = request.body(Body::from(json!({ "name": name }).to_string())).unwrap();
        let response = router(self.app.clone()).oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
        let secret = cookie.split([';', '=']).nth(1).unwrap().to_owned();
        let me: Value =
            serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes())
                .unwrap();
        Guest { id: me["id"].as_str().unwrap().to_owned(), name: name.to_owned(), secret }
    }

    /// An account with the password [`PASSWORD`].
    pub(crate) async fn account(&self, name: &str) -> Guest {
        let guest = self.guest(name).await;
        self.make_account(&guest).await;
        guest
    }

    /// Turns a guest into an account with the password [`PASSWORD`].
    pub(crate) async fn make_account(&self, guest: &Guest) {
        let body = json!({ "name": guest.name, "password": PASSWORD });
        let (status, answer) = self.http("POST", "/api/me/account", Some(guest), body).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }

    /// Deletes a guest, or an account with the password [`PASSWORD`].
    pub(crate) async fn delete(&self, guest: &Guest) {
        let body = json!({ "password": PASSWORD });
        let (status, answer) = self.http("DELETE", "/api/me", Some(guest), body).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }

    /// A new game, whose first seat the host has.
    pub(crate) async fn game(&self, host: &Guest, wishes: &NewGame) -> String {
        let (status, room) = self
            .http("POST", "/api/games", Some(host), serde_json::to_value(wishes).unwrap())
            .await;
        assert_eq!(status, StatusCode::OK, "{room}");
        room["id"].as_str().unwrap().to_owned()
    }

    /// Both players of a live game pass once: only then it can be rated.
    pub(crate) async fn both_pass(&self, game: &str, guests: [&Guest; 2]) {
        for _ in 0..2 {
            let seat = self.room(game, Some(guests[0])).await.game.on_turn.unwrap() as usize;
            let body = json!({ "action": ActionView::Pass });
            let path = format!("/api/games/{game}/actions");
            let (status, answer) = self.http("POST", &path, Some(guests[seat]), body).await;
            assert_eq!(status, StatusCode::OK, "{answer}");
        }
    }

    pub(crate) async fn room(&self, id: &str, who: Option<&Guest>) -> RoomView {
        let (status, room) = self.http("GET", &format!("/api/games/{id}"), who, Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{room}");
        serde_json::from_value(room).unwrap()
    }

    pub(crate) async fn socket(&self, guest: &Guest) -> Client {
        self.slow_socket(guest, Duration::ZERO).await
    }

    /// A socket whose other end begins to read, and so answers the first ping, only after a while.
    pub(crate) async fn slow_socket(&self, guest: &Guest, after: Duration) -> Client {
        let mut request =
            format!("ws://{}/api/socket", self.address).into_client_request().unwrap();
        request
            .headers_mut()
            .insert(header::COOKIE, format!("tisane={}", guest.secret).parse().unwrap());
        let (stream, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        tokio::time::sleep(after).await;
        let mut client = Client { stream, ids: 0, unread: VecDeque::new() };
        let Said::Welcome { me, .. } = client.next().await else {
            panic!("the first message is a welcome")
        };
        assert_eq!(me.id, guest.id);
        client
    }
}

pub(crate) struct Guest {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) secret: String,
}

/// One end of a socket.
pub(crate) struct Client {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    ids: u64,
    unread: VecDeque<Said>,
}

impl Client {
    /// The next message, whatever it is.
    pub(crate) async fn next(&mut self) -> Said {
        match self.unread.pop_front() {
            Some(said) => said,
            None => self.read().await.expect("the connection is open"),
        }
    }

    /// The next message from the wire, none when the connection has ended.
    pub(crate) async fn read(&mut self) -> Option<Said> {
        loop {
            match tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("a message comes")
            {
                Some(Ok(Message::Text(text))) => {
                    return Some(
                        serde_json::from_str(&text)
                            .unwrap_or_else(|error| panic!("{error}: {text}")),
                    );
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// Asks, and waits for the answer. Whatever else comes is kept for later.
    pub(crate) async fn ask(&mut self, ask: Ask) -> Result<(), ErrorView> {
        self.result_of(ask).await.map(drop)
    }

    /// The same, with the result of a move.
    pub(crate) async fn result_of(&mut self, ask: Ask) -> Result<Option<MoveResult>, ErrorView> {
        self.ids += 1;
        let id = self.ids;
        self.send(&serde_json::to_string(&Asked { id, ask }).unwrap()).await;
        loop {
            match self.read().await.expect("the connection is open") {
                Said::Done { id: done, result } if done == id => return Ok(result),
                Said::Refused { id: refused, error } if refused == Some(id) => return Err(error),
                other => self.unread.push_back(other),
            }
        }
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn watch(&mut self, game: &str) -> UpdateView {
        self.ask(Ask::Watch { game: game.to_owned(), since: None }).await.unwrap();
        self.update().await
    }

    pub(crate) async fn act(&mut self, game: &str, action: ActionView) -> Result<(), ErrorView> {
        self.ask(Ask::Act { game: game.to_owned(), turn: None, action }).await
    }

    /// The next update.
    pub(crate) async fn update(&mut self) -> UpdateView {
        loop {
            if let Said::Update { update } = self.next().await {
                return *update;
            }
        }
    }

    /// The first update that is as wanted.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&RoomView) -> bool) -> RoomView {
        let seek = async {
            loop {
                let update = self.update().await;
                if wanted(&update.room) {
                    return update.room;
                }
            }
        };
        tokio::time::timeout(2 * PATIENCE, seek).await.expect("it comes about")
    }
}

/// The first page of the lobby, as a client keeps it.
#[derive(Default)]
pub(crate) struct LobbyPage {
    pub(crate) rooms: Vec<RoomSummary>,
    pub(crate) waiting: u32,
}

impl LobbyPage {
    /// Whether the message was about the lobby.
    pub(crate) fn hear(&mut self, said: Said) -> bool {
        match said {
            Said::Lobby { rooms, waiting } => *self = LobbyPage { rooms, waiting },
            Said::LobbyChanged { removed, changed, waiting } => {
                self.rooms.retain(|room| !removed.contains(&room.id));
                for room in changed {
                    match self.rooms.iter_mut().find(|other| other.id == room.id) {
                        Some(place) => *place = room,
                        None => self.rooms.push(room),
                    }
                }
                self.waiting = waiting;
            }
            _ => return false,
        }
        true
    }
}
