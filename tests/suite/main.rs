//! The tests that use fairfight from outside: worked examples, agreement of exact and sampled, files, commands.

mod agreement;
mod bad_commands;
mod bad_input;
mod bad_rules;
mod core_concepts_agreement;
mod core_concepts_examples;
mod core_concepts_input;
mod core_concepts_plans;
mod core_concepts_rulings;
mod documents;
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
