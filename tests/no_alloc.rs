//! The sampler's inner loop allocates nothing: a block of twenty thousand whole duels allocates exactly as often as a
//! block of one.

use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::systems::Rulebook;
use fairfight::umpire::{Lab, Stream};
use serde_json::{Value, json};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations while working.
fn count(work: impl FnOnce()) -> u64 {
    let before = COUNT.with(Cell::get);
    work();
    COUNT.with(Cell::get) - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(count(|| drop(vec![1, 2, 3])), 1);
    assert_eq!(count(|| ()), 0);
}

#[test]
fn whole_duels_allocate_nothing() {
    let named = |name: &str| json!(name);
    let like = |name: &str, react: &str, second: &str| json!({"like": name, "policy": {"react": react, "second": second}});
    let pairs: Vec<(Value, Value)> = vec![
        (named("knight"), named("huscarl")),
        (named("musketeer"), named("longbowman")),
        (named("trench_raider"), named("legionary")),
        (named("frontiersman"), named("storm_mage")),
        (named("javelineer"), named("ogre")),
        (
            like("duellist", "best", "informed"),
            like("captain", "best", "informed"),
        ),
        (
            like("knight", "optimal", "commit"),
            like("hoplite", "optimal", "informed"),
        ),
    ];
    allocate_nothing("allesfezs", pairs);
}

#[test]
fn whole_duels_of_fighters_allocate_nothing() {
    let named = |a: &str, b: &str| (json!(a), json!(b));
    let eager = json!({"like": "mauler", "policy": {"recover": "eager"}});
    let pairs = vec![
        named("fencer", "longswordsman"),
        named("archer", "huscarl"),
        (eager, json!("bludgeoner")),
    ];
    allocate_nothing("fighters", pairs);
}

#[test]
fn whole_core_concepts_duels_allocate_nothing() {
    let solved = json!({"like": "fencer", "policy": {"split": "solved"}});
    let mixing = |melee: i64, weapon: &str| {
        json!({"melee": melee, "ballistics": 2, "toughness": 3, "agility": 3, "melee_weapon": weapon,
            "policy": {"split": "optimal"}})
    };
    let pairs = vec![
        (json!("mortal-sword"), json!("mortal-spear")),
        (json!("captain"), json!("gunslinger")),
        (json!("hero"), json!("skirmisher")),
        (mixing(5, "sword"), mixing(8, "spear")),
        (solved.clone(), solved),
    ];
    allocate_nothing("core-concepts", pairs);
}

#[test]
fn whole_duels_of_emlia_allocate_nothing() {
    let named = |a: &str, b: &str| (json!(a), json!(b));
    let pairs = vec![
        named("cavemen", "archers"),
        named("pikes", "giant"),
        named("riders", "crossbows"),
        named("commandos", "swordsmen"),
    ];
    allocate_nothing("emlia", pairs);
}

fn allocate_nothing(system: &str, pairs: Vec<(Value, Value)>) {
    let book = Library::new().book(system, None).expect("the rules");
    for (a, b) in pairs {
        allocates_nothing(book.as_ref(), &a, &b, &json!({}));
    }
}

#[test]
fn whole_duels_of_oracle_allocate_nothing() {
    let set = Node::from_json(
        &json!({"types.heavy.faces": [], "types.artillery.faces": [2, 4, 6],
        "types.assault.faces": [], "types.support.faces": []}),
    );
    // A file in which the faces of a Type are scattered, too.
    for set in [None, Some(&set)] {
        let book = Library::new().book("oracle", set).expect("the rules");
        for (a, b, situation) in [
            ("scout", "archer", json!({})),
            ("pikeman", "sniper", json!({"gap": 40, "a_view": "both"})),
            ("guard", "captain", json!({"na": 6, "nb": 5})),
            (
                "archer",
                "mortar",
                json!({"na": 90, "nb": 100, "rounds": 3}),
            ),
        ] {
            allocates_nothing(book.as_ref(), &json!(a), &json!(b), &situation);
        }
    }
}

#[test]
fn whole_duels_of_exoshift_allocate_nothing() {
    let set = Node::from_json(&json!({"out": "incapacitated", "quality_save": "test"}));
    for set in [None, Some(&set)] {
        let book = Library::new().book("exoshift", set).expect("the rules");
        for (a, b, situation) in [
            ("line-infantry", "rifleman", json!({})),
            (
                "stormtrooper",
                "gunner",
                json!({"a_cp": 2, "b_cp": 3, "gap": 14}),
            ),
            (
                "officer",
                "conscript",
                json!({"b_cp": 2, "a_situation": {"cover": "light", "hunkered": true}}),
            ),
        ] {
            allocates_nothing(book.as_ref(), &json!(a), &json!(b), &situation);
        }
    }
}

