//! The OpenAPI document and a page with the same list. Schemas come from the types; a test compares
//! the list with the router.

use axum::Json;
use axum::response::Html;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};
use tisane_protocol::request::{
    ActionRequest, ActionView, JoinRequest, NewGame, ReviewRequest, ScoreRequest, SolveRequest,
};
use tisane_protocol::{
    AboutView, AdminAction, AdminLog, AnalysisView, AnnouncementAnswer, Asked, BanList, BotList,
    ChangePasswordRequest, ChangeRequest, DeleteRequest, EngineView, ErrorView, GameTerms,
    HooksView, ImportRequest, KeepRequest, KeptList, KeptView, LexiconList, LexiconView, LobbyView,
    MeView, MutedList, MyData, NameRequest, PasswordRequest, PlaceRequest, PlacementsView,
    PlayerList, RecordView, ReportList, ReportRequest, ReviewView, RoomList, RoomView, RulesetList,
    RulesetView, Said, ScoreView, SeatRatings, SessionList, SharedView, Streamed, TokenView,
    WordCheck, WordsFound,
};

use super::games::ChatRequest;
use super::streamed::LINES;

/// `GET /api/openapi.json`
pub(crate) async fn document() -> Json<Value> {
    Json(openapi())
}

/// `GET /api`: the same for people.
pub(crate) async fn page() -> Html<String> {
    let mut list = String::new();
    for route in routes() {
        let word = |name: &Option<String>, before: &str| {
            name.as_ref().map_or(String::new(), |name| format!("<br>{before} <code>{name}</code>"))
        };
        list += &format!(
            "<dt><code>{} {}</code></dt><dd>{}{}{}{}</dd>\n",
            route.method,
            route.path,
            route.about,
            word(&route.body.as_ref().map(|(name, _)| name.clone()), "takes"),
            word(&route.answer.as_ref().map(|(name, _)| name.clone()), "answers"),
            route.lines.as_ref().map_or(String::new(), |_| format!(
                "; line by line as <code>Streamed</code> to <code>Accept: {LINES}</code>"
            ))
        );
    }
    Html(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Tisane: the HTTP API</title>\n<h1>The HTTP API</h1>\n\
         <p>All bodies and answers are JSON. Their types are in <a href=\"/api/openapi.json\">the OpenAPI document</a>. A refusal is an \
         <code>ErrorView</code>: a code for programs, a sentence for people.</p>\n\
         <p>The socket at <code>/api/socket</code> receives <code>Asked</code> and sends <code>Said</code>.</p>\n<dl>\n{list}</dl>\n</html>\n"
    ))
}

struct Route {
    method: &'static str,
    path: &'static str,
    about: &'static str,
    /// What it takes in the query.
    query: &'static [&'static str],
    body: Option<(String, Schema)>,
    answer: Option<(String, Schema)>,
    /// A line of the response, if it can be streamed.
    lines: Option<(String, Schema)>,
}

/// Nothing in the body, or no JSON in the answer.
#[derive(JsonSchema)]
struct Nothing;

/// The list, and the schemas it refers to.
struct List {
    generator: SchemaGenerator,
    routes: Vec<Route>,
}

impl List {
    fn add<B: JsonSchema, A: JsonSchema>(
        &mut self,
        method: &'static str,
        path: &'static str,
        query: &'static [&'static str],
        about: &'static str,
    ) {
        let (body, answer) = (self.schema::<B>(), self.schema::<A>());
        self.routes.push(Route { method, path, about, query, body, answer, lines: None });
    }

    /// A route that can stream.
    fn stream<B: JsonSchema, A: JsonSchema>(&mut self, path: &'static str, about: &'static str) {
        self.add::<B, A>("post", path, &[], about);
        let lines = self.schema::<Streamed<A>>();
        self.routes.last_mut().expect("just added").lines = lines;
    }

    fn schema<T: JsonSchema>(&mut self) -> Option<(String, Schema)> {
        (T::schema_name() != Nothing::schema_name())
            .then(|| (T::schema_name().into_owned(), self.generator.subschema_for::<T>()))
    }
}

