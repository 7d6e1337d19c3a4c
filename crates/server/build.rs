//! Builds the web app into `OUT_DIR/web`, from where the binary embeds it, and the engine for the
//! browser beside it.
//!
//! `TISANE_WEB` says what to do when it cannot be built, for example without Node: `auto` (the
//! default) embeds a page that says what is missing, `always` fails, `never` does not try.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the app is made of. Never list what npm or Vite write: that would build it again and again.
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

/// Written by the app's postinstall script: the package-lock.json that node_modules was made from.
const INSTALLED: &str = "node_modules/.installed-lock.json";

/// What the engine for the browser is made of.
const ENGINE_INPUTS: &[&str] = &[
    "crates/lexicon",
    "crates/rules",
    "crates/engine",
    "crates/protocol",
    "crates/wasm",
    "rulesets",
    "Cargo.lock",
];

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let dist = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("web");
    println!("cargo::rerun-if-env-changed=TISANE_WEB");
    for input in INPUTS.iter().map(|input| web.join(input)).filter(|input| input.exists()) {
        println!("cargo::rerun-if-changed={}", input.display());
    }
    for input in ENGINE_INPUTS {
        println!("cargo::rerun-if-changed={}", root().join(input).display());
    }
    let mode = std::env::var("TISANE_WEB").unwrap_or_else(|_| "auto".to_owned());
    let built = match mode.as_str() {
        "auto" | "always" => build(&web, &dist),
        "never" => Err(Missing {
            what: "this binary was built with TISANE_WEB=never".to_owned(),
            remedy: "leave it out".to_owned(),
        }),
        other => panic!("TISANE_WEB is {other:?}, and must be auto, always or never"),
    };
    if let Err(missing) = built {
        assert!(mode != "always", "{}; {}", missing.what, missing.remedy);
        println!("cargo::warning=without the web app: {}; {}", missing.what, missing.remedy);
        write_placeholder(&dist, &missing);
        return;
    }
    // Without it the pages still work: they ask the server instead.
    if let Err(missing) = build_engine(&dist) {
        assert!(mode != "always", "{}; {}", missing.what, missing.remedy);
        println!(
            "cargo::warning=without the engine in the browser: {}; {}",
            missing.what, missing.remedy
        );
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Why there is no web app, and what to do about it.
struct Missing {
    what: String,
    remedy: String,
}

fn build(web: &Path, dist: &Path) -> Result<(), Missing> {
    if !web.join("package.json").exists() {
        return Err(Missing {
            what: "the folder web/ is not there".to_owned(),
            remedy: "build from the whole repository".to_owned(),
        });
    }
    if npm(web).arg("--version").output().is_err() {
        watch_path();
        return Err(Missing {
            what: "npm was not found".to_owned(),
            remedy: "install Node.js 20.19 or newer, which brings npm, and build again".to_owned(),
        });
    }
    // What could not be fetched is tried again with the next build: a file that is not there counts
    // as changed.
    install(web)
        .inspect_err(|_| println!("cargo::rerun-if-changed={}", web.join(INSTALLED).display()))?;
    let dist = dist.to_str().expect("cargo's folders have readable names");
    run(
        npm(web).args([
            "run",
            "--silent",
            "build",
            "--",
            "--logLevel",
            "warn",
            "--emptyOutDir",
            "--outDir",
            dist,
        ]),
        "npm run",
        SEE_ALL,
    )
}

/// Brings node_modules up to date. Two builds at once, say of an editor and a terminal, take turns.
fn install(web: &Path) -> Result<(), Missing> {
    let turn =
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
    drop(turn);
    result
}

const WASM: &str = "wasm32-unknown-unknown";

/// Compiles `crates/wasm` into `engine.wasm`. A cargo inside a cargo needs its own target folder,
/// or both wait for each other.
fn build_engine(dist: &Path) -> Result<(), Missing> {
    let target =
        dist.ancestors().nth(5).expect("cargo keeps OUT_DIR five folders deep").join("wasm");
    let ready = Command::new("rustup")
        .args(["target", "add", WASM])
        .output()
        .is_ok_and(|output| output.status.success());
    let mut cargo = Command::new(std::env::var_os("CARGO").expect("cargo sets CARGO"));
    cargo.current_dir(root()).args([
        "build",
        "--quiet",
        "--package",
        "tisane-wasm",
        "--profile",
        "wasm",
        "--target",
        WASM,
    ]);
    cargo.env("CARGO_TARGET_DIR", &target);
    // Meant for the machine that builds, or for the checks that started this.
    for name in [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
    ] {
        cargo.env_remove(name);
    }
    let remedy = if ready { "mend that" } else { "run `rustup target add wasm32-unknown-unknown`" };
    run(&mut cargo, "cargo build -p tisane-wasm", remedy).inspect_err(|_| watch_targets())?;
    let made = target.join(WASM).join("wasm/tisane_wasm.wasm");
    let failed = |error| Missing {
        what: format!("{} cannot be copied: {error}", made.display()),
        remedy: "build again".to_owned(),
    };
    fs::copy(&made, dist.join("engine.wasm")).map(drop).map_err(failed)
}

fn npm(web: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(web);
    npm
}

const SEE_ALL: &str = "mend that and build with TISANE_WEB=always to see all of it";

fn run(command: &mut Command, name: &str, remedy: &str) -> Result<(), Missing> {
    let failed = |reason: String| Missing {
        what: format!("{name} failed: {reason}"),
        remedy: remedy.to_owned(),
    };
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

/// Builds again as soon as something is installed where programs are looked for, or that is
/// elsewhere.
fn watch_path() {
    println!("cargo::rerun-if-env-changed=PATH");
    let path = std::env::var_os("PATH").unwrap_or_default();
    for folder in std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute() && folder.ends_with("bin") && folder.is_dir())
    {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
}

/// Builds again as soon as the compiler has another target.
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
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Tisane without its web app</title>\n\
         <h1>The web app is missing</h1>\n\
         <p>This copy of Tisane runs, but was built without its pages: {}.</p>\n\
         <p>What to do: {}.</p>\n\
         <p>The command line is complete (<code>tisane --help</code>), and so are the data under \
         <a href=\"/api/rulesets\">/api/rulesets</a>.</p>\n</html>\n",
        escape(&missing.what),
        escape(&missing.remedy)
    );
    let _ = fs::remove_dir_all(dist);
    fs::create_dir_all(dist)
        .and_then(|()| fs::write(dist.join("index.html"), page))
        .expect("OUT_DIR can be written to");
}
