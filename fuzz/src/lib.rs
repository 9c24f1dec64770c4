//! The checks of the fuzz targets. They live with the ordinary tests, which feed them every file of `seeds/` on stable
//! Rust; so an input that once broke something keeps being tried.

#[path = "../../tests/suite/fuzz_seeds.rs"]
pub mod checks;