fn list() -> List {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut list = List { generator: settings.into_generator(), routes: Vec::new() };
    list.add::<Nothing, Nothing>("get", "/healthz", &[], "Whether the server is up.");
    list.add::<Nothing, Nothing>(
        "get",
        "/readyz",
        &[],
        "It can save games: a row was just written and read. 503 if not, with the reason.",
    );
    list.add::<Nothing, Nothing>("get", "/metrics", &[], "Numbers for Prometheus.");
    list.add::<Nothing, RulesetList>("get", "/api/rulesets", &[], "All rulesets.");
    list.add::<Nothing, RulesetView>("get", "/api/rulesets/{name}", &[], "One ruleset in full.");
    list.add::<Nothing, LexiconList>("get", "/api/lexicons", &[], "All lexicons.");
    list.add::<Nothing, LexiconView>(
        "get",
        "/api/lexicons/{name}",
        &[],
        "One lexicon, with its licence in full.",
    );
    list.add::<Nothing, WordCheck>(
        "get",
        "/api/words/check",
        &["word", "lexicon", "ruleset", "family"],
        "Which of these words are valid.",
    );
    list.add::<Nothing, WordsFound>(
        "get",
        "/api/words/anagrams",
        &["letters", "shorter", "limit", "lexicon", "ruleset", "family"],
        "Words of these letters.",
    );
    list.add::<Nothing, WordsFound>(
        "get",
        "/api/words/patterns",
        &["pattern", "limit", "lexicon", "ruleset", "family"],
        "Words that match a pattern.",
    );
    list.add::<Nothing, HooksView>(
        "get",
        "/api/words/hooks",
        &["word", "lexicon", "ruleset", "family"],
        "Front, back and inner hooks of a word.",
    );
    list.add::<Nothing, WordsFound>(
        "get",
        "/api/words/list",
        &["length", "letters", "level", "limit", "lexicon", "ruleset", "family"],
        "Words by length, letters and level.",
    );
    list.add::<Nothing, WordsFound>(
        "get",
        "/api/words/extensions",
        &["word", "limit", "lexicon", "ruleset", "family"],
        "Longer words that contain this one.",
    );
    let files: &[&str] = &["ruleset", "lexicon", "family"];
    list.add::<Nothing, EngineView>(
        "get",
        "/api/engine",
        files,
        "The files that the engine in the browser needs.",
    );
    list.add::<Nothing, Nothing>(
        "get",
        "/api/engine/words",
        files,
        "A lexicon file, spelled with the game's tiles.",
    );
    list.add::<Nothing, Nothing>(
        "get",
        "/api/engine/model",
        files,
        "The trained model of a game, as a file.",
    );
    list.add::<Nothing, AboutView>("get", "/api/about", &[], "Version and licences.");
    list.add::<Nothing, BotList>(
        "get",
        "/api/bots",
        &[],
        "The computer players, the weakest first.",
    );
    list.add::<Nothing, MeView>("get", "/api/me", &[], "Who you are.");
    list.add::<NameRequest, MeView>(
        "post",
        "/api/me",
        &[],
        "Makes you a guest, or gives you another name.",
    );
    list.add::<DeleteRequest, Nothing>(
        "delete",
        "/api/me",
        &[],
        "Deletes you; accounts send their password. Your games stay with \"Deleted player\" in your place; games under way are resigned.",
    );
    list.add::<PasswordRequest, MeView>(
        "post",
        "/api/me/account",
        &[],
        "Turns a guest into an account that can log in elsewhere.",
    );
    list.add::<ChangePasswordRequest, MeView>(
        "put",
        "/api/me/password",
        &[],
        "Changes your password and ends all your other sessions.",
    );
    list.add::<Nothing, SessionList>(
        "get",
        "/api/me/sessions",
        &[],
        "The browsers and programs in which you are logged in.",
    );
    list.add::<Nothing, SessionList>(
        "delete",
        "/api/me/sessions/{id}",
        &[],
        "Ends one of them and closes its sockets.",
    );
    list.add::<Nothing, TokenView>(
        "post",
        "/api/me/tokens",
        &[],
        "A secret for a program that acts in your name.",
    );
    list.add::<Nothing, MutedList>("get", "/api/me/muted", &[], "The players you mute or block.");
    list.add::<Nothing, MutedList>(
        "put",
        "/api/me/muted/{player}",
        &[],
        "Mutes a player, on all your devices.",
    );
    list.add::<Nothing, MutedList>("delete", "/api/me/muted/{player}", &[], "Hears them again.");
    list.add::<PasswordRequest, MeView>("post", "/api/login", &[], "Logs you in.");
    list.add::<Nothing, Nothing>(
        "post",
        "/api/logout",
        &["everywhere"],
        "Logs you out, here or everywhere.",
    );
    list.add::<Nothing, LobbyView>(
        "get",
        "/api/lobby",
        &["offset", "limit"],
        "A page of public games that wait for players; the first page also lists games to watch.",
    );
    list.add::<Nothing, RoomList>("get", "/api/games", &[], "Your games.");
    list.add::<NewGame, RoomView>(
        "post",
        "/api/games",
        &[],
        "A new game with you in the first seat.",
    );
    list.add::<NewGame, GameTerms>(
        "post",
        "/api/games/terms",
        &[],
        "Whether such a game would be rated, and why not. Creates nothing.",
    );
    list.add::<Nothing, RoomView>("get", "/api/games/{id}", &[], "A game as you may see it.");
    list.add::<JoinRequest, RoomView>(
        "post",
        "/api/games/{id}/join",
        &[],
        "Takes the next free seat.",
    );
    list.add::<ActionRequest, RoomView>(
        "post",
        "/api/games/{id}/actions",
        &[],
        "Plays, exchanges, passes, challenges, resigns, starts, leaves.",
    );
    list.add::<ActionView, ScoreView>(
        "post",
        "/api/games/{id}/score",
        &[],
        "What a play would score.",
    );
    list.add::<ChatRequest, Nothing>(
        "post",
        "/api/games/{id}/chat",
        &[],
        "Says something to everybody in the room.",
    );
    list.add::<Nothing, RoomView>(
        "post",
        "/api/games/{id}/rematch",
        &[],
        "A game like this one; the second to ask joins the first.",
    );
    list.add::<Nothing, SeatRatings>(
        "get",
        "/api/games/{id}/ratings",
        &[],
        "The ratings of the players, by seat.",
    );
    list.add::<Nothing, Nothing>(
        "get",
        "/api/games/{id}/gcg",
        &[],
        "The score sheet, as far as you may know it.",
    );
    list.add::<Nothing, Nothing>(
        "get",
        "/api/games/{id}/cgp",
        &[],
        "The position, as your seat knows it.",
    );
    list.stream::<SolveRequest, AnalysisView>("/api/solve", "The best moves of a position.");
    list.add::<ScoreRequest, ScoreView>(
        "post",
        "/api/score",
        &[],
        "Whether a move is legal, and its score word by word.",
    );
    list.add::<PlaceRequest, PlacementsView>(
        "post",
        "/api/place",
        &[],
        "Every legal placement of a word.",
    );
    list.add::<Nothing, Nothing>(
        "post",
        "/api/questions",
        &[],
        "Answers of the engine, for browsers that cannot run it.",
    );
    list.stream::<ReviewRequest, ReviewView>(
        "/api/review",
        "The best move of every turn in a game, and what the played one cost.",
    );
    list.add::<ImportRequest, RecordView>(
        "post",
        "/api/import",
        &[],
        "The positions and moves of a GCG file.",
    );
    list.add::<Nothing, KeptList>(
        "get",
        "/api/kept",
        &["kind"],
        "Your saved items: boards, followed games, reviews, quizzes.",
    );
    list.add::<KeepRequest, KeptView>("post", "/api/kept", &[], "Keeps something new.");
    list.add::<Nothing, KeptView>("get", "/api/kept/{id}", &[], "One of them.");
    list.add::<ChangeRequest, KeptView>(
        "put",
        "/api/kept/{id}",
        &[],
        "Changes it, unless another device was faster.",
    );
    list.add::<Nothing, Nothing>("delete", "/api/kept/{id}", &[], "Deletes it.");
    list.add::<Nothing, KeptView>("post", "/api/kept/{id}/link", &[], "Shares it by a link.");
    list.add::<Nothing, KeptView>("delete", "/api/kept/{id}/link", &[], "Withdraws the link.");
    list.add::<Nothing, SharedView>("get", "/api/shared/{link}", &[], "What somebody else shares.");
    list.add::<Nothing, Nothing>("get", "/api/socket", &[], "The WebSocket.");
    list.add::<Nothing, MyData>(
        "get",
        "/api/me/data",
        &[],
        "Everything stored about you; your games with their events (`games`) and what you wrote (`messages`) follow in the same object.",
    );
    list.add::<Nothing, MutedList>(
        "put",
        "/api/me/blocked/{player}",
        &[],
        "Blocks a player: muted, and unable to join your games.",
    );
    list.add::<Nothing, MutedList>(
        "delete",
        "/api/me/blocked/{player}",
        &[],
        "Unblocks and unmutes a player.",
    );
    list.add::<ReportRequest, Nothing>(
        "post",
        "/api/reports",
        &[],
        "Reports a player, a message or a game to the administrators.",
    );
    list.add::<Nothing, AnnouncementAnswer>(
        "get",
        "/api/announcement",
        &[],
        "The current announcement.",
    );
    list.add::<Nothing, PlayerList>(
        "get",
        "/api/admin/players",
        &["query"],
        "Administrators: players by name or id.",
    );
    list.add::<Nothing, ReportList>(
        "get",
        "/api/admin/reports",
        &["all"],
        "Administrators: open reports, or all.",
    );
    list.add::<Nothing, BanList>(
        "get",
        "/api/admin/bans",
        &[],
        "Administrators: the bans in force.",
    );
    list.add::<Nothing, AdminLog>(
        "get",
        "/api/admin/log",
        &[],
        "Administrators: who did what, and when.",
    );
    list.add::<AdminAction, Nothing>(
        "post",
        "/api/admin/actions",
        &[],
        "Administrators: mutes, bans, closes, deletes, announces.",
    );
    list.add::<Nothing, Nothing>("get", "/api/openapi.json", &[], "This list for programs.");
    list.add::<Nothing, Nothing>("get", "/api", &[], "This list for people.");
    list
}

