//! What a skirmish costs: `cargo bench --bench skirmish` prints a table of fights per CPU-second, by size and table, with
//! the cost of an activation as a ratio to one of a duel in the same run. Machines are noisy: trust the ratios.

use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::systems::skirmish::{
    Army, CapResult, Deployment, Field, First, Mission, Order, Unit,
};
use fairfight::systems::{Pairing, Rulebook};
use fairfight::table::{INCH, Table, Usual, named};
use fairfight::umpire::{Event, Lab, Stream};
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

/// A quarter of each army is for close quarters.
const A: [&str; 4] = ["infantryman", "frontiersman", "infantryman", "huscarl"];
const B: [&str; 4] = ["frontiersman", "infantryman", "infantryman", "knight"];

/// A table of 48 inches; with 100 a side, 72 by 48.
fn table(name: &str, size: u32) -> Arc<Table> {
    let wide = if size > 90 { 72 } else { 48 };
    let plan = named(name, &Usual::inches(wide, 48, 8))
        .expect("a named table")
        .expect("which is well made");
    Arc::new(Table::new(plan, &[60, 240]))
}

fn field(
    book: &dyn Rulebook,
    names: [&[&str]; 2],
    size: u32,
    on: &str,
    deployment: Deployment,
) -> Pairing {
    let node = |name: &str| Node::from_json(&json!(name));
    let recruits = names.map(|names| -> Vec<_> {
        let recruit = |name: &&str| book.recruit(&node(name), "a").expect("a build");
        names.iter().map(recruit).collect()
    });
    let army = |side: usize| {
        let kinds = recruits[side].len() as u32;
        let units = recruits[side].iter().enumerate().map(|(at, recruit)| {
            let extra = u32::from((at as u32) < size % kinds);
            Unit::new(recruit, size / kinds + extra)
        });
        Army {
            units: units.collect(),
            policy: "aggressive".to_owned(),
            name: ["A", "B"][side].to_owned(),
            label: names[side].join(","),
            node: None,
            path: ["a", "b"][side].to_owned(),
        }
    };
    let field = Field {
        table: table(on, size),
        deployment,
        zone_depth: 8 * INCH as i16,
        mission: Mission::Attrition,
        cap: 12,
        cap_result: CapResult::Draw,
        swap: true,
        first: First::Even,
        order: Order::Near,
        label: on.to_owned(),
        words: on.to_owned(),
        path: "field".to_owned(),
    };
    book.field([&army(0), &army(1)], &field, None)
        .expect("armies on a field")
}

/// Seconds this thread has had of a CPU; of the clock on the wall where the system does not say.
fn cpu() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(
        || START.get_or_init(Instant::now).elapsed().as_secs_f64(),
        |nanos| nanos * 1e-9,
    )
}

/// Seconds a fight, the least of several runs.
fn time(pairing: &Pairing, lab: &mut Lab) -> f64 {
    let stream = Stream::new(1, &pairing.label);
    let run = |lab: &mut Lab, fights: u64| {
        let start = cpu();
        pairing
            .fight
            .sample(lab, stream, 0..fights)
            .expect("fights");
        (cpu() - start).max(1e-9) / fights as f64
    };
    // The clock of a thread is coarse: double until a run is long enough to tell.
    let mut fights = 4;
    loop {
        let one = run(lab, fights);
        if one * fights as f64 > 0.1 {
            break (0..4).map(|_| run(lab, fights)).fold(one, f64::min);
        }
        fights *= 2;
    }
}

/// Activations of a fight, on average.
fn activations(pairing: &Pairing, lab: &mut Lab) -> f64 {
    let stream = Stream::new(1, &pairing.label);
    let fights = 40;
    let count = (0..fights).map(|number| {
        let (_, events) = pairing.fight.tell(lab, stream, number).expect("a fight");
        events
            .iter()
            .filter(|event| matches!(event, Event::Heading(_)))
            .count()
    });
    count.sum::<usize>() as f64 / fights as f64
}

fn main() {
    let book = Library::new()
        .book("allesfezs", None)
        .expect("built-in rules");
    let mut lab = Lab::new();
    let node = |name: &str| Node::from_json(&json!(name));
    let situation = Node::from_json(&json!({"gap": 16, "cap": 12}));
    let duel = book
        .pair(
            &node("infantryman"),
            &node("frontiersman"),
            Some(&situation),
        )
        .expect("a duel");
    let (duel_time, duel_acts) = (time(&duel, &mut lab), activations(&duel, &mut lab));
    let duel_act = duel_time / duel_acts;
    println!(
        "| armies | table | fights per CPU-second | activations a fight | ns an activation | duel activations |"
    );
    println!("|---|---|--:|--:|--:|--:|");
    let row = |name: &str, on: &str, time: f64, acts: f64| {
        let act = time / acts;
        println!(
            "| {name} | {on} | {:.0} | {acts:.1} | {:.0} | {:.1} |",
            1.0 / time,
            act * 1e9,
            act / duel_act
        );
    };
    row("duel", "-", duel_time, duel_acts);
    let gap = Deployment::Gap(16 * INCH as i16);
    let one = field(
        book.as_ref(),
        [&["infantryman"], &["frontiersman"]],
        1,
        "open",
        gap,
    );
    let (t, acts) = (time(&one, &mut lab), activations(&one, &mut lab));
    row("1 v 1 at 16\"", "open", t, acts);
    for size in [5, 10, 20, 100] {
        for on in ["open", "standard", "dense"] {
            let pairing = field(book.as_ref(), [&A, &B], size, on, Deployment::Line);
            let (t, acts) = (time(&pairing, &mut lab), activations(&pairing, &mut lab));
            row(&format!("{size} v {size}"), on, t, acts);
        }
    }
}
