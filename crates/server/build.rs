//! Builds the web app and the browser's engine into `OUT_DIR/web`, from where the binary embeds them.
//!
//! `TISANE_WEB` says what to do when the web app can't be built, for example without Node.js: `auto`
//! (the default) embeds a page that says what is missing, `always` fails, `never` doesn't try.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io, thread};

/// The sources of the web app. Files that npm or Vite write must not be listed: cargo would build
/// the app again each time.
const INPUTS: &[&str] = &[
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

/// The package-lock.json that node_modules was made from. The app's postinstall script writes it.
const INSTALLED: &str = "node_modules/.installed-lock.json";

/// The sources of the browser's engine.
const ENGINE_INPUTS: &[&str] = &[
    "crates/lexicon",
    "crates/rules",
    "crates/engine",
    "crates/app",
    "crates/protocol",
    "crates/wasm",
    "rulesets",
    "Cargo.lock",
];

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let dist = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("web");
    println!("cargo::rerun-if-env-changed=TISANE_WEB");
    let engine_inputs = ENGINE_INPUTS.iter().map(|input| root().join(input));
    for input in INPUTS.iter().map(|input| web.join(input)).chain(engine_inputs) {
        if input.exists() {
            println!("cargo::rerun-if-changed={}", input.display());
        }
    }
    let mode = std::env::var("TISANE_WEB").unwrap_or_else(|_| "auto".to_owned());
    let (pages, engine) = match mode.as_str() {
        "auto" | "always" => thread::scope(|scope| {
            let engine = scope.spawn(|| build_engine(&dist));
            (
                build_pages(&web, &dist),
                Some(engine.join().expect("the engine's thread has not panicked")),
            )
        }),
        "never" => {
            let missing = Missing::new("TISANE_WEB=never was set", "build without it");
            (Err(missing), None)
        }
        other => panic!("TISANE_WEB is {other:?}; use auto, always or never"),
    };
    let warn = |part: &str, missing: &Missing| {
        assert!(mode != "always", "{missing}");
        println!("cargo::warning=built without {part}: {missing}");
    };
    match pages {
        // Without the engine the pages still work: they ask the server instead.
        Ok(()) => match engine.expect("built with the pages").and_then(|file| copy(&file, &dist)) {
            Ok(()) => {}
            Err(missing) => {
                let _ = fs::remove_file(dist.join("engine.wasm")); // of an earlier build
                warn("the browser's engine", &missing);
            }
        },
        Err(missing) => {
            warn("the web app", &missing);
            write_placeholder(&dist, &missing);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Why something could not be built, and how to fix it.
struct Missing {
    reason: String,
    remedy: String,
}

impl Missing {
    fn new(reason: impl Into<String>, remedy: impl Into<String>) -> Missing {
        Missing { reason: reason.into(), remedy: remedy.into() }
    }
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}", self.reason, self.remedy)
    }
}

fn build_pages(web: &Path, dist: &Path) -> Result<(), Missing> {
    if !web.join("package.json").exists() {
        return Err(Missing::new("there is no folder web/", "build from the whole repository"));
    }
    // A change of the engine alone runs this script too, and the pages stay the same.
    let stamp = dist.with_extension("stamp");
    let sources = hash_of(INPUTS.iter().map(|input| web.join(input)).collect());
    if dist.join("assets").is_dir() && fs::read_to_string(&stamp).is_ok_and(|it| it == sources) {
        return Ok(());
    }
    if npm(web).arg("--version").output().is_err() {
        watch_path();
        let remedy = "install Node.js 20.19 or newer, which includes npm, and build again";
        return Err(Missing::new("npm was not found", remedy));
    }
    // If the download fails, the next build tries again: to cargo, a missing file is a changed one.
    install(web)
        .inspect_err(|_| println!("cargo::rerun-if-changed={}", web.join(INSTALLED).display()))?;
    let _ = fs::remove_file(&stamp);
    let mut vite = npm(web);
    vite.args(["run", "--silent", "build", "--", "--logLevel", "warn", "--emptyOutDir"]);
    vite.arg("--outDir").arg(dist);
    run(&mut vite, "npm run build", SEE_ALL)?;
    let _ = fs::write(&stamp, sources);
    Ok(())
}

/// A hash of the names and contents of all these files and folders.
fn hash_of(mut paths: Vec<PathBuf>) -> String {
    let mut hasher = DefaultHasher::new();
    while let Some(path) = paths.pop() {
        path.hash(&mut hasher);
        match fs::read_dir(&path) {
            Ok(entries) => {
                let mut entries: Vec<PathBuf> =
                    entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
                entries.sort();
                paths.extend(entries);
            }
            Err(_) => fs::read(&path).ok().hash(&mut hasher),
        }
    }
    hasher.finish().to_string()
}

/// Updates node_modules. Builds that run at the same time, say by an editor, wait for each other.
fn install(web: &Path) -> Result<(), Missing> {
    let guard =
        fs::File::create(web.join(".install.lock")).and_then(|file| file.lock().map(|()| file));
    let lock = fs::read(web.join("package-lock.json")).unwrap_or_default();
    let result = match fs::read(web.join(INSTALLED)) {
        Ok(installed) if installed == lock => Ok(()),
        _ => run(
            npm(web).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]),
            "npm ci",
            SEE_ALL,
        ),
    };
    drop(guard);
    result
}