fn routes() -> Vec<Route> {
    list().routes
}

fn openapi() -> Value {
    let mut list = list();
    // The messages of the socket are in the document, too.
    let refusal = list.generator.subschema_for::<ErrorView>();
    list.schema::<Asked>();
    list.schema::<Said>();
    let mut paths = Map::new();
    for route in &list.routes {
        let named = route.path.split(['{', '}']).skip(1).step_by(2).map(|name| (name, "path"));
        let parameters: Vec<Value> = named
            .chain(route.query.iter().map(|name| (*name, "query")))
            .map(|(name, place)| json!({ "name": name, "in": place, "required": place == "path", "schema": { "type": "string" } }))
            .collect();
        let content = |schema: &Schema| json!({ "application/json": { "schema": schema } });
        let mut answer = json!({ "description": "done" });
        if let Some((_, schema)) = &route.answer {
            answer["content"] = content(schema);
        }
        if let Some((_, schema)) = &route.lines {
            answer["content"][LINES] = json!({ "schema": schema });
        }
        let mut operation = json!({
            "summary": route.about,
            "parameters": parameters,
            "responses": { "200": answer, "default": { "description": "refused, with the reason", "content": content(&refusal) } },
        });
        if let Some((_, schema)) = &route.body {
            operation["requestBody"] = json!({ "required": true, "content": content(schema) });
        }
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Tisane", "version": env!("CARGO_PKG_VERSION"), "description": "Crossword board games: rules, words, analysis and play." },
        "paths": paths,
        "components": { "schemas": list.generator.take_definitions(true) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every address of `router.rs` is in the list, and no other.
    #[test]
    fn the_document_lists_every_route() {
        let source = include_str!("../router.rs");
        let mut wanted: Vec<(String, String)> = Vec::new();
        for line in source.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
            let (path, handlers) = line.split_once('"').unwrap();
            let methods = ["get(", "post(", "put(", "delete("]
                .into_iter()
                .filter(|method| handlers.contains(method));
            wanted.extend(
                methods.map(|method| (path.to_owned(), method.trim_end_matches('(').to_owned())),
            );
        }
        let mut listed: Vec<(String, String)> =
            routes().iter().map(|route| (route.path.to_owned(), route.method.to_owned())).collect();
        wanted.sort();
        listed.sort();
        assert_eq!(listed, wanted);
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = openapi();
        let text = document.to_string();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        assert!(schemas.len() > 40, "{}", schemas.len());
        let references = text
            .split("\"#/components/schemas/")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap());
        references.for_each(|name| assert!(schemas.contains_key(name), "{name}"));
    }
}
