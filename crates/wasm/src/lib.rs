//! The engine in the browser, in a worker of the page.
//!
//! There is no generated glue: bytes go through the module's memory. The page reserves memory with
//! [`input`], writes there, and calls [`load`] or [`ask`], which return the length of the answer.
//! The answer is at [`answer`] until the next call. It is JSON: `{"ok": …}`, or `{"error": …}` with
//! an `ErrorView`. Interim results go to the function `progress`, which the page imports.

// Exported names need an unsafe attribute, and the page's function is foreign code. A module has no
// other interface.
#![allow(unsafe_code)]

pub mod browser;

use std::cell::RefCell;

use browser::Browser;

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

#[derive(Default)]
struct State {
    input: Vec<u8>,
    answer: Vec<u8>,
    browser: Browser,
}

/// Reserves this many bytes and returns their address.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.input.clear();
        state.input.resize(len, 0);
        state.input.as_mut_ptr()
    })
}

/// Opens a game. The input is the ruleset's name, then the bytes of a lexicon and of a model; both
/// may be empty.
#[unsafe(no_mangle)]
pub extern "C" fn load(ruleset: usize, lexicon: usize) -> usize {
    respond(|browser, input| {
        let (ruleset, rest) = input.split_at(ruleset.min(input.len()));
        let (lexicon, model) = rest.split_at(lexicon.min(rest.len()));
        browser.load(ruleset, lexicon, model)
    })
}

/// Answers the question in the input.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    respond(|browser, input| browser.ask(input, &mut tell))
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}

#[cfg(target_family = "wasm")]
fn tell(text: &str) {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        fn progress(text: *const u8, len: usize);
    }
    // The page copies the text before it returns.
    unsafe { progress(text.as_ptr(), text.len()) }
}

/// There is no page outside a browser.
#[cfg(not(target_family = "wasm"))]
fn tell(_: &str) {}

fn respond(work: impl FnOnce(&mut Browser, &[u8]) -> String) -> usize {
    STATE.with_borrow_mut(|state| {
        let input = std::mem::take(&mut state.input);
        state.answer = work(&mut state.browser, &input).into_bytes();
        state.answer.len()
    })
}
