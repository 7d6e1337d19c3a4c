//! A compiler that checks everything in one pass: cargo calls it instead of rustc, and it lints with
//! clippy, compiles, and builds the documentation. With `cargo clippy` and `cargo doc` beside
//! `cargo test`, the dependencies would be compiled twice and our own crates three times.
//!
//! Every cargo command that uses what this built needs [`checking`]; others would build it again.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use anyhow::{Context, Result, ensure};

use crate::command::{output, root};

/// Where [`run`] finds clippy.
const CLIPPY: &str = "TISANE_CLIPPY";

/// Lets a cargo command compile with this program. Warnings are errors.
pub(crate) fn checking(mut cargo: Command) -> Result<Command> {
    let mut sysroot = Command::new("rustc");
    sysroot.args(["--print", "sysroot"]).current_dir(root());
    let driver = Path::new(output(sysroot)?.trim())
        .join("bin")
        .join(format!("clippy-driver{}", std::env::consts::EXE_SUFFIX));
    ensure!(driver.is_file(), "clippy is not installed: rustup component add clippy");
    cargo
        .env("RUSTC_WORKSPACE_WRAPPER", own_program()?)
        .env(CLIPPY, driver)
        // `cargo clippy` passes its driver's arguments in this form.
        .env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    Ok(cargo)
}

/// A copy of this program: cargo replaces the original when it builds all programs.
pub(crate) fn own_program() -> Result<&'static Path> {
    static COPY: OnceLock<PathBuf> = OnceLock::new();
    if let Some(copy) = COPY.get() {
        return Ok(copy);
    }
    let original = std::env::current_exe().context("finding this program")?;
    let copy = original.with_file_name(format!("xtask-compiler{}", std::env::consts::EXE_SUFFIX));
    // By renaming, because cargo may be running the copy of an earlier command.
    let new = original.with_file_name(format!("xtask-compiler-{}", std::process::id()));
    std::fs::copy(&original, &new)
        .and_then(|_| std::fs::rename(&new, &copy))
        .with_context(|| format!("copying {}", original.display()))?;
    Ok(COPY.get_or_init(|| copy))
}

/// The arguments of rustc, if cargo has called this program instead.
pub(crate) fn arguments() -> Option<Vec<OsString>> {
    let mut arguments = std::env::args_os().skip(1);
    let is_rustc = Path::new(&arguments.next()?).file_stem() == Some(OsStr::new("rustc"));
    is_rustc.then(|| arguments.collect())
}

/// Lints, compiles and documents one crate.
pub(crate) fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let driver = std::env::var_os(CLIPPY).with_context(|| format!("{CLIPPY} is not set"))?;
    let compiled =
        Command::new(&driver).arg("rustc").args(arguments).status().context("starting clippy")?;
    if !compiled.success() {
        return Ok(ExitCode::FAILURE);
    }
    let Some(documented) = rustdoc_arguments(arguments) else { return Ok(ExitCode::SUCCESS) };
    let rustdoc = Path::new(&driver).with_file_name("rustdoc");
    let status = Command::new(rustdoc)
        .args(documented)
        .args(["-D", "warnings", "--out-dir"])
        .arg(own_folder()?.join("xtask-doc"))
        .status()
        .context("starting rustdoc")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn own_folder() -> Result<PathBuf> {
    let program = std::env::current_exe().context("finding this program")?;
    Ok(program.parent().context("a program is in a folder")?.to_owned())
}

/// What rustdoc needs of rustc's arguments; nothing for crates that have no documentation: tests,
/// examples, build scripts, and questions about the compiler. Programs are documented when their
/// unit tests are compiled: cargo does that for each of them.
fn rustdoc_arguments(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let texts: Vec<&str> = arguments.iter().map(|it| it.to_str()).collect::<Option<_>>()?;
    let source = *texts.iter().find(|it| it.ends_with(".rs"))?;
    let is_test = texts.contains(&"--test");
    let is_program = source.ends_with("src/main.rs") && is_test;
    let is_library = source.ends_with("src/lib.rs") && !is_test;
    if !is_program && !is_library {
        return None;
    }
    let mut kept: Vec<OsString> = vec![source.into()];
    if is_program {
        kept.extend(["--crate-type", "bin", "--document-private-items"].map(OsString::from));
    }
    let mut texts = texts.into_iter();
    while let Some(text) = texts.next() {
        if text.starts_with("--edition=") {
            kept.push(text.into());
        } else if ["--crate-name", "--crate-type", "--cfg", "--check-cfg", "--extern", "-L"]
            .contains(&text)
        {
            kept.extend([text.into(), texts.next()?.into()]);
        }
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documented(arguments: &str) -> Option<String> {
        let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
        let kept = rustdoc_arguments(&arguments)?;
        Some(kept.join(OsStr::new(" ")).into_string().unwrap())
    }

    #[test]
    fn libraries_and_programs_are_documented() {
        let library = "--crate-name tisane_app --edition=2024 crates/app/src/lib.rs \
            --error-format=json --crate-type lib --emit=dep-info,metadata,link \
            -C embed-bitcode=no --cfg feature=\"x\" --out-dir target/debug/deps \
            -L dependency=target/debug/deps --extern serde=target/debug/deps/libserde.rmeta";
        assert_eq!(
            documented(library).unwrap(),
            "crates/app/src/lib.rs --crate-name tisane_app --edition=2024 --crate-type lib \
             --cfg feature=\"x\" -L dependency=target/debug/deps \
             --extern serde=target/debug/deps/libserde.rmeta"
        );
        let program = "--crate-name tisane crates/cli/src/main.rs --emit=dep-info,link --test";
        assert_eq!(
            documented(program).unwrap(),
            "crates/cli/src/main.rs --crate-type bin --document-private-items --crate-name tisane"
        );
    }

    #[test]
    fn tests_examples_and_build_scripts_are_not() {
        for arguments in [
            "--crate-name it crates/app/tests/it/main.rs --emit=dep-info,link --test",
            "--crate-name tisane_app crates/app/src/lib.rs --emit=dep-info,link --test",
            "--crate-name play examples/play.rs --crate-type bin --emit=dep-info,link",
            "--crate-name tisane crates/cli/src/main.rs --crate-type bin --emit=dep-info,link",
            "--crate-name build_script_build crates/server/build.rs --emit=dep-info,link",
            "-vV",
            "- --crate-name ___ --print=file-names",
        ] {
            assert_eq!(documented(arguments), None, "{arguments}");
        }
    }
}
