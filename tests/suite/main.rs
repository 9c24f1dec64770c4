//! The tests that use fairfight from outside: worked examples, agreement of exact and sampled, files, commands.

mod agreement;
mod documents;
mod helpers;
mod random;
mod stability;
mod worked_examples;
