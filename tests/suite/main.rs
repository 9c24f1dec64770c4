//! The tests that use fairfight from outside: worked examples, agreement of exact and sampled, files, commands.

mod helpers;
mod worked_examples;
