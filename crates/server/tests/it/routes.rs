//! The router without a socket: requests and responses.

use std::io::Read;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use serde_json::Value;
use tisane_engine::Models;
use tisane_lexicon::{About, Catalogue, Lexicon, WordList};
use tisane_rules::Ruleset;
use tisane_server::store::Sqlite;
use tisane_server::{App, Config, router};
use tower::ServiceExt;

/// A server with two small lexicons in its data folder, whatever is built in.
fn app() -> App {
    static DATA: std::sync::LazyLock<std::path::PathBuf> = std::sync::LazyLock::new(|| {
        let data = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("routes-{}", std::process::id()));
        std::fs::create_dir_all(data.join("lexicons")).unwrap();
        save(
            &data,
            "little",
            "english",
            "qi 80\nza 70\ntea 20\neat 10\nate 10\nteam 20\nmeat 20\ntisane 60\nat 10",
        );
        save(&data, "poco", "spanish", "chal\nperro\ncalle\noh");
        let folder = data.join("lexicons");
        let whole = std::fs::read(folder.join("little.lexicon")).unwrap();
        std::fs::write(folder.join("cut.lexicon"), &whole[..whole.len() / 2]).unwrap();
        std::fs::write(folder.join("noise.lexicon"), "noise").unwrap();
        std::fs::write(folder.join("plain.txt"), "tea\neat\n").unwrap();
        data
    });
    let store = Sqlite::open(crate::common::folder().join("tisane.db")).unwrap();
    App::new(
        Catalogue::new(Some(DATA.clone())),
        Models::new(None),
        Arc::new(store),
        Config::default(),
    )
}

fn save(data: &std::path::Path, name: &str, ruleset: &str, words: &str) {
    let ruleset = Ruleset::named(ruleset).unwrap();
    let (lexicon, _) = Lexicon::build(name, &ruleset.alphabet, &WordList::from_text(words), 15);
    let about = About {
        title: format!("Test: {name}"),
        language: ruleset.locale.clone(),
        ..About::default()
    };
    lexicon.with_about(about).save(data.join("lexicons").join(format!("{name}.lexicon"))).unwrap();
}

async fn ask(method: &str, path: &str, headers: &[(header::HeaderName, &str)]) -> Response<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    router(app()).oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn text(response: Response<Body>) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

async fn json(path: &str) -> (StatusCode, Value) {
    let response = ask("GET", path, &[]).await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json", "{path}");
    let status = response.status();
    (status, serde_json::from_str(&text(response).await).unwrap())
}

#[tokio::test]
async fn it_is_up() {
    assert_eq!(text(ask("GET", "/healthz", &[]).await).await, "ok\n");
}

#[tokio::test]
async fn rulesets_are_listed() {
    let (status, list) = json("/api/rulesets").await;
    assert_eq!(status, StatusCode::OK);
    let rulesets = list["rulesets"].as_array().unwrap();
    assert_eq!(rulesets.len(), tisane_rules::builtin_names().count());
    let english = rulesets.iter().find(|ruleset| ruleset["name"] == "english").unwrap();
    assert_eq!(english["tiles"], 100);
    assert_eq!(english["bonuses"], serde_json::json!([{ "tiles": 7, "points": 50 }]));
}

