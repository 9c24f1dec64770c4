//! What a run costs: `cargo bench --bench run` prints a table. Ratios are taken in one run, interleaved; machines are
//! noisy, so trust the ratios.
//!
//! - fights a second for `melee` sampled, on one thread and on two
//! - a grid of 10,000 match-ups, worked out and sampled with 10,000 fights each
//! - a million rows of results: from findings on disk to `matchups.csv` and `builds.csv`
//! - peak memory of the command at 10,000 and at 1,000,000 match-ups (Linux)

use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::report::publish;
use fairfight::run::{Journal, Measure, Pages, Parts, Shard, Unwatched, run, settle};
use fairfight::scenario::{Changes, Effort, Plan, Scenario};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A grid of `n` by `n` builds, cross.
fn square(n: usize) -> String {
    // 4 weapons x 5 armours x MOT and PHY steps: enough for 1,000 builds a side.
    let list = |name: &str, mov: usize| {
        format!(
            "[lists.{name}]\nkeys = {{ wil = 14, mov = {mov} }}\naxes = {{ weapon = [\"club\", \"sword\", \"spear\", \"longsword\"], armour = [\"none\", \"leather\", \"metal\", \"full_plate\", \"kevlar\"], mot = {:?}, phy = [10, 11, 12, 13, 14] }}\nname = \"{name} {{weapon}} {{armour}} {{mot}} {{phy}}\"\n",
            (0..n / 100).map(|k| 8 + k).collect::<Vec<_>>()
        )
    };
    format!(
        "{}{}[pairing]\nkind = \"cross\"\na = \"x\"\nb = \"y\"\n[situations]\ngap = 0\n",
        list("x", 6),
        list("y", 7)
    )
}

fn plan(text: &str, sampling: Vec<(&'static str, Node)>) -> Plan {
    let mut scenario = Scenario::read("bench", "bench.toml", text, None).expect("a scenario");
    scenario.change(Changes {
        sampling,
        ..Changes::default()
    });
    Plan::new(&scenario, &mut Library::new()).expect("a plan")
}

fn fight(plan: &Plan, threads: usize) -> Duration {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = Pages::of(plan.len());
    let journal = Journal::open(
        folder.path(),
        &plan.fingerprint,
        Shard::WHOLE,
        pages,
        &plan.to_json(),
        true,
    )
    .expect("a journal");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    let begun = Instant::now();
    pool.install(|| {
        run(
            plan,
            Measure::Scores,
            Shard::WHOLE,
            pages,
            journal,
            &Unwatched,
        )
    })
    .expect("a run");
    begun.elapsed()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn threads() {
    let melee = fairfight::scenario::shipped()
        .into_iter()
        .find(|s| s.name == "melee")
        .expect("shipped");
    let trials = 20_000;
    let plan = plan(
        melee.text,
        vec![
            ("method", Node::text("sampled")),
            ("trials", Node::int(trials)),
        ],
    );
    let fights = plan.len() as f64 * trials as f64;
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        one.push(fight(&plan, 1).as_secs_f64());
        two.push(fight(&plan, 2).as_secs_f64());
    }
    let (one, two) = (median(one), median(two));
    println!(
        "| `melee` sampled, 1 thread | {:.1} M fights/s | 1 |",
        fights / one / 1e6
    );
    println!(
        "| `melee` sampled, 2 threads | {:.1} M fights/s | {:.2} |",
        fights / two / 1e6,
        one / two
    );
}

fn grid() {
    let text = square(100);
    let exact = plan(&text, vec![("method", Node::text("exact"))]);
    let sampled = plan(
        &text,
        vec![
            ("method", Node::text("sampled")),
            ("trials", Node::int(10_000)),
        ],
    );
    assert_eq!(exact.len(), 10_000);
    let exactly = median((0..5).map(|_| fight(&exact, 1).as_secs_f64()).collect());
    let counted = fight(&sampled, 1).as_secs_f64();
    println!("| 10,000 match-ups sampled, 10,000 fights each, 1 thread | {counted:.2} s | 1 |");
    println!(
        "| the same exact, 1 thread | {exactly:.3} s | {:.0} |",
        counted / exactly
    );
}

fn rows() {
    let text = square(1_000);
    let plan = plan(&text, vec![]);
    let matchup = plan.matchups(0..1).next().expect("a match-up");
    let finding = settle(&plan, &matchup, Effort::Trials(1), &Unwatched).expect("a finding");
    let folder = tempfile::tempdir().expect("a folder");
    let pages = Pages::of(plan.len());
    let mut journal = Journal::open(
        folder.path(),
        &plan.fingerprint,
        Shard::WHOLE,
        pages,
        &plan.to_json(),
        true,
    )
    .expect("a journal");
    let begun = Instant::now();
    for page in 0..pages.count() {
        let range = pages.range(page);
        let findings = vec![finding.clone(); (range.end - range.start) as usize];
        journal.append(page, &findings).expect("a page");
    }
    journal.finish().expect("the end");
    let written = begun.elapsed().as_secs_f64();
    let mut parts = Parts::open(folder.path(), &plan.fingerprint, 1, pages).expect("the parts");
    let begun = Instant::now();
    publish(&plan, &mut parts, folder.path(), None).expect("results");
    let published = begun.elapsed().as_secs_f64();
    println!("| {} findings to disk | {written:.2} s | |", plan.len());
    println!("| the same to `matchups.csv` and `builds.csv` | {published:.2} s | |");
}

/// The command's peak resident memory, in MiB, while it runs a scenario.
fn peak(text: &str) -> Option<(f64, f64)> {
    let folder = tempfile::tempdir().ok()?;
    std::fs::write(folder.path().join("s.toml"), text).ok()?;
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_fairfight"))
        .args(["run", "s.toml", "--quiet"])
        .current_dir(folder.path())
        .spawn()
        .ok()?;
    let status = format!("/proc/{}/status", child.id());
    let mut most = None;
    while child.try_wait().ok()?.is_none() {
        if let Ok(text) = std::fs::read_to_string(Path::new(&status)) {
            let line = text.lines().find(|line| line.starts_with("VmHWM:"));
            let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
            most = kib.or(most);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Some((most? / 1024.0, begun.elapsed().as_secs_f64()))
}

fn memory() {
    for (n, name) in [(100, "10,000"), (1_000, "1,000,000")] {
        match peak(&square(n)) {
            Some((mib, seconds)) => println!(
                "| peak memory, {name} match-ups exact ({seconds:.1} s) | {mib:.0} MiB | |"
            ),
            None => println!("| peak memory, {name} match-ups | cannot be measured here | |"),
        }
    }
}

fn main() {
    println!("\n| what | figure | ratio |\n|---|---|---|");
    threads();
    grid();
    rows();
    memory();
}
