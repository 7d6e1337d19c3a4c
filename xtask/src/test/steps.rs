//! The list of steps.

use std::process::Command;

use anyhow::Result;

use super::changes::Changes;
use super::count::{Count, libtest, nextest, vitest};
use super::step::{Lane, Stage, Step};
use super::{artifacts, examples};
use crate::command::{cargo, find, npm, root};
use crate::compiler::{checking, own_program};
use crate::{apt, chromium, cycles, postgres};

/// Every step. What needs only the web app runs beside what needs only Rust. The browser tests are
/// last, because they need all programs and measure times.
pub(super) fn all() -> Vec<Stage> {
    let packages = Step::program("npm ci", || Ok(npm(["ci", "--no-audit", "--no-fund"])));
    let browser = Step::program("browser tests", || {
        let mut tests = npm(["run", "--silent", "test:browser"]);
        tests.env("CHROMIUM", chromium::find_or_install()?).env("TISANE", artifacts::tisane()?);
        Ok(tests)
    });
    vec![
        vec![vec![format(), cycles_check()], vec![packages]],
        vec![rust(), web()],
        vec![vec![browser.counted(vitest)]],
    ]
}

fn rust() -> Lane {
    let build = || checking(cargo(["test", "--workspace", "--no-run"]));
    let mut lane = vec![Step::program("clippy, docs", build)];
    if find("cargo-nextest").is_some() {
        lane.push(rust_tests(nextest, || {
            checking(cargo(["nextest", "run", "--workspace", "--no-fail-fast"]))
        }));
        let doc_tests = || checking(cargo(["test", "--workspace", "--doc", "--no-fail-fast"]));
        lane.push(Step::program("doc tests", doc_tests).counted(libtest));
    } else {
        lane.push(rust_tests(libtest, || {
            checking(cargo(["test", "--workspace", "--no-fail-fast"]))
        }));
    }
    lane.push(postgres_tests());
    lane.push(fault_tests());
    lane.push(Step::check("examples", examples::run));
    lane.push(if find("cargo-deny").is_some() {
        Step::program("deny", || Ok(cargo(["deny", "check"])))
    } else {
        Step::skip("deny", "cargo-deny is not installed: cargo install cargo-deny")
    });
    lane
}

/// The tests that use a database, again with PostgreSQL, and those that need it.
fn postgres_tests() -> Step {
    on_postgres("postgres tests", ON_POSTGRES, || Ok(()))
}

/// Several servers on one PostgreSQL, of which some are killed.
fn fault_tests() -> Step {
    let name = "fault tests";
    if find("haproxy").is_none() && !apt::is_possible() {
        return Step::skip(name, "haproxy is not installed: on Debian, apt-get install haproxy");
    }
    on_postgres(name, "package(tisane) and test(/^faults::/)", || match find("haproxy") {
        Some(_) => Ok(()),
        None => apt::install(&["haproxy", "iproute2"]),
    })
}

/// Runs the tests that `filter` selects beside a PostgreSQL server.
fn on_postgres(name: &'static str, filter: &'static str, prepare: fn() -> Result<()>) -> Step {
    if let Some(reason) = postgres::missing() {
        return Step::skip(name, reason);
    }
    if find("cargo-nextest").is_none() {
        return Step::skip(name, "cargo-nextest is not installed: cargo install cargo-nextest");
    }
    let tests = move || {
        prepare()?;
        let mut command = Command::new(own_program()?);
        // The whole workspace, so that nothing is built with other features than before.
        command.args(["postgres", "cargo", "nextest", "run", "--workspace"]);
        command.args(["--run-ignored", "all", "--no-fail-fast", "-E", filter]);
        command.current_dir(root());
        checking(command)
    };
    Step::program(name, tests).counted(nextest)
}

/// Without those that look into SQLite's file.
const ON_POSTGRES: &str = "\
    (package(tisane-server) or package(tisane)) and test(/^(postgres|store|kept|moderation|names|personal|play|players|sessions)::/) and not \
    test(/logging_out_everywhere_closes|expire_after_ninety_days|old_accounts_keep|of_one_family|secrets_are_not_in/)";

fn web() -> Lane {
    vec![
        web_step("web format", ["run", "--silent", "format:check"]),
        web_step("web types", ["run", "--silent", "check"]),
        web_step("web tests", ["run", "--silent", "test"]).counted(vitest),
    ]
}

/// What checks the changed files in under two minutes, once everything has been built.
pub(super) fn quick(changes: &Changes) -> Vec<Stage> {
    let mut rust = vec![format(), cycles_check()];
    let packages: Vec<String> =
        changes.packages.iter().flat_map(|name| ["-p".to_owned(), name.clone()]).collect();
    if !packages.is_empty() {
        let of = packages.clone();
        rust.push(Step::program("clippy", move || {
            Ok(without_web(cargo(["clippy"]), &of, &["--all-targets", "--", "-D", "warnings"]))
        }));
        let units = ["--lib", "--bins", "--no-fail-fast"];
        rust.push(if find("cargo-nextest").is_some() {
            let run = ["nextest", "run", "--no-tests", "pass"];
            rust_tests(nextest, move || Ok(without_web(cargo(run), &packages, &units)))
        } else {
            rust_tests(libtest, move || Ok(without_web(cargo(["test"]), &packages, &units)))
        });
    }
    let mut lanes = vec![rust];
    if changes.web {
        let base = changes.base.clone();
        let tests = move || Ok(npm(["run", "--silent", "test", "--", "--changed", &base]));
        let mut web = web();
        web.pop();
        web.push(Step::program("web tests", tests).counted(vitest));
        lanes.push(web);
    }
    vec![lanes]
}

/// Completes a command for some packages. The web app and the browser's engine aren't built unless
/// TISANE_WEB asks for them: no unit test needs them.
fn without_web(mut command: Command, packages: &[String], rest: &[&str]) -> Command {
    command.args(packages).args(rest);
    if std::env::var_os("TISANE_WEB").is_none() {
        command.env("TISANE_WEB", "never");
    }
    command
}

fn format() -> Step {
    Step::program("format", || Ok(cargo(["fmt", "--all", "--check"])))
}

fn cycles_check() -> Step {
    Step::check("cycles", |text: &mut String| -> Result<Count> {
        let (passed, failed) = cycles::report(text)?;
        Ok(Count { passed, failed })
    })
}

fn rust_tests(
    count: fn(&str) -> Option<Count>,
    command: impl Fn() -> Result<Command> + Send + Sync + 'static,
) -> Step {
    Step::program("rust tests", command).counted(count)
}

fn web_step<const N: usize>(name: &'static str, args: [&'static str; N]) -> Step {
    Step::program(name, move || Ok(npm(args)))
}
