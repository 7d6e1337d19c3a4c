//! Every address that the OpenAPI document lists is asked something sensible once, and answers as
//! the document says.

use std::collections::BTreeSet;

use crate::common::{Guest, Server};
use serde_json::{Value, json};

const POSITION: &str = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0";
const SHEET: &str =
    "#player1 a Ada\n#player2 b Bo\n>a: AEINRST 8D NASTIER +66 66\n>b: AEINRTX 9G AX +22 22\n";

struct Visitor {
    server: Server,
    document: Value,
    visited: BTreeSet<(String, String)>,
}

impl Visitor {
    async fn start() -> Visitor {
        let server = Server::start().await;
        let (_, document) = server.http("GET", "/api/openapi.json", None, json!(null)).await;
        Visitor { server, document, visited: BTreeSet::new() }
    }

    /// Asks at an address of the document, whose parts in braces have these values.
    async fn visit(
        &mut self,
        method: &str,
        address: &str,
        values: &[&str],
        who: Option<&Guest>,
        body: Value,
    ) -> Value {
        let (path, query) = address
            .split_once('?')
            .map_or((address, String::new()), |(path, query)| (path, format!("?{query}")));
        let mut asked = path.to_owned();
        for value in values {
            let (before, after) = asked.split_once('{').expect("as many values as braces");
            asked = format!("{before}{value}{}", after.split_once('}').unwrap().1);
        }
        let (status, answer) =
            self.server.http(&method.to_uppercase(), &format!("{asked}{query}"), who, body).await;
        assert_eq!(status, 200, "{method} {asked}: {answer}");
        self.check(method, path, &answer);
        self.visited.insert((method.to_owned(), path.to_owned()));
        answer
    }

    /// Whether the answer has what its schema requires.
    fn check(&self, method: &str, path: &str, answer: &Value) {
        let operation = &self.document["paths"][path][method];
        assert!(operation.is_object(), "{method} {path} is in the document");
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        let Some(reference) = schema["$ref"].as_str() else { return };
        let schema = self.document.pointer(reference.trim_start_matches('#')).unwrap();
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(
                answer.get(name.as_str().unwrap()).is_some(),
                "{method} {path} answers without {name}: {answer}"
            );
        }
    }

    fn listed(&self) -> BTreeSet<(String, String)> {
        let paths = self.document["paths"].as_object().unwrap().iter();
        paths
            .flat_map(|(path, methods)| {
                methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone()))
            })
            .collect()
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

async fn words_and_rules(visitor: &mut Visitor) {
    for address in [
        "/healthz",
        "/readyz",
        "/metrics",
        "/api",
        "/api/openapi.json",
        "/api/about",
        "/api/bots",
        "/api/lobby",
        "/api/rulesets",
        "/api/lexicons",
        "/api/words/check?lexicon=english&word=qi",
        "/api/words/anagrams?lexicon=english&letters=tisane&limit=2",
        "/api/words/patterns?lexicon=english&pattern=qi*&limit=2",
        "/api/words/hooks?lexicon=english&word=tea",
        "/api/words/list?lexicon=english&length=2&limit=2",
        "/api/words/extensions?lexicon=english&word=tisane&limit=2",
        "/api/engine?ruleset=english",
        "/api/engine/words?ruleset=english",
        "/api/engine/model?ruleset=english",
    ] {
        visitor.visit("get", address, &[], None, json!(null)).await;
    }
    for path in ["/api/rulesets/{name}", "/api/lexicons/{name}"] {
        visitor.visit("get", path, &["english"], None, json!(null)).await;
    }
}