#[tokio::test]
async fn a_ruleset_has_its_board_and_tiles() {
    let (status, spanish) = json("/api/rulesets/spanish").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(spanish["layout"]["starts"], serde_json::json!([{ "row": 7, "col": 7 }]));
    assert_eq!(spanish["layout"]["premiums"][0][0], serde_json::json!({ "letter": 1, "word": 3 }));
    assert_eq!(spanish["layout"]["premiums"][0][1], Value::Null);
    let faces: Vec<&str> = spanish["letters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tile| tile["face"].as_str().unwrap())
        .collect();
    assert!(faces.contains(&"CH") && faces.contains(&"LL") && faces.contains(&"RR"));
}

#[tokio::test]
async fn an_unknown_ruleset_names_the_nearest() {
    let (status, error) = json("/api/rulesets/englsh").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(
        error,
        serde_json::json!({
            "code": "no_such_ruleset",
            "values": { "name": "englsh", "nearest": "english" },
            "error": "there is no ruleset \"englsh\"",
            "hint": "did you mean \"english\"?"
        })
    );
}

#[tokio::test]
async fn unknown_addresses_and_methods_are_refused_with_a_sentence() {
    let (status, error) = json("/api/nothing/here").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(error["error"], "page not found");
    assert_eq!(ask("GET", "/assets/gone.js", &[]).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(ask("GET", "/favicon.bmp", &[]).await.status(), StatusCode::NOT_FOUND);
    for path in ["/api/rulesets", "/healthz", "/words"] {
        let response = ask("POST", path, &[]).await;
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
}

#[tokio::test]
async fn every_page_of_the_app_is_its_first_page() {
    let first = ask("GET", "/", &[]).await;
    assert_eq!(first.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
    assert_eq!(first.headers()[header::CACHE_CONTROL], "no-cache");
    let first = text(first).await;
    for path in ["/words", "/rulesets/english", "/about"] {
        assert_eq!(text(ask("GET", path, &[]).await).await, first, "{path}");
    }
}

#[tokio::test]
async fn cached_files_are_not_sent_again() {
    let first = ask("GET", "/", &[]).await;
    let tag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
    let again = ask("GET", "/", &[(header::IF_NONE_MATCH, &tag)]).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(text(again).await, "");
}

#[tokio::test]
async fn files_with_a_hash_in_their_name_are_cached_forever() {
    if !tisane_server::has_web_app() {
        return; // built without Node
    }
    let page = text(ask("GET", "/", &[]).await).await;
    let script =
        page.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js")).unwrap();
    let response = ask("GET", script, &[]).await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
    assert_eq!(response.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
}

#[tokio::test]
async fn responses_are_compressed_if_accepted() {
    let response = ask("GET", "/api/rulesets", &[(header::ACCEPT_ENCODING, "gzip")]).await;
    assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
}

#[tokio::test]
async fn files_for_the_engine_are_the_same_with_and_without_compression() {
    let path = "/api/engine/words?ruleset=english&lexicon=english";
    let plain = ask("GET", path, &[]).await;
    assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    let plain = plain.into_body().collect().await.unwrap().to_bytes();
    for _ in 0..2 {
        let packed = ask("GET", path, &[(header::ACCEPT_ENCODING, "gzip")]).await;
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(packed.headers()[header::CONTENT_TYPE], "application/octet-stream");
        assert_eq!(packed.headers().get_all(header::VARY).iter().count(), 1);
        let packed = packed.into_body().collect().await.unwrap().to_bytes();
        let mut read = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut read).unwrap();
        assert!(read == plain);
    }
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    for path in ["/", "/api/rulesets", "/api/nothing", "/healthz"] {
        let response = ask("GET", path, &[]).await;
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"),
            "{path}: {policy}"
        );
        assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
        assert_eq!(response.headers()[header::X_FRAME_OPTIONS], "DENY", "{path}");
    }
}

#[tokio::test]
async fn lexicons_are_listed_without_their_place_on_the_disk() {
    let (_, list) = json("/api/lexicons").await;
    let little = list["lexicons"]
        .as_array()
        .unwrap()
        .iter()
        .find(|lexicon| lexicon["name"] == "little")
        .unwrap();
    assert_eq!(little["words"], 9);
    assert_eq!(little["levels"], true);
    assert_eq!(little["place"], "added by the operator");
    let (_, poco) = json("/api/lexicons/poco").await;
    assert!(poco["letters"].as_array().unwrap().contains(&"CH".into()));
}

#[tokio::test]
async fn a_path_is_not_a_lexicon_name() {
    for name in ["../../etc/passwd", "%2Fetc%2Fpasswd", "Cargo.toml"] {
        let (status, error) =
            json(&format!("/api/words/check?word=a&ruleset=english&lexicon={name}")).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{error}");
    }
    assert_eq!(json("/api/lexicons/..%2F..%2FCargo.toml").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn words_are_checked() {
    let (_, check) = json("/api/words/check?lexicon=little&word=ZA;,+foo+1x").await;
    let expected = serde_json::json!({
        "lexicon": "little",
        "valid": false,
        "words": [
            { "word": "ZA", "valid": true, "left_out": false, "level": 70 },
            { "word": "FOO", "valid": false, "left_out": false },
            { "word": "1x", "valid": false, "left_out": false, "reason": "unknown character \"1\"" },
        ],
    });
    assert_eq!(check, expected);
}

#[tokio::test]
async fn words_have_definitions() {
    let (_, check) = json("/api/words/check?lexicon=little&word=ate+xyzzy").await;
    let definition = serde_json::json!({
        "word": "EAT",
        "senses": [{ "part": "verb", "text": "take in solid food" }, { "part": "verb", "text": "eat a meal; take a meal" }],
    });
    assert_eq!(check["words"][0]["definition"], definition);
    assert_eq!(check["words"][1].get("definition"), None);
    let (_, check) = json("/api/words/check?lexicon=poco&word=oh").await;
    assert_eq!(check["words"][0].get("definition"), None, "Spanish is not explained in English");
}

#[tokio::test]
async fn slurs_are_left_out_for_families() {
    let valid = async |path: &str| json(path).await.1["valid"].clone();
    for ruleset in ["", "&ruleset=english"] {
        assert_eq!(
            valid(&format!("/api/words/check?lexicon=english{ruleset}&word=kraut")).await,
            true
        );
        assert_eq!(
            valid(&format!("/api/words/check?lexicon=english{ruleset}&word=kraut&family=true"))
                .await,
            false
        );
        assert_eq!(
            valid(&format!("/api/words/check?lexicon=english{ruleset}&word=qi&family=true")).await,
            true
        );
        assert_eq!(
            valid(&format!("/api/words/hooks?lexicon=english{ruleset}&word=kraut&family=true"))
                .await,
            false
        );
    }
    let (_, found) = json("/api/words/anagrams?lexicon=english&letters=trauk&family=true").await;
    assert_eq!(found["words"].as_array().unwrap().len(), 1, "{found}"); // KURTA
    let (_, found) = json("/api/words/patterns?lexicon=english&pattern=kraut*&family=true").await;
    assert_eq!(found["total"], 0);
    let (_, list) = json("/api/lexicons").await;
    let family = |name: &str| {
        list["lexicons"].as_array().unwrap().iter().find(|lexicon| lexicon["name"] == name).unwrap()
            ["family"]
            .clone()
    };
    assert_eq!((family("english"), family("little")), (Value::Bool(true), Value::Bool(false)));
}

#[tokio::test]
async fn rulesets_say_which_way_they_are_read() {
    assert_eq!(json("/api/rulesets/hebrew").await.1["right_to_left"], true);
    assert_eq!(json("/api/rulesets/greek").await.1["right_to_left"], false);
}

#[tokio::test]
async fn one_ruleset_is_the_usual_one_and_is_found_by_that_alias() {
    let (_, list) = json("/api/rulesets").await;
    let usual: Vec<&Value> = list["rulesets"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|ruleset| ruleset["usual"] == true)
        .collect();
    assert_eq!(usual.len(), 1, "{usual:?}");
    assert_eq!(json("/api/rulesets/default").await.1["name"], usual[0]["name"]);
}

#[tokio::test]
async fn a_ruleset_gives_its_tiles() {
    let (_, found) = json("/api/words/patterns?lexicon=poco&ruleset=spanish&pattern=[CH]*").await;
    assert_eq!(found["words"], serde_json::json!([{ "word": "CHAL", "length": 3 }]));
    let (_, check) =
        json("/api/words/check?lexicon=poco&ruleset=spanish&word=perroperroperroperroperro").await;
    assert_eq!(check["words"][0]["reason"], "longer than the board's 15 squares");
    let (_, check) = json("/api/words/check?lexicon=poco&ruleset=spanish&word=pe[R]ro+perro").await;
    assert_eq!(
        (&check["words"][0]["valid"], &check["words"][1]["valid"]),
        (&Value::Bool(false), &Value::Bool(true))
    );
}

#[tokio::test]
async fn anagrams_come_longest_first_and_say_how_many_there_are() {
    let (_, found) =
        json("/api/words/anagrams?lexicon=little&letters=tea%3F&shorter=true&limit=3").await;
    let words: Vec<&str> = found["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word["word"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["MEAT", "TEAM", "ATE"]);
    assert_eq!(found["total"], 7); // TEA, EAT and AT too, and ZA with the blank
    let (_, found) = json("/api/words/anagrams?lexicon=little&letters=tea").await;
    assert_eq!(found["total"], 3);
}

#[tokio::test]
async fn hooks_are_found() {
    let (_, hooks) = json("/api/words/hooks?lexicon=little&word=tea").await;
    assert_eq!((&hooks["valid"], &hooks["back"]), (&Value::Bool(true), &serde_json::json!(["M"])));
}

#[tokio::test]
async fn words_are_listed_by_length_letters_and_commonness() {
    let list = async |query: &str| {
        let (_, found) = json(&format!("/api/words/list?lexicon=little&{query}")).await;
        found["words"]
            .as_array()
            .unwrap()
            .iter()
            .map(|word| word["word"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(list("length=2").await, ["AT", "QI", "ZA"]);
    assert_eq!(list("length=2&letters=a").await, ["AT", "ZA"]);
    assert_eq!(list("length=2&letters=a&level=20").await, ["AT"]);
    let (_, found) = json("/api/words/extensions?lexicon=little&word=at").await;
    // EAT and MEAT too.
    assert_eq!((&found["words"][0]["word"], &found["total"]), (&"ATE".into(), &3.into()));
}

#[tokio::test]
async fn questions_that_cannot_be_answered_are_refused_with_a_sentence() {
    let cases = [
        ("/api/words/check?word=qi", "which_lexicon", "name a lexicon or a ruleset"),
        ("/api/words/check?lexicon=little", "query", "invalid query: missing field `word`"),
        (
            "/api/words/patterns?lexicon=little&pattern=%5BAB",
            "pattern_open",
            "the bracket at position 1 of \"[AB\" is not closed",
        ),
        (
            "/api/words/anagrams?lexicon=little&letters=a1",
            "spelling",
            "\"a1\" cannot be read: unknown character \"1\" at position 2",
        ),
    ];
    for (path, code, sentence) in cases {
        let (status, error) = json(path).await;
        assert_eq!(error["code"], code, "{path}");
        assert_eq!(
            (status, error["error"].as_str().unwrap()),
            (StatusCode::BAD_REQUEST, sentence),
            "{path}"
        );
    }
    let long = format!("/api/words/check?lexicon=little&word={}", "A".repeat(2000));
    assert_eq!(json(&long).await.0, StatusCode::BAD_REQUEST);
    let (status, error) = json("/api/words/check?lexicon=nothing&word=qi").await;
    assert_eq!(
        (status, error["error"].as_str().unwrap()),
        (StatusCode::NOT_FOUND, "there is no lexicon \"nothing\"")
    );
}

/// So that every page can say it in its own language.
#[tokio::test]
async fn errors_name_what_they_are_about() {
    let all = "A".repeat(64);
    let cases = [
        (
            "check?word=qi&ruleset=nogame-at-all",
            "no_such_ruleset",
            serde_json::json!({ "name": "nogame-at-all" }),
        ),
        (
            "check?word=a&lexicon=plain&ruleset=russian",
            "no_words",
            serde_json::json!({ "name": "plain" }),
        ),
        (
            "anagrams?lexicon=little&letters=ab1",
            "spelling",
            serde_json::json!({ "text": "ab1", "found": "1", "at": "3" }),
        ),
        (
            "patterns?lexicon=little&pattern=a1",
            "spelling",
            serde_json::json!({ "text": "a1", "found": "1", "at": "2" }),
        ),
        (
            "patterns?lexicon=little&pattern=a%5B",
            "pattern_open",
            serde_json::json!({ "text": "a[", "at": "2" }),
        ),
        (
            "patterns?lexicon=little&pattern=%5B%5D",
            "pattern_nothing",
            serde_json::json!({ "text": "[]", "at": "1" }),
        ),
        (
            &format!("patterns?lexicon=little&pattern={all}"),
            "pattern_long",
            serde_json::json!({ "parts": "64", "most": "63" }),
        ),
        (
            &format!("check?lexicon=little&word={}", all.repeat(20)),
            "long",
            serde_json::json!({ "most": "1000" }),
        ),
        ("patterns?lexicon=little&pattern=", "pattern_empty", Value::Null),
    ];
    for (path, code, values) in cases {
        let (_, error) = json(&format!("/api/words/{path}")).await;
        assert_eq!((&error["code"], &error["values"]), (&Value::from(code), &values), "{path}");
    }
    let (_, error) = json("/api/words/check?lexicon=nothing&word=qi").await;
    assert!(error["values"]["known"].as_str().unwrap().contains("little"), "{error}");
}

#[tokio::test]
async fn lexicon_errors_do_not_reveal_paths() {
    let cases = [
        ("cut", "", StatusCode::UNPROCESSABLE_ENTITY, "is cut off"),
        ("cut", "english", StatusCode::UNPROCESSABLE_ENTITY, "is cut off"),
        ("noise", "", StatusCode::UNPROCESSABLE_ENTITY, "is damaged"),
        ("noise", "english", StatusCode::UNPROCESSABLE_ENTITY, "is damaged"),
        (
            "plain",
            "russian",
            StatusCode::UNPROCESSABLE_ENTITY,
            "none of the words of plain can be spelled with these tiles",
        ),
    ];
    for (lexicon, ruleset, wanted, part) in cases {
        let (status, error) =
            json(&format!("/api/words/check?word=a&lexicon={lexicon}&ruleset={ruleset}")).await;
        let sentence = error["error"].as_str().unwrap();
        assert_eq!(status, wanted, "{lexicon} {ruleset}: {sentence}");
        assert!(
            sentence.contains(part) && !sentence.contains(['/', '\\']),
            "{lexicon} {ruleset}: {sentence}"
        );
    }
    assert_eq!(
        json("/api/words/check?word=tea&lexicon=plain&ruleset=english").await.1["valid"],
        true
    );
    assert_eq!(
        json("/api/words/check?word=tea&lexicon=plain").await.1["valid"],
        true,
        "with the letters of the usual game"
    );
}

#[tokio::test]
async fn the_about_page_has_version_and_licence() {
    let (_, about) = json("/api/about").await;
    assert_eq!(about["licence"], "MIT OR Apache-2.0");
    for lexicon in about["lexicons"].as_array().unwrap() {
        assert_ne!(
            lexicon["licence_text"], "",
            "{} comes with its licence in full",
            lexicon["name"]
        );
    }
}

#[tokio::test]
async fn an_engine_elsewhere_gets_words_in_the_games_tiles_and_what_was_learned() {
    let (status, files) = json("/api/engine?ruleset=spanish&lexicon=poco").await;
    assert_eq!(
        (status, &files["lexicon"], &files["model"]),
        (StatusCode::OK, &Value::from("poco"), &Value::Null)
    );
    let words = ask("GET", files["words"].as_str().unwrap(), &[]).await;
    assert_eq!(words.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
    let bytes = words.into_body().collect().await.unwrap().to_bytes();
    let lexicon = Lexicon::from_bytes(&bytes).unwrap();
    assert_eq!(
        (lexicon.alphabet(), lexicon.has("chal")),
        (&*Ruleset::named("spanish").unwrap().alphabet, true)
    );

    let (_, files) = json("/api/engine?ruleset=english").await;
    let model = ask("GET", files["model"].as_str().unwrap(), &[]).await;
    assert_eq!(model.status(), StatusCode::OK);
    let (_, files) = json("/api/engine?ruleset=hebrew").await;
    assert_eq!((&files["lexicon"], &files["words"]), (&Value::Null, &Value::Null));
    assert_eq!(json("/api/engine?ruleset=nonsense").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn paths_that_are_not_text_are_answered_in_json() {
    let server = crate::common::Server::start().await;
    let ada = server.guest("Ada").await;
    for (method, path) in [
        ("GET", "/api/games/%ff%fe"),
        ("GET", "/api/games/%ff/gcg"),
        ("POST", "/api/games/%ff/join"),
        ("GET", "/api/rulesets/%ff"),
        ("GET", "/api/lexicons/%ff"),
        ("GET", "/api/kept/%ff"),
        ("GET", "/api/shared/%ff"),
        ("DELETE", "/api/me/sessions/%ff"),
        ("PUT", "/api/me/muted/%ff"),
        ("GET", "/api/%ff"),
    ] {
        let (status, answer) = server.http(method, path, Some(&ada), Value::Null).await;
        assert_eq!(status, 404, "{path}: {answer}");
        assert!(answer["code"].is_string() && answer["error"].is_string(), "{path}: {answer}");
    }
    let (status, answer) = server.http("GET", "/api/kept?kind=%ff", Some(&ada), Value::Null).await;
    assert_eq!((status.as_u16(), &answer["code"]), (400, &serde_json::json!("query")));
    server.stop().await;
}
