//! Builds the web app into `OUT_DIR/web`, from where the binary embeds it.
//!
//! `TISANE_WEB` says what to do when it cannot be built, for example without Node:
//! `auto` (the default) embeds a page that says what is missing, `always` fails, `never` does not try.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the app is made of. Never list what npm or Vite write: that would build it again and again.
const INPUTS: &[&str] =
    &["index.html", "package.json", "package-lock.json", "public", "src", "svelte.config.js", "tsconfig.json", "vite.config.ts"];

/// Written by the app's postinstall script: the package-lock.json that node_modules was made from.
const INSTALLED: &str = "node_modules/.installed-lock.json";

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let dist = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("web");
    println!("cargo::rerun-if-env-changed=TISANE_WEB");
    for input in INPUTS.iter().map(|input| web.join(input)).filter(|input| input.exists()) {
        println!("cargo::rerun-if-changed={}", input.display());
    }
    let mode = std::env::var("TISANE_WEB").unwrap_or_else(|_| "auto".to_owned());
    let built = match mode.as_str() {
        "auto" | "always" => build(&web, &dist),
        "never" => Err(Missing { what: "this binary was built with TISANE_WEB=never".to_owned(), remedy: "leave it out".to_owned() }),
        other => panic!("TISANE_WEB is {other:?}, and must be auto, always or never"),
    };
    if let Err(missing) = built {
        assert!(mode != "always", "{}; {}", missing.what, missing.remedy);
        println!("cargo::warning=without the web app: {}; {}", missing.what, missing.remedy);
        write_placeholder(&dist, &missing);
    }
}

/// Why there is no web app, and what to do about it.
struct Missing {
    what: String,
    remedy: String,
}

fn build(web: &Path, dist: &Path) -> Result<(), Missing> {
    if !web.join("package.json").exists() {
        return Err(Missing { what: "the folder web/ is not there".to_owned(), remedy: "build from the whole repository".to_owned() });
    }
    if npm(web).arg("--version").output().is_err() {
        watch_path();
        return Err(Missing {
            what: "npm was not found".to_owned(),
            remedy: "install Node.js 20.19 or newer, which brings npm, and build again".to_owned(),
        });
    }
    install(web)?;
    let dist = dist.to_str().expect("cargo's folders have readable names");
    run(npm(web).args(["run", "--silent", "build", "--", "--logLevel", "warn", "--emptyOutDir", "--outDir", dist]))
}

/// Brings node_modules up to date. Two builds at once, say of an editor and a terminal, take turns.
fn install(web: &Path) -> Result<(), Missing> {
    let turn = fs::File::create(web.join(".install.lock")).and_then(|file| file.lock().map(|()| file));
    let lock = fs::read(web.join("package-lock.json")).unwrap_or_default();
    let result = match fs::read(web.join(INSTALLED)) {
        Ok(installed) if installed == lock => Ok(()),
        _ => run(npm(web).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])),
    };
    drop(turn);
    result
}

fn npm(web: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(web);
    npm
}

fn run(command: &mut Command) -> Result<(), Missing> {
    let name = format!("{:?}", command.get_args().next().unwrap_or_default());
    let failed = |reason: String| Missing {
        what: format!("npm {} failed: {reason}", name.trim_matches('"')),
        remedy: "mend that and build with TISANE_WEB=always to see all of it".to_owned(),
    };
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    eprintln!("{text}");
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(8).collect();
    Err(failed(lines.join(" · ")))
}

/// Builds again as soon as something is installed.
fn watch_path() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    for folder in std::env::split_paths(&path).filter(|folder| folder.is_absolute() && folder.ends_with("bin") && folder.is_dir()) {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
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
    fs::create_dir_all(dist).and_then(|()| fs::write(dist.join("index.html"), page)).expect("OUT_DIR can be written to");
}
