//! What may be typed. Help, man page and completions are all made from this.

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Is it a fair fight for the points? Exact and sampled odds for tabletop wargame rules.
#[derive(Parser, Debug)]
#[command(
    name = "fairfight",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(
    after_help = "Begin with:  fairfight duel knight musketeer\n             fairfight rules show builds"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Who wins, how often: exact where it can be, else sampled
    Duel(DuelArgs),
    /// Every outcome of one attack, with its chance
    Odds(OddsArgs),
    /// Tell one fight in words: every roll, target and why
    Replay(ReplayArgs),
    /// The bill of a build, item by item, and what is not legal about it
    Cost(CostArgs),
    /// Recompute every printed price, and say which reading of the formulas agrees
    Audit(AuditArgs),
    /// Answer JSON Lines on standard input: the interface for scripts
    Query(QueryArgs),
    /// List, show, export and check rules files
    Rules {
        #[command(subcommand)]
        action: RulesAction,
    },
    /// Print the JSON Schema of a kind of file, for editors
    Schema(SchemaArgs),
    /// Print shell completions
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// Which rules, with what changed.
#[derive(Args, Debug, Clone)]
pub struct RulesArgs {
    /// A system's id, or the path of a rules file
    #[arg(long, value_name = "FILE|ID", default_value = "allesfezs")]
    pub rules: String,
    /// Change a toggle (ties=active) or a cell (weapons.sword.damage=13); may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// Two sides.
#[derive(Args, Debug, Clone)]
pub struct Sides {
    /// The first side: a named build, changes to one ("knight armour=leather"), or JSON
    #[arg(value_name = "A")]
    pub a: String,
    /// The second side
    #[arg(value_name = "B")]
    pub b: String,
}

/// How to answer.
#[derive(Args, Debug, Clone)]
pub struct Sampling {
    /// Left out: exact where that can be done within the budget, else sampled
    #[arg(long, value_enum)]
    pub method: Option<MethodArg>,
    /// Fights of a sampled answer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1_000_000_000_000))]
    pub trials: Option<i64>,
    /// Half-width of the 95 % interval of a sampled answer, such as 0.005
    #[arg(long, value_name = "P", conflicts_with = "trials")]
    pub precision: Option<f64>,
    /// Where the dice come from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    pub seed: Option<i64>,
    /// Threads to sample with (default: all cores); the answer is the same with any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodArg {
    Exact,
    Sampled,
}

#[derive(Args, Debug)]
pub struct DuelArgs {
    #[command(flatten)]
    pub sides: Sides,
    /// The situation: gap=10 initiative=a
    #[arg(value_name = "KEY=VALUE")]
    pub situation: Vec<String>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub sampling: Sampling,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct OddsArgs {
    #[command(flatten)]
    pub sides: Sides,
    /// What the attack needs to know: gap=20 weapon=rifle reaction=dodge aim=true
    #[arg(value_name = "KEY=VALUE")]
    pub keys: Vec<String>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ReplayArgs {
    #[command(flatten)]
    pub sides: Sides,
    /// The situation: gap=10 initiative=a
    #[arg(value_name = "KEY=VALUE")]
    pub situation: Vec<String>,
    /// Which fight of the match-up: the one that a sampled duel counts under this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub fight: u64,
    /// Where the dice come from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    pub seed: Option<i64>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Print the events as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct CostArgs {
    /// A named build, changes to one ("knight armour=leather"), or JSON
    pub build: String,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct AuditArgs {
    /// A system's id, or the path of a rules file
    #[arg(value_name = "FILE|ID", default_value = "allesfezs")]
    pub rules: String,
    /// Change a toggle or a cell
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct QueryArgs {
    /// Threads to sample with (default: all cores); the answers are the same with any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Subcommand, Debug)]
pub enum RulesAction {
    /// The systems, and what each is
    List {
        /// Print as JSON
        #[arg(long)]
        json: bool,
    },
    /// A table of a rules file: builds, weapons, armours, ...
    Show {
        /// Which table; left out: all
        table: Option<String>,
        #[command(flatten)]
        rules: RulesArgs,
        /// Print as JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a built-in rules file, to be edited
    Export {
        /// Which system
        #[arg(default_value = "allesfezs")]
        system: String,
    },
    /// Check rules files: exit code 1 if one is wrong
    Check {
        /// The files
        #[arg(value_name = "FILE", required = true)]
        files: Vec<String>,
    },
}

#[derive(Args, Debug)]
pub struct SchemaArgs {
    /// Which kind of file
    #[arg(value_enum)]
    pub kind: SchemaKind,
    /// Of which system
    #[arg(long, default_value = "allesfezs")]
    pub system: String,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaKind {
    /// A rules file
    Rules,
    /// A build
    Build,
    /// A duel query
    Query,
}