/// Law 10 of skirmishes: 100 against 100 and 10 against 10, with every kind of unit, on crowded ground.
#[test]
fn whole_skirmishes_of_allesfezs_allocate_nothing() {
    use fairfight::systems::skirmish::{
        Army, CapResult, Deployment, Field, First, Mission, Order, Unit,
    };
    use fairfight::table::{INCH, Objective, Point, Shape, Table, Usual, named};
    use std::sync::Arc;
    let book = Library::new().book("allesfezs", None).expect("the rules");
    let ids: Vec<String> = book.builds().into_iter().map(|card| card.id).collect();
    let recruit = |id: &String| book.recruit(&Node::text(id), "a").expect("a build");
    let recruits: Vec<_> = ids.iter().take(20).map(recruit).collect();
    let three = [18, 36, 54].map(|x| Objective {
        name: x.to_string(),
        shape: Shape::circle(Point::inches(x, 36), 60),
    });
    for (each, policy, table, mission) in [
        (5, "aggressive", "open", Mission::Attrition),
        (1, "cautious", "dense", Mission::Attrition),
        (5, "cautious", "standard", Mission::Attrition),
        (5, "aggressive", "standard", Mission::Hold),
        (2, "cautious", "dense", Mission::Hold),
    ] {
        let army = |path: &str| Army {
            units: recruits
                .iter()
                .map(|recruit| Unit::new(recruit, each))
                .collect(),
            policy: policy.to_owned(),
            name: path.to_owned(),
            label: path.to_owned(),
            node: None,
            path: path.to_owned(),
        };
        let plan = named(table, &Usual::inches(72, 72, 12))
            .expect("a table")
            .expect("well made");
        let field = Field {
            table: Arc::new(Table::new(plan, &[60, 240]).with_objectives(three.to_vec())),
            deployment: Deployment::Line,
            zone_depth: 12 * INCH as i16,
            mission,
            cap: 12,
            cap_result: CapResult::Points,
            swap: true,
            first: First::Even,
            order: Order::Near,
            label: table.to_owned(),
            words: table.to_owned(),
            path: "field".to_owned(),
        };
        let pairing = book
            .field([&army("a"), &army("b")], &field, None)
            .expect("armies on a field");
        let stream = Stream::new(1, &pairing.label);
        let mut lab = Lab::new();
        // Laws that policies ask for, and the room of a fight, are made once.
        pairing
            .fight
            .sample(&mut lab, stream, 0..12)
            .expect("fights");
        let one = count(|| drop(pairing.fight.sample(&mut lab, stream, 0..1)));
        let many = count(|| drop(pairing.fight.sample(&mut lab, stream, 0..12)));
        assert_eq!(one, many, "{each} of each on {table}, {policy}");
    }
}

/// Many fights allocate as often as one.
fn allocates_nothing(book: &dyn Rulebook, a: &Value, b: &Value, situation: &Value) {
    let node = Node::from_json;
    let pairing = book
        .pair(&node(a), &node(b), Some(&node(situation)))
        .expect("legal builds");
    let stream = Stream::new(1, &pairing.label);
    let mut lab = Lab::new();
    let fights = 20_000;
    // Laws that policies ask for, and the book of those that look ahead, are worked out once.
    pairing
        .fight
        .sample(&mut lab, stream, 0..fights)
        .expect("small duels");
    let one = count(|| drop(pairing.fight.sample(&mut lab, stream, 0..1)));
    let many = count(|| drop(pairing.fight.sample(&mut lab, stream, 0..fights)));
    assert_eq!(
        one,
        many,
        "{a} against {b}: {} allocations in {fights} fights",
        many - one
    );
}

/// Law 10 of docs/skirmish.md, for the table itself: every question of a fight of 100 v 100, sixteen rounds long.
#[test]
fn no_question_to_the_table_allocates() {
    use fairfight::table::{
        BASE, Board, Body, Disc, Goal, INCH, PieceSet, TALL, Table, Thing, Usual, Veil, Ways,
        members, named,
    };
    let plan = named("dense", &Usual::inches(72, 72, 12)).expect("a name");
    let table = Table::new(plan.expect("a sound table"), &[BASE]);
    let ways = Ways::usual(&table);
    let mut image = Board::new();
    for side in [0, 1] {
        let places = table.deploy_line(side, &[BASE; 100], INCH, ways.barred);
        for at in places.expect("room for a hundred") {
            image.add(side, Body::new(Disc::new(at, BASE), 0, TALL));
        }
    }
    let mut board = image;
    let (mut walked, mut seen, mut things) = (0, 0, 0);
    let allocated = count(|| {
        board.reset(&image);
        for round in 0..16 {
            let side = round % 2;
            for i in 0..100 {
                let base = board.disc(side, i);
                let Some((near, _)) = board.nearest_foe(side, i) else {
                    continue;
                };
                let order = board.near_first(base, 1 - side, board.alive(1 - side));
                let foe = order.iter().nth(i % 100).unwrap_or(near);
                let (me, other) = (board.body(side, i), board.body(1 - side, foe));
                seen += usize::from(board.sees(&table, Veil::LIMIT, side, i, foe));
                seen += usize::from(
                    table
                        .view(&me, &other, Veil::THROUGH, PieceSet::ALL)
                        .hidden
                        .half(),
                );
                let bodies = members(board.alive(side)).map(|j| (j, board.body(side, j)));
                let in_the_way =
                    table.obstacles(&me, &other, PieceSet::ALL, bodies, table.frame(side));
                things += in_the_way
                    .filter(|it| matches!(it.thing, Thing::Body(_)))
                    .count();
                let mover = table.mover(BASE, &ways, table.frame(side));
                let around = board.around(side, i);
                let target = board.disc(1 - side, foe);
                let walk = match i % 4 {
                    0 => {
                        let foes = board.discs(1 - side, board.alive(1 - side));
                        table.away(
                            &mover,
                            base.at,
                            board.disc(1 - side, near),
                            foes,
                            600,
                            &around,
                        )
                    }
                    1 => table.push(&mover, base.at, target.at, 300, &around),
                    2 => match table.contact(&mover, base.at, target, 9000, &around) {
                        Some(walk) => walk,
                        None => table.path(
                            &mover,
                            base.at,
                            Goal::base(target, BASE, 0),
                            720,
                            &around,
                            true,
                        ),
                    },
                    _ => table.path(&mover, base.at, Goal::place(target.at), 720, &around, false),
                };
                walked += walk.inches().count();
                board.place(
                    side,
                    i,
                    walk.end(),
                    table.ground(walk.end(), PieceSet::NONE),
                );
            }
        }
    });
    assert_eq!(allocated, 0);
    assert!(
        walked > 5000 && seen > 500 && things > 1000,
        "{walked} {seen} {things}"
    );
}
