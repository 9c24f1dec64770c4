//! The tests that use fairfight from outside: worked examples, agreement of exact and sampled, files, commands.

mod agreement;
mod bad_commands;
mod bad_input;
mod bad_rules;
mod documents;
mod fighters_agreement;
mod fighters_bad_input;
mod fighters_examples;
mod fighters_readings;
mod fighters_rulings;
mod fuzz_seeds;
mod helpers;
mod random;
mod rulings;
mod rulings_arms;
mod rulings_duel;
mod rulings_points;
mod rulings_policy;
mod stability;
mod worked_examples;
