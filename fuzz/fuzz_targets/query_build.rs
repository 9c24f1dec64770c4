//! Queries made of valid words by the bytes of the input, so that they get deep into duels and attacks: chances are
//! chances, and what can be worked out can be sampled.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairfight_fuzz::checks::query_build(data));