async fn studying(visitor: &mut Visitor) {
    let of = |more: Value| {
        let mut body = json!({ "position": POSITION, "ruleset": "english" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let solved = visitor.visit("post", "/api/solve", &[], None, of(json!({ "top": 2 }))).await;
    assert_eq!(solved["lines"].as_array().unwrap().len(), 2);
    let scored =
        visitor.visit("post", "/api/score", &[], None, of(json!({ "move": "I5 NEWT" }))).await;
    assert_eq!(scored["score"], 11, "{scored}");
    visitor.visit("post", "/api/place", &[], None, of(json!({ "word": "newt" }))).await;
    let reviewed = visitor
        .visit(
            "post",
            "/api/review",
            &[],
            None,
            json!({ "of": { "sheet": SHEET }, "ruleset": "english" }),
        )
        .await;
    assert_eq!(reviewed["turns"].as_array().unwrap().len(), 2);
    let imported = visitor
        .visit("post", "/api/import", &[], None, json!({ "text": SHEET, "ruleset": "english" }))
        .await;
    assert_eq!(imported["turns"][0]["move"], "8D NASTIER");
}

/// The same questions that an engine in the browser gets, and never about a game one is playing.
async fn questions(visitor: &mut Visitor, ada: &Guest) {
    let ask = |question: Value| json!({ "ruleset": "english", "question": question });
    let read = ask(json!({ "ask": "read", "text": POSITION, "ruleset": "english", "turn": null }));
    let answer = visitor.visit("post", "/api/questions", &[], Some(ada), read).await;
    let position = &answer["ok"]["position"];
    assert_eq!(position["rack"].as_array().unwrap().len(), 7, "{answer}");
    let rank = ask(json!({ "ask": "rank", "position": position, "top": 3 }));
    let answer = visitor.visit("post", "/api/questions", &[], Some(ada), rank).await;
    assert_eq!(answer["ok"]["lines"].as_array().unwrap().len(), 3, "{answer}");
    let wrong =
        ask(json!({ "ask": "read", "text": "nonsense", "ruleset": "english", "turn": null }));
    let answer = visitor.visit("post", "/api/questions", &[], Some(ada), wrong).await;
    assert!(answer["error"]["error"].is_string(), "{answer}");
    // A game without words of its own: what needs none is answered all the same.
    let tiles = json!({ "ruleset": "hebrew", "question": { "ask": "tiles", "text": "אבג" } });
    let answer = visitor.visit("post", "/api/questions", &[], None, tiles).await;
    assert_eq!(answer["ok"].as_array().unwrap().len(), 3, "{answer}");
    for (body, code) in [
        (json!({ "ruleset": "english" }), "message"),
        (
            json!({ "ruleset": "englsh", "question": { "ask": "tiles", "text": "A" } }),
            "no_such_ruleset",
        ),
    ] {
        let (_, error) = visitor.server.http("POST", "/api/questions", None, body.clone()).await;
        assert_eq!(error["code"], code, "{body}");
    }
}

async fn people(visitor: &mut Visitor) -> [Guest; 2] {
    visitor.visit("post", "/api/me", &[], None, json!({ "name": "Cy" })).await;
    let [ada, bo] = [visitor.server.guest("Ada").await, visitor.server.guest("Bo").await];
    visitor.visit("get", "/api/me", &[], Some(&ada), json!(null)).await;
    let password = json!({ "name": "Ada", "password": "correct horse" });
    visitor.visit("post", "/api/me/account", &[], Some(&ada), password.clone()).await;
    visitor.visit("post", "/api/me/tokens", &[], Some(&ada), json!(null)).await;
    visitor.visit("post", "/api/login", &[], None, password).await;
    let sessions = visitor.visit("get", "/api/me/sessions", &[], Some(&ada), json!(null)).await;
    let other = sessions["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|session| session["current"] == false)
        .unwrap();
    visitor
        .visit("delete", "/api/me/sessions/{id}", &[text(&other["id"])], Some(&ada), json!(null))
        .await;
    visitor
        .visit(
            "put",
            "/api/me/password",
            &[],
            Some(&ada),
            json!({ "old": "correct horse", "new": "battery staple" }),
        )
        .await;
    visitor.visit("put", "/api/me/muted/{player}", &[&bo.id], Some(&ada), json!(null)).await;
    let muted = visitor.visit("get", "/api/me/muted", &[], Some(&ada), json!(null)).await;
    assert!(muted.to_string().contains(&bo.id), "{muted}");
    visitor.visit("delete", "/api/me/muted/{player}", &[&bo.id], Some(&ada), json!(null)).await;
    [ada, bo]
}

async fn a_game(visitor: &mut Visitor, [ada, bo]: &[Guest; 2]) {
    visitor
        .visit("post", "/api/games/terms", &[], Some(ada), json!({ "ruleset": "english" }))
        .await;
    let game =
        visitor.visit("post", "/api/games", &[], Some(ada), json!({ "ruleset": "english" })).await;
    let id = text(&game["id"]);
    visitor.visit("post", "/api/games/{id}/join", &[id], Some(bo), json!(null)).await;
    let act = |kind: &str| json!({ "action": { "kind": kind } });
    let room =
        visitor.visit("post", "/api/games/{id}/actions", &[id], Some(ada), act("start")).await;
    let sheet = visitor.visit("get", "/api/games/{id}/gcg", &[id], Some(ada), json!(null)).await;
    assert!(text(&sheet).contains("#player1"), "{sheet}");
    let position = visitor.visit("get", "/api/games/{id}/cgp", &[id], Some(ada), json!(null)).await;
    let question = json!({ "ruleset": "english", "question": { "ask": "read", "text": position, "ruleset": "english", "turn": null } });
    let (_, read) = visitor.server.http("POST", "/api/questions", None, question).await;
    let rank = json!({ "ruleset": "english", "question": { "ask": "rank", "position": read["ok"]["position"], "top": 3 } });
    let (status, error) = visitor.server.http("POST", "/api/questions", Some(ada), rank).await;
    assert_eq!((status.as_u16(), &error["code"]), (403, &json!("no_help")), "{error}");
    let pass = json!({ "kind": "pass" });
    visitor.visit("post", "/api/games/{id}/score", &[id], Some(ada), pass).await;
    visitor
        .visit("post", "/api/games/{id}/chat", &[id], Some(bo), json!({ "text": "good luck" }))
        .await;
    assert_eq!(room["game"]["phase"], "playing");
    visitor.visit("post", "/api/games/{id}/actions", &[id], Some(bo), act("resign")).await;
    let shown = visitor.visit("get", "/api/games/{id}", &[id], None, json!(null)).await;
    assert_eq!(shown["game"]["phase"], "ended");
    let ratings =
        visitor.visit("get", "/api/games/{id}/ratings", &[id], Some(bo), json!(null)).await;
    assert_eq!(ratings["seats"].as_array().unwrap().len(), 2);
    visitor.visit("post", "/api/games/{id}/rematch", &[id], Some(ada), json!(null)).await;
    let mine = visitor.visit("get", "/api/games", &[], Some(ada), json!(null)).await;
    assert_eq!(mine["rooms"].as_array().unwrap().len(), 2);
    visitor.server.socket(ada).await;
    visitor.visited.insert(("get".to_owned(), "/api/socket".to_owned()));
}

async fn keeping(visitor: &mut Visitor, ada: &Guest) {
    let content =
        json!({ "kind": "board", "ruleset": "english", "position": POSITION, "note": "" });
    let kept = visitor
        .visit(
            "post",
            "/api/kept",
            &[],
            Some(ada),
            json!({ "title": "Opening", "content": content }),
        )
        .await;
    let id = text(&kept["id"]);
    visitor.visit("get", "/api/kept?kind=board", &[], Some(ada), json!(null)).await;
    visitor.visit("get", "/api/kept/{id}", &[id], Some(ada), json!(null)).await;
    let change = json!({ "version": 1, "title": "Second", "content": content });
    visitor.visit("put", "/api/kept/{id}", &[id], Some(ada), change).await;
    let shared = visitor.visit("post", "/api/kept/{id}/link", &[id], Some(ada), json!(null)).await;
    let seen = visitor
        .visit("get", "/api/shared/{link}", &[text(&shared["link"])], None, json!(null))
        .await;
    assert_eq!(seen["title"], "Second");
    visitor.visit("delete", "/api/kept/{id}/link", &[id], Some(ada), json!(null)).await;
    visitor.visit("delete", "/api/kept/{id}", &[id], Some(ada), json!(null)).await;
}

async fn moderation(visitor: &mut Visitor, [ada, bo]: &[Guest; 2]) {
    let blocked =
        visitor.visit("put", "/api/me/blocked/{player}", &[&bo.id], Some(ada), json!(null)).await;
    assert_eq!(blocked["muted"][0]["blocked"], true);
    visitor.visit("delete", "/api/me/blocked/{player}", &[&bo.id], Some(ada), json!(null)).await;
    let report = json!({ "about": { "kind": "player", "player": bo.id }, "text": "slow" });
    visitor.visit("post", "/api/reports", &[], Some(ada), report).await;
    visitor.visit("get", "/api/me/data", &[], Some(ada), json!(null)).await;
    super::moderation::grant(&visitor.server, ada).await;
    visitor
        .visit(
            "post",
            "/api/admin/actions",
            &[],
            Some(ada),
            json!({ "action": "announce", "text": "Hello" }),
        )
        .await;
    let shown = visitor.visit("get", "/api/announcement", &[], None, json!(null)).await;
    assert_eq!(shown["announcement"]["text"], "Hello");
    for address in
        ["/api/admin/players?query=bo", "/api/admin/reports", "/api/admin/bans", "/api/admin/log"]
    {
        visitor.visit("get", address, &[], Some(ada), json!(null)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_of_the_document_answers_as_it_says() {
    let mut visitor = Visitor::start().await;
    words_and_rules(&mut visitor).await;
    studying(&mut visitor).await;
    let guests = people(&mut visitor).await;
    questions(&mut visitor, &guests[0]).await;
    a_game(&mut visitor, &guests).await;
    keeping(&mut visitor, &guests[0]).await;
    moderation(&mut visitor, &guests).await;
    let [ada, bo] = &guests;
    visitor.visit("post", "/api/logout", &[], Some(bo), json!(null)).await;
    visitor
        .visit("delete", "/api/me", &[], Some(ada), json!({ "password": "battery staple" }))
        .await;
    let missing: Vec<_> = visitor.listed().difference(&visitor.visited).cloned().collect();
    assert_eq!(missing, [], "an address without a visit");
    visitor.server.stop().await;
}
