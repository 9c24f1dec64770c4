//! What a duel costs, as ratios in one run: `cargo bench --bench duel` measures with criterion and ends with a table;
//! `cargo bench --bench duel -- --table` prints the table alone.
//!
//! The work unit is a melee in contact with a counter on every activation: MOT 13, aptitude +6 (3 dice on target 7),
//! sword 12 against armour 3 and 5, STR 1 and STR 3. Ratios are against the plain loop in `plain.rs`, with the same
//! generator; machines are noisy, so trust the ratios only. A second table has a duel of every system. The table's first row is what it costs to open the dice of a
//! fight by its number, before any is rolled.

mod plain;

use criterion::{BatchSize, Criterion, Throughput};
use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::systems::Pairing;
use fairfight::umpire::{Budget, Dice, Lab, Sampler, Silent, Stream};
use plain::Plain;
use rand_pcg::Pcg64Mcg;
use serde_json::json;
use std::hint::black_box;
use std::time::{Duration, Instant};

const FIGHTS: u64 = 4_096;
const DICE: u64 = 4_096;

fn pairing(str: u32) -> Pairing {
    let side = |armour: i32| {
        Node::from_json(&json!({
            "mot": 13, "phy": 13, "wil": 13, "str": str, "aptitudes": {"ohs": 6}, "weapons": ["sword"],
            "armour": {"base": armour},
        }))
    };
    let situation = Node::from_json(&json!({"gap": 0, "initiative": "a"}));
    let book = Library::new()
        .book("allesfezs", None)
        .expect("built-in rules");
    book.pair(&side(3), &side(5), Some(&situation))
        .expect("legal builds")
}

fn sides() -> [Plain; 2] {
    [3, 5].map(|armour| Plain {
        dice: 3,
        target: 7,
        damage: 12,
        armour,
    })
}

/// The plain loop and the sampler fight the same duel: both agree with the exact answer.
fn check(str: u32) {
    let pairing = pairing(str);
    let mut lab = Lab::new();
    let exact = pairing
        .fight
        .solve(&mut lab, Budget::default())
        .expect("a small duel");
    let n = 400_000;
    let mut rng = Pcg64Mcg::new(9);
    let wins = (0..n)
        .filter(|_| plain::fight(&mut rng, sides(), str) > 0)
        .count() as f64;
    let error = (exact.win[0] * (1.0 - exact.win[0]) * f64::from(n)).sqrt();
    let z = (wins - exact.win[0] * f64::from(n)) / error;
    assert!(z.abs() < 5.0, "the plain loop fights another duel: z {z}");
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dice");
    group.throughput(Throughput::Elements(DICE));
    group.bench_function("one by one", |b| {
        let mut dice = Sampler::new(Stream::new(1, "dice"), 0, Silent);
        b.iter(|| (0..DICE).map(|_| dice.die(20)).sum::<u32>());
    });
    group.bench_function("counted", |b| {
        let mut dice = Sampler::new(Stream::new(1, "dice"), 0, Silent);
        b.iter(|| {
            (0..DICE / 4)
                .map(|_| dice.count(4, 20, black_box(7)))
                .sum::<u32>()
        });
    });
    group.bench_function("random_range", |b| {
        use rand::RngExt;
        let mut rng = Pcg64Mcg::new(1);
        b.iter(|| (0..DICE).map(|_| rng.random_range(1..=20u32)).sum::<u32>());
    });
    group.finish();
    let mut group = criterion.benchmark_group("stream");
    group.bench_function("open a fight", |b| {
        let stream = Stream::new(1, "open");
        let mut dice = Sampler::new(stream, 0, Silent);
        let mut fight = 0;
        b.iter(|| {
            fight += 1;
            dice.open(stream, fight);
            dice.die(20)
        });
    });
    group.finish();
    for str in [1, 3] {
        let pairing = pairing(str);
        let mut group = criterion.benchmark_group(format!("melee STR {str}"));
        group.throughput(Throughput::Elements(FIGHTS));
        group.bench_function("plain loop", |b| {
            let mut rng = Pcg64Mcg::new(1);
            let sides = black_box(sides());
            b.iter(|| {
                (0..FIGHTS)
                    .map(|_| plain::fight(&mut rng, sides, str))
                    .sum::<i32>()
            });
        });
        group.bench_function("sampler", |b| {
            let mut lab = Lab::new();
            let stream = Stream::new(1, &pairing.label);
            let mut at = 0;
            b.iter(|| {
                at += FIGHTS;
                pairing.fight.sample(&mut lab, stream, at..at + FIGHTS)
            });
        });
        group.throughput(Throughput::Elements(1));
        group.bench_function("exact, warm", |b| {
            let mut lab = Lab::new();
            b.iter(|| pairing.fight.solve(&mut lab, Budget::default()));
        });
        group.bench_function("exact, cold", |b| {
            b.iter_batched_ref(
                Lab::new,
                |lab| pairing.fight.solve(lab, Budget::default()),
                BatchSize::SmallInput,
            );
        });
        group.finish();
    }
}

