//! fairfight: is it a fair fight for the points?
pub mod cli;
pub mod document;
pub mod query;
pub mod run;
pub mod stats;
pub mod systems;
pub mod umpire;
