//! How many checks passed and failed, read from what test runners print.

use std::fmt;
use std::ops::AddAssign;

#[derive(Copy, Clone, Default, Eq, PartialEq, Debug)]
pub(super) struct Count {
    pub passed: usize,
    pub failed: usize,
}

impl Count {
    /// The count of a step. A step that doesn't count counts as one, and a step that fails has at
    /// least one failure.
    pub(super) fn of_step(success: bool, count: Option<Count>) -> Count {
        let count = count.unwrap_or(Count { passed: success.into(), failed: 0 });
        Count { failed: if success { count.failed } else { count.failed.max(1) }, ..count }
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed", self.passed)?;
        if self.failed > 0 {
            write!(f, ", {} failed", self.failed)?;
        }
        Ok(())
    }
}

/// For programs that print no counts.
pub(super) fn one(_: &str) -> Option<Count> {
    None
}

/// `Summary [ 1.2s] 41 tests run: 40 passed (1 slow), 1 failed, 0 skipped`
pub(super) fn nextest(output: &str) -> Option<Count> {
    let line = output.lines().rev().find(|line| line.trim_start().starts_with("Summary ["))?;
    let results = line.split_once("run:")?.1;
    let failed = number_before(results, "failed").unwrap_or(0)
        + number_before(results, "timed out").unwrap_or(0);
    Some(Count { passed: number_before(results, "passed").unwrap_or(0), failed })
}

/// `test result: ok. 12 passed; 0 failed; …`, once for each binary.
pub(super) fn libtest(output: &str) -> Option<Count> {
    let mut count = Count::default();
    for line in output.lines().filter(|line| line.starts_with("test result:")) {
        count.passed += number_before(line, "passed").unwrap_or(0);
        count.failed += number_before(line, "failed").unwrap_or(0);
    }
    Some(count)
}

/// `Tests  1 failed | 120 passed (121)`
pub(super) fn vitest(output: &str) -> Option<Count> {
    let line = output.lines().rev().find(|line| line.trim_start().starts_with("Tests  "))?;
    Some(Count {
        passed: number_before(line, "passed").unwrap_or(0),
        failed: number_before(line, "failed").unwrap_or(0),
    })
}

/// 3 for `3 failed`.
fn number_before(text: &str, word: &str) -> Option<usize> {
    let before = text.split_once(&format!(" {word}"))?.0;
    before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(passed: usize, failed: usize) -> Option<Count> {
        Some(Count { passed, failed })
    }

    #[test]
    fn reads_nextest() {
        let line = "     Summary [   1.2s] 41 tests run: 40 passed (1 slow), 1 failed, 0 skipped";
        assert_eq!(nextest(line), count(40, 1));
        let line = "     Summary [   1.2s] 3 tests run: 3 passed, 2 skipped\n";
        assert_eq!(nextest(line), count(3, 0));
        assert_eq!(nextest("error: could not compile"), None);
    }

    #[test]
    fn reads_libtest() {
        let lines = "test result: ok. 12 passed; 0 failed; 0 ignored\n\
                     test result: FAILED. 1 passed; 2 failed;";
        assert_eq!(libtest(lines), count(13, 2));
    }

    #[test]
    fn reads_vitest() {
        let lines = " Test Files  8 passed (8)\n      Tests  1 failed | 120 passed (121)\n";
        assert_eq!(vitest(lines), count(120, 1));
    }

    #[test]
    fn a_failed_step_never_counts_as_passed() {
        assert_eq!(Count::of_step(false, None), Count { passed: 0, failed: 1 });
        assert_eq!(
            Count::of_step(false, Some(Count { passed: 5, failed: 0 })),
            Count { passed: 5, failed: 1 }
        );
        assert_eq!(Count::of_step(true, None), Count { passed: 1, failed: 0 });
    }
}