/// Times each piece of work in turn, again and again, so that a noisy moment falls on all alike; gives medians in
/// nanoseconds.
fn interleaved(work: &mut [Box<dyn FnMut() + '_>]) -> Vec<f64> {
    const ROUNDS: usize = 61;
    let mut times = vec![Vec::with_capacity(ROUNDS); work.len()];
    for _ in 0..ROUNDS {
        for (piece, times) in work.iter_mut().zip(&mut times) {
            let start = Instant::now();
            piece();
            times.push(start.elapsed().as_nanos() as f64);
        }
    }
    times
        .into_iter()
        .map(|mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        })
        .collect()
}

/// The table of ratios: everything interleaved in one run.
fn table() {
    const OPENED: u64 = 16_384;
    let stream = Stream::new(1, "open");
    let mut dice = Sampler::new(stream, 0, Silent);
    let open = interleaved(&mut [Box::new(|| {
        for fight in 0..OPENED {
            dice.open(stream, black_box(fight));
            black_box(&mut dice);
        }
    })]);
    println!("\n| melee in contact | ns a fight | x plain loop |\n|---|---|---|");
    println!(
        "| opening a fight's dice | {:.1} | |",
        open[0] / OPENED as f64
    );
    const EXACT: u64 = 64;
    for str in [1, 3] {
        let pairing = pairing(str);
        let stream = Stream::new(1, &pairing.label);
        let (mut lab, mut warm) = (Lab::new(), Lab::new());
        let mut rng = Pcg64Mcg::new(1);
        let sides = black_box(sides());
        let times = interleaved(&mut [
            Box::new(|| {
                black_box(
                    (0..FIGHTS)
                        .map(|_| plain::fight(&mut rng, sides, str))
                        .sum::<i32>(),
                );
            }),
            Box::new(|| {
                black_box(pairing.fight.sample(&mut lab, stream, 0..FIGHTS)).ok();
            }),
            Box::new(|| {
                for _ in 0..EXACT {
                    black_box(pairing.fight.solve(&mut warm, Budget::default())).ok();
                }
            }),
            Box::new(|| {
                black_box(pairing.fight.solve(&mut Lab::new(), Budget::default())).ok();
            }),
        ]);
        let plain = times[0] / FIGHTS as f64;
        let sampler = times[1] / FIGHTS as f64;
        println!("| STR {str}, plain loop (`benches/plain.rs`) | {plain:.1} | 1 |");
        println!(
            "| STR {str}, sampler | {sampler:.1} | {:.2} |",
            plain / sampler
        );
        for (name, ns) in [("warm", times[2] / EXACT as f64), ("cold", times[3])] {
            println!(
                "| STR {str}, exact, {name} | {:.2} us in all | as {:.0} plain fights |",
                ns / 1e3,
                ns / plain
            );
        }
    }
}

/// One duel of every system, between its first two named builds: the sampler and the exact answer.
fn systems() {
    println!(
        "\n| system | duel | sampled, fights a second | exact, warm | states |\n|---|---|---|---|---|"
    );
    for system in fairfight::systems::all() {
        let book = Library::new()
            .book(system.id(), None)
            .expect("built-in rules");
        let builds = book.builds();
        let side = |at: usize| Node::text(&builds[at].id);
        let pairing = book.pair(&side(0), &side(1), None).expect("legal builds");
        let mut lab = Lab::new();
        let stream = Stream::new(1, &pairing.label);
        let time = |work: &mut dyn FnMut()| {
            work();
            let begun = Instant::now();
            let mut rounds = 0;
            while begun.elapsed() < Duration::from_millis(400) {
                work();
                rounds += 1;
            }
            begun.elapsed().as_secs_f64() / f64::from(rounds)
        };
        let sampled = time(&mut || {
            black_box(pairing.fight.sample(&mut lab, stream, 0..FIGHTS)).ok();
        });
        let solved = pairing.fight.solve(&mut lab, Budget::default());
        let exact = match &solved {
            Ok(_) => {
                let seconds = time(&mut || {
                    black_box(pairing.fight.solve(&mut lab, Budget::default())).ok();
                });
                format!("{:.3} ms", seconds * 1e3)
            }
            Err(_) => "too big".to_owned(),
        };
        println!(
            "| {} | {} | {:.2} M | {exact} | {} |",
            system.id(),
            pairing.label,
            FIGHTS as f64 / sampled / 1e6,
            solved.map_or(0, |outcome| outcome.states),
        );
    }
}

fn main() {
    check(1);
    check(3);
    if std::env::args().any(|arg| arg == "--table") {
        table();
        return systems();
    }
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40)
        .configure_from_args();
    benches(&mut criterion);
    criterion.final_summary();
    table();
    systems();
}
