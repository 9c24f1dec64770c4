//! The tests that use fairfight from outside: worked examples, agreement of exact and sampled, files, commands.

mod agreement;
mod bad_commands;
mod bad_input;
mod bad_rules;
mod coverage;
mod documents;
mod fuzz_seeds;
mod helpers;
mod oracle_examples;
mod oracle_input;
mod oracle_random;
mod oracle_rulings;
mod random;
mod rulings;
mod rulings_arms;
mod rulings_duel;
mod rulings_points;
mod rulings_policy;
mod runs;
mod runs_bytes;
mod scenario;
mod stability;
mod wide_turns;
mod worked_examples;
