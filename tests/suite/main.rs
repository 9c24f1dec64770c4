//! The tests that use fairfight from outside: worked examples, agreement of exact and sampled, files, commands.

mod agreement;
mod helpers;
mod random;
mod worked_examples;
