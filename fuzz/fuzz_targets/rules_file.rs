//! A text laid over the built-in rules: it reads or its problems render, and what reads can be fought and paid for.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairfight_fuzz::checks::rules_file(data));
