//! Lines of `key=value` from a command line, read and put into a tree.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairfight_fuzz::checks::set_words(data));
