//! What several tests need.

use fairfight::query::{Library, answer_line};
use serde_json::{Value, json};

/// Asks one question of a fresh library.
pub fn ask(query: &Value) -> Value {
    ask_in(&mut Library::new(), query)
}

/// Asks one question.
pub fn ask_in(library: &mut Library, query: &Value) -> Value {
    serde_json::from_str(&answer_line(library, &query.to_string())).expect("an answer is JSON")
}

/// Asks, and expects an answer.
pub fn answer(query: &Value) -> Value {
    let answer = ask(query);
    assert_eq!(answer["ok"], json!(true), "{query}\n{answer}");
    answer
}

/// A duel's answer.
pub fn duel(a: &Value, b: &Value, situation: &Value, set: &Value) -> Value {
    answer(
        &json!({"rules": "allesfezs", "ask": "duel", "a": a, "b": b, "situation": situation, "set": set}),
    )
}

/// A number in an answer.
pub fn number(answer: &Value, key: &str) -> f64 {
    answer[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} in {answer}"))
}

/// Checks a value to the reference's 6 decimals.
#[track_caller]
pub fn six(what: &str, got: f64, expected: f64) {
    assert!(
        (got - expected).abs() <= 0.500_001e-6,
        "{what}: {got:.9}, the reference has {expected:.6}"
    );
}
