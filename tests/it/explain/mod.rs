//! The explain pages: their form, and their examples run through the program.
//!
//! A code is either run (its failing example raises exactly it, the repaired one nothing) or listed
//! in [`pending::PENDING`] with the part that will emit it. A part that makes its codes real
//! removes their rows.

mod environment;
mod page;
mod pending;
mod run;

use trellis::contract::Code;
use trellis::contract::explain::page as text_of;

use page::Page;

#[test]
fn every_page_has_the_form() {
    let mut faults = Vec::new();
    for code in Code::ALL {
        if let Err(fault) = Page::parse(code.as_str(), text_of(*code)) {
            faults.push(format!("registry/explain/{code}.md: {fault}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_registered_code_is_raised_by_an_example_or_by_a_named_test() {
    let waiting: Vec<&str> = pending::PENDING.iter().map(|(code, _)| *code).collect();
    assert!(waiting.is_empty(), "nothing raises {waiting:?}");
    // What is not listed here is raised by its page: see the test that runs the examples.
    for (code, ..) in pending::ELSEWHERE {
        assert!(Code::parse(code).is_some(), "`{code}` is not registered");
    }
}

#[test]
fn codes_that_examples_only_tell_of_are_raised_by_a_named_test() {
    for (code, file, test) in pending::ELSEWHERE {
        let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let from = text.find(&format!("fn {test}()"));
        let body = &text[from.unwrap_or_else(|| panic!("{file} has no test {test}"))..];
        let end = body.find("\n}\n").expect("the test ends");
        assert!(body[..end].contains(&format!("\"{code}\"")), "{test} does not name {code}");
    }
}

#[test]
fn examples_raise_exactly_their_code_and_repaired_ones_none() {
    let mut faults = Vec::new();
    for code in Code::ALL {
        let is_told = pending::ELSEWHERE.iter().any(|(told, ..)| *told == code.as_str());
        let is_pending = pending::PENDING.iter().any(|(pending, _)| *pending == code.as_str());
        if is_told || is_pending {
            continue;
        }
        let page = match Page::parse(code.as_str(), text_of(*code)) {
            Ok(page) => page,
            Err(fault) => {
                faults.push(format!("{code}: {fault}"));
                continue;
            }
        };
        match run::codes(*code, &page.failing) {
            Ok(found) if found == [code.as_str()] => {}
            Ok(found) => faults.push(format!("{code}: the failing example raises {found:?}")),
            Err(why) => faults.push(format!("{code}: the failing example does not run: {why}")),
        }
        match run::codes(*code, &page.repaired) {
            Ok(found) if found.is_empty() => {}
            Ok(found) => faults.push(format!("{code}: the repaired example raises {found:?}")),
            Err(why) => faults.push(format!("{code}: the repaired example does not run: {why}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