const WASM: &str = "wasm32-unknown-unknown";

/// Compiles `crates/wasm` and returns the file. A cargo inside a cargo needs its own target folder,
/// or each waits for the other's lock.
fn build_engine(dist: &Path) -> Result<PathBuf, Missing> {
    let target = dist.ancestors().nth(5).expect("OUT_DIR is five folders deep").join("wasm");
    let ready = Command::new("rustup")
        .args(["target", "add", WASM])
        .output()
        .is_ok_and(|output| output.status.success());
    let is_dist = std::env::var("OPT_LEVEL").is_ok_and(|level| level == "3");
    let profile = if is_dist { "wasm-dist" } else { "wasm" };
    let mut cargo = Command::new(std::env::var_os("CARGO").expect("cargo sets CARGO"));
    cargo.current_dir(root()).env("CARGO_TARGET_DIR", &target).args([
        "build",
        "--quiet",
        "--package",
        "tisane-wasm",
        "--profile",
        profile,
        "--target",
        WASM,
    ]);
    // These belong to the outer build.
    for name in [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
    ] {
        cargo.env_remove(name);
    }
    let remedy = if ready { "fix that" } else { "run `rustup target add wasm32-unknown-unknown`" };
    run(&mut cargo, "cargo build -p tisane-wasm", remedy).inspect_err(|_| watch_targets())?;
    Ok(target.join(WASM).join(profile).join("tisane_wasm.wasm"))
}

fn copy(engine: &Path, dist: &Path) -> Result<(), Missing> {
    let failed = |error: io::Error| {
        Missing::new(format!("can't copy {}: {error}", engine.display()), "build again")
    };
    fs::copy(engine, dist.join("engine.wasm")).map(drop).map_err(failed)
}

fn npm(web: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(web);
    npm
}

const SEE_ALL: &str = "fix that, or build with TISANE_WEB=always to see the whole output";

fn run(command: &mut Command, name: &str, remedy: &str) -> Result<(), Missing> {
    let failed = |reason: String| Missing::new(format!("{name} failed: {reason}"), remedy);
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    eprintln!("{text}");
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).take(8).collect();
    Err(failed(lines.join(" · ")))
}

/// Builds again when a program is installed, or PATH changes.
fn watch_path() {
    println!("cargo::rerun-if-env-changed=PATH");
    let path = std::env::var_os("PATH").unwrap_or_default();
    for folder in std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute() && folder.ends_with("bin") && folder.is_dir())
    {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
}

/// Builds again when the compiler gets another target.
fn watch_targets() {
    let rustc = std::env::var_os("RUSTC").expect("cargo sets RUSTC");
    let Ok(output) = Command::new(rustc).args(["--print", "sysroot"]).output() else { return };
    println!(
        "cargo::rerun-if-changed={}/lib/rustlib",
        String::from_utf8_lossy(&output.stdout).trim()
    );
}

fn write_placeholder(dist: &Path, missing: &Missing) {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <title>Tisane without its web app</title>\n\
         <h1>The web app is missing</h1>\n\
         <p>Tisane is running, but it was built without its web app: {}.</p>\n\
         <p>To fix this: {}.</p>\n\
         <p>The command line (<code>tisane --help</code>) and the HTTP API \
         (for example <a href=\"/api/rulesets\">/api/rulesets</a>) work as usual.</p>\n</html>\n",
        escape(&missing.reason),
        escape(&missing.remedy)
    );
    let _ = fs::remove_dir_all(dist);
    fs::create_dir_all(dist)
        .and_then(|()| fs::write(dist.join("index.html"), page))
        .expect("OUT_DIR is writable");
}
