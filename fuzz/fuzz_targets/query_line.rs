//! Any text as a line of `fairfight query`: one line of JSON comes back, whatever was asked.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairfight_fuzz::checks::query_line(data));
