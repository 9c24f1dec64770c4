//! What may be typed. Help, man page and completions are all made from this.

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

/// Is it a fair fight for the points? Exact and sampled odds for tabletop wargame rules.
#[derive(Parser, Debug)]
#[command(
    name = "fairfight",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(
    after_help = "Begin with:  fairfight duel knight musketeer\n             fairfight run\n             fairfight rules show builds"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Fight every match-up of a scenario; write CSV files and a summary
    Run(RunArgs),
    /// Ratings, who dominates whom, the equilibrium mix, ladder or rock-paper-scissors
    Standings(StandingsArgs),
    /// What every build and item should cost, with proof, and a rules file that says so
    Price(PriceArgs),
    /// What one step of each attribute, skill and item does to a build, and what it is worth
    Weights(WeightsArgs),
    /// Join the parts of a run that was shared out with --shard
    Merge(MergeArgs),
    /// Which match-ups a rule change moved, against a committed baseline: for CI
    Check(CheckArgs),
    /// Which match-ups differ between two rules files, two toggles, or with and without a rule
    Compare(CompareArgs),
    /// List, print and check scenario files
    Scenario {
        #[command(subcommand)]
        action: ScenarioAction,
    },
    /// Who wins, how often: exact where it can be, else sampled
    Duel(DuelArgs),
    /// Every outcome of one attack, with its chance
    Odds(OddsArgs),
    /// Tell one fight in words: every roll, target and why; a skirmish also in pictures
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
pub struct RunArgs {
    /// Scenario files, or names of shipped ones (`fairfight scenario list`); left out: eras
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    #[command(flatten)]
    pub grid: GridArgs,
    /// Fight one part only: 3/16, or auto in a job array (auto/16 where the array does not say how many)
    #[arg(long, value_name = "I/N", conflicts_with = "dry_run")]
    pub shard: Option<String>,
    /// Go on with an unfinished run, and refuse to begin a new one (without it: go on if there is one)
    #[arg(long, conflicts_with = "fresh")]
    pub resume: bool,
    /// Begin anew, even if an unfinished run of the same is there
    #[arg(long)]
    pub fresh: bool,
    /// Say how large the grid is, how long it may take, and show its first rows; fight nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Run it although it has more than 10 million match-ups
    #[arg(long)]
    pub yes: bool,
}

#[derive(Args, Debug)]
pub struct StandingsArgs {
    /// A scenario file, or the name of a shipped one (`fairfight scenario list`)
    #[arg(value_name = "SCENARIO")]
    pub scenario: String,
    #[command(flatten)]
    pub grid: GridArgs,
}

#[derive(Args, Debug)]
pub struct PriceArgs {
    /// A scenario file, or the name of a shipped one (`fairfight scenario list`)
    #[arg(value_name = "SCENARIO")]
    pub scenario: String,
    /// What a fight for equal points is: duels rated against each other, or a fight of numbers (a relay of one fighter
    /// after another; in a scenario of skirmishes, a skirmish)
    #[arg(long, value_enum, default_value = "rating")]
    pub by: ByArg,
    /// How the new prices are rounded: to 1, to 5, or to numbers that people like (default: to 1, or finer if builds cost
    /// but a few points)
    #[arg(long, value_name = "1|5|preferred")]
    pub round: Option<String>,
    /// A price is as good as fair if it is off by no more than this part of it
    #[arg(long, value_name = "PART", default_value_t = 0.05)]
    pub tolerance: f64,
    #[command(flatten)]
    pub grid: GridArgs,
}

#[derive(Args, Debug)]
pub struct WeightsArgs {
    /// A named build, changes to one ("knight armour=leather"), or JSON
    #[arg(value_name = "BUILD")]
    pub build: String,
    /// Against whom, and in which situations: a scenario (left out: every named build of the rules)
    #[arg(long, value_name = "SCENARIO")]
    pub field: Option<String>,
    #[command(flatten)]
    pub grid: GridArgs,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByArg {
    /// Duels, rated by Bradley and Terry; what the points buy is measured in the field
    Rating,
    /// A relay: n of one against m of the other, one after another, the winner stays with what is left
    Force,
}

/// How the match-ups of a scenario are fought, and where the results go.
#[derive(Args, Debug, Clone)]
pub struct GridArgs {
    /// Other rules than the scenario's: a system's id, or the path of a rules file
    #[arg(long, value_name = "FILE|ID")]
    pub rules: Option<String>,
    /// Change a toggle (ties=active) or a cell (weapons.sword.damage=13); may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// How answers are found, whatever the scenario says
    #[arg(long, value_enum)]
    pub method: Option<RunMethod>,
    /// Fights of a sampled match-up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1_000_000_000_000))]
    pub trials: Option<i64>,
    /// Sample until the 95 % interval is at most this wide to either side, such as 0.005
    #[arg(long, value_name = "P", conflicts_with = "trials")]
    pub precision: Option<f64>,
    /// Where the dice come from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    pub seed: Option<i64>,
    /// Where results go (default: reports/SCENARIO; with several scenarios, a folder for their folders)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Threads to fight with (default: all cores); the results are the same with any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress, no summary: only errors
    #[arg(long, short)]
    pub quiet: bool,
    /// Print the results as JSON instead of the summary
    #[arg(long)]
    pub json: bool,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunMethod {
    /// Exact where that can be done within the budget, else sampled
    Auto,
    Exact,
    Sampled,
}

#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The folder that the parts share
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// No summary: only errors
    #[arg(long, short)]
    pub quiet: bool,
    /// Print what the run came to as JSON instead of the summary
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Scenario files, or names of shipped ones; left out: every baseline in reports/baselines
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// The baseline's folder (default: reports/baselines/SCENARIO)
    #[arg(long, value_name = "DIR")]
    pub against: Option<PathBuf>,
    /// Write the baseline, or bring it up to date: the results as they are now are as they should be
    #[arg(long, conflicts_with = "expect")]
    pub bless: bool,
    /// Other rules than the scenario's: a system's id, or the path of a rules file
    #[arg(long, value_name = "FILE|ID")]
    pub rules: Option<String>,
    /// Change a toggle (ties=active) or a cell (weapons.sword.damage=13); may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    #[command(flatten)]
    pub judging: JudgingArgs,
}

#[derive(Args, Debug)]
pub struct CompareArgs {
    /// A scenario file, or the name of a shipped one (`fairfight scenario list`)
    #[arg(value_name = "SCENARIO")]
    pub scenario: String,
    /// The old rules, and given a second time the new ones: a system's id, or a path. Given once, with nothing else
    /// changed: the new ones, against the scenario's own
    #[arg(long, value_name = "FILE|ID")]
    pub rules: Vec<String>,
    /// Change a toggle or a cell of the new rules; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Change a toggle or a cell of the old rules; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub old_set: Vec<String>,
    /// Take a rule out of the new rules: a toggle is switched off, a special rule taken from all that have it
    #[arg(long, value_name = "RULE")]
    pub knockout: Vec<String>,
    #[command(flatten)]
    pub judging: JudgingArgs,
}

/// How match-ups are judged, and how that is told.
#[derive(Args, Debug, Clone)]
pub struct JudgingArgs {
    /// Scores may move by this much and be the same
    #[arg(long, value_name = "P", default_value_t = 0.01)]
    pub tolerance: f64,
    /// The chance that anything is called changed although nothing is, over all match-ups together
    #[arg(long, value_name = "P", default_value_t = 0.01)]
    pub false_alarms: f64,
    /// Fights of a sampled match-up under each of the rules, before it is left undecided
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub budget: u64,
    /// Undecided is not good enough: exit code 1
    #[arg(long)]
    pub strict: bool,
    /// A file that lists the changes that are meant: exit code 0 if exactly those happened
    #[arg(long, value_name = "FILE")]
    pub expect: Option<String>,
    /// Same dice for old and new rules, or other ones (only to see what the same dice save)
    #[arg(long, value_enum, default_value_t = DiceArg::Common)]
    pub dice: DiceArg,
    /// How answers are found, whatever the scenario says
    #[arg(long, value_enum)]
    pub method: Option<RunMethod>,
    /// Fights of a sampled match-up in a baseline
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1_000_000_000_000))]
    pub trials: Option<i64>,
    /// Where the dice come from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    pub seed: Option<i64>,
    /// Threads to fight with (default: all cores); the verdicts are the same with any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
    /// Print JSON: short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Also write Markdown, for a comment on a pull request
    #[arg(long = "markdown", value_name = "FILE")]
    pub markdown_file: Option<PathBuf>,
    /// Also write JUnit XML
    #[arg(long = "junit", value_name = "FILE")]
    pub junit_file: Option<PathBuf>,
    /// Also write JSON
    #[arg(long = "json-file", value_name = "FILE")]
    pub json_file: Option<PathBuf>,
    /// Also print GitHub annotations
    #[arg(long)]
    pub annotate: bool,
    /// No progress, no text: only errors, the exit code, and what was asked for with --format
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceArg {
    Common,
    Independent,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatArg {
    /// For people, in a terminal
    Text,
    /// For a comment on a pull request
    Markdown,
    /// JUnit XML
    Junit,
    Json,
    /// GitHub annotations
    Github,
}

#[derive(Subcommand, Debug)]
pub enum ScenarioAction {
    /// The scenarios that are shipped, and what each asks
    List {
        /// Print as JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a shipped scenario, to be edited
    Export {
        /// Which one
        name: String,
    },
    /// Check scenario files against their rules: exit code 1 if one is wrong
    Check {
        /// The files, or names of shipped ones
        #[arg(value_name = "SCENARIO", required = true)]
        files: Vec<String>,
    },
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
    /// Tell a fight of this scenario's run: A and B are its builds, rules and seed its own
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["rules", "set"])]
    pub scenario: Option<String>,
    /// With a scenario that has variants: under which
    #[arg(long, value_name = "NAME", requires = "scenario")]
    pub variant: Option<String>,
    /// Where the dice come from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    pub seed: Option<i64>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Draw a skirmish: a picture a round into a folder, or all of them on one sheet if PATH ends in .svg
    #[arg(long, value_name = "PATH", requires = "scenario")]
    pub svg: Option<PathBuf>,
    /// Show a map of a skirmish at deployment and after every round
    #[arg(long, requires = "scenario")]
    pub map: bool,
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
    /// A scenario file
    Scenario,
    /// A build
    Build,
    /// A duel query
    Query,
    /// A file of expected changes, for `check --expect`
    Expect,
}
