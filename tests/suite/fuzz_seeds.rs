//! What must hold for every input, however odd. The fuzz targets in `fuzz/` call these checks with bytes of their own
//! making; the tests below call them with the files in `fuzz/seeds`, so that an input that once broke something stays.

use fairfight::document::{Node, Problems, merge, read_set, read_toml, set_path};
use fairfight::query::{Library, answer_line};
use fairfight::systems::{Rulebook, System, find};
use fairfight::umpire::{Budget, Lab};
use serde_json::{Map, Value, json};
use std::cell::RefCell;

/// Rounding of sums of chances.
const NEAR: f64 = 1e-9;

// ---- query_line ----

/// Any text is answered with one line of JSON that says whether it is ok.
pub fn query_line(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        asked(&tamed(text));
    }
}

/// The same query with a rules file that is not there rather than one on disk, and without days of work.
fn tamed(text: &str) -> String {
    let Ok(Value::Object(mut query)) = serde_json::from_str::<Value>(text) else {
        return text.to_owned();
    };
    let plain = query.clone();
    match query.get_mut("rules") {
        Some(Value::String(rules)) if rules != "allesfezs" => {
            *rules = format!("no such folder/{rules}");
        }
        _ => {}
    }
    at_most(query.get_mut("trials"), 10_000);
    if let Some(cap) = query.get_mut("situation") {
        at_most(cap.get_mut("cap"), 200);
    }
    if let Some(Value::Object(set)) = query.get_mut("set") {
        for (key, value) in set {
            if key.contains("cap") {
                at_most(Some(value), 200);
            }
        }
    }
    if query.get("ask") == Some(&json!("duel")) {
        match query.get_mut("precision") {
            Some(precision) if precision.as_f64().is_some_and(|p| p > 0.0 && p < 0.02) => {
                *precision = json!(0.02);
            }
            Some(_) => {}
            None => {
                query.entry("trials").or_insert(json!(500));
            }
        }
    }
    if query == plain {
        // Byte for byte: keys written twice, spaces, escapes.
        return text.to_owned();
    }
    Value::Object(query).to_string()
}

/// Wraps a whole number above `most`.
fn at_most(value: Option<&mut Value>, most: u64) {
    if let Some(value) = value
        && let Some(n) = value
            .as_u64()
            .filter(|n| *n > most && *n <= 1_000_000_000_000)
    {
        *value = json!(1 + n % most);
    }
}

/// Asks, and checks what every answer has.
fn asked(line: &str) -> Value {
    thread_local! {
        static LIBRARY: RefCell<(Library, u32)> = RefCell::default();
    }
    let answer = LIBRARY.with_borrow_mut(|(library, asked)| {
        *asked += 1;
        if *asked % 64 == 0 {
            // It keeps the rules of every `set` that it was asked for.
            *library = Library::new();
        }
        answer_line(library, line)
    });
    assert!(!answer.contains('\n'), "more than a line: {answer}");
    let value: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    match value["ok"] {
        Value::Bool(true) => assert!(value.get("error").is_none(), "{answer}"),
        Value::Bool(false) => {
            let text = |key: &str| value["error"][key].as_str();
            assert!(
                text("message").is_some_and(|said| !said.is_empty()),
                "{answer}"
            );
            assert!(text("at").is_some(), "{answer}");
        }
        _ => panic!("not said whether ok: {answer}"),
    }
    value
}

// ---- query_build ----

/// A query from the bytes: chances are chances, and what is worked out can be sampled.
pub fn query_build(data: &[u8]) {
    let mut query = Chooser(data.iter()).query();
    let answer = asked(&query.to_string());
    if answer["ok"] != json!(true) {
        return;
    }
    if query["ask"] == json!("attack") {
        for key in [
            "success",
            "crit",
            "loss_plain",
            "loss_crit",
            "kill_defender",
            "kill_attacker",
            "kill_both",
        ] {
            chance(&query, &answer, &answer[key], key);
        }
        for key in ["survivors", "loss_defender", "loss_attacker"] {
            distribution(&query, &answer, key);
        }
        return;
    }
    chances_of_duel(&query, &answer);
    query["method"] = json!("sampled");
    query["trials"] = json!(50);
    let sampled = asked(&query.to_string());
    assert_eq!(sampled["ok"], json!(true), "{query}\n{sampled}");
    assert_eq!(sampled["trials"], json!(50), "{query}\n{sampled}");
    chances_of_duel(&query, &sampled);
    let count = |key: &str| sampled[key].as_u64().expect("a count");
    assert_eq!(count("wins_a") + count("wins_b") + count("draw_count"), 50);
}

fn chance(query: &Value, answer: &Value, value: &Value, key: &str) -> f64 {
    let p = value
        .as_f64()
        .unwrap_or_else(|| panic!("{key} is no number\n{query}\n{answer}"));
    assert!(
        (0.0..=1.0 + NEAR).contains(&p),
        "{key} is {p}\n{query}\n{answer}"
    );
    p
}

fn distribution(query: &Value, answer: &Value, key: &str) {
    let list = answer[key]
        .as_array()
        .unwrap_or_else(|| panic!("{key} is no list\n{query}\n{answer}"));
    let sum: f64 = list.iter().map(|p| chance(query, answer, p, key)).sum();
    assert!(
        (sum - 1.0).abs() < NEAR,
        "{key} sums to {sum}\n{query}\n{answer}"
    );
}

fn chances_of_duel(query: &Value, answer: &Value) {
    let of = |key: &str| chance(query, answer, &answer[key], key);
    let sum = of("win_a") + of("win_b") + of("draw");
    assert!((sum - 1.0).abs() < NEAR, "sums to {sum}\n{query}\n{answer}");
    let draws = answer["draws"].as_object().expect("draws");
    let draw: f64 = draws
        .values()
        .map(|p| chance(query, answer, p, "draws"))
        .sum();
    assert!((draw - of("draw")).abs() < NEAR, "{query}\n{answer}");
    for key in ["rounds", "left_a", "left_b"] {
        let list = answer[key].as_array().expect("a list");
        for p in list {
            chance(query, answer, p, key);
        }
    }
    let rounds = answer["mean_rounds"].as_f64().expect("a number");
    // The cap, or without one that of the rules.
    assert!(
        (0.0..=50.0 + NEAR).contains(&rounds),
        "{rounds} rounds\n{query}\n{answer}"
    );
}

const WEAPONS: &[&str] = &[
    "club",
    "pointy_stick",
    "javelin",
    "sword",
    "longsword",
    "spear",
    "bow",
    "poleaxe",
    "musket",
    "flintlock_pistol",
    "bolt_action_rifle",
    "repeater",
    "shotgun",
    "revolver",
    "pistol",
    "rifle",
    "machine_gun",
    "smg",
    "scoped_rifle",
    "hand_grenade",
    "early_tank_cannon",
    "assault_rifle",
    "marksman_rifle",
    "pdw",
    "sniper_rifle",
    "frag_grenade",
    "unarmed",
    "bolt:slash",
    "bolt:plasma",
    "blast:crush",
    "blast:ap",
    "beam:laser",
    "beam:bullet",
    "heal",
    "bolt",
    "nothing",
];
const SKILLS: &[&str] = &[
    "ohs",
    "finesse",
    "ths",
    "polearm",
    "contact",
    "thrown",
    "bows",
    "firearm",
    "magic",
    "agility",
    "leadership",
    "hooking",
    "stealth",
];
const ARMOURS: &[&str] = &[
    "none",
    "leather",
    "metal",
    "full_plate",
    "kevlar",
    "anti_bullet_shirt",
    "bt7",
];
const TYPES: &[&str] = &[
    "slash", "crush", "pierce", "bullet", "ap", "laser", "plasma",
];
const BUILDS: &[&str] = &[
    "clubman",
    "levy",
    "javelineer",
    "hoplite",
    "legionary",
    "knight",
    "musketeer",
];
const TOGGLES: &[(&str, &[&str])] = &[
    ("mov_rec_gaps", &["inclusive", "strict"]),
    ("derived", &["table", "card"]),
    ("crit_only_effects", &["no", "yes"]),
    ("crit_lowering", &["on", "off"]),
    ("ties", &["both", "active", "reactor", "cancel"]),
    ("range_bands", &["table", "prose", "none"]),
    ("reaction_dice", &["one", "full"]),
    ("dodge_scope", &["all", "one_die"]),
    ("block_scope", &["all", "one_die"]),
    ("ammo_unit", &["die_burst_one", "die", "action"]),
    ("block_attr", &["phy", "mot"]),
    ("block_compat", &["standard", "cq", "any"]),
    ("shield_hands", &["printed", "realistic"]),
    ("ranged_in_contact", &["yes", "no"]),
    ("poleaxe_class", &["ths", "polearm"]),
    ("beam_class", &["magic", "firearm"]),
    ("damage_nat", &["none", "natural"]),
    ("ap_uses_bullet", &["no", "yes"]),
    ("duel_team_loaded", &["crewed", "alone"]),
    ("initiative_fail", &["coin", "high_die"]),
    ("points_reading", &["b", "a"]),
    ("points_source", &["printed", "formula_a", "formula_b"]),
    ("enforce_minimum", &["warn", "refuse", "off"]),
    ("rounding", &["half_even", "up", "down"]),
    ("armour_totals", &["points", "printed"]),
    ("spell_surcharge", &["no", "yes"]),
];
const CELLS: &[(&str, i64, i64)] = &[
    ("combat.critical_bonus", 0, 101),
    ("combat.aim", 0, 21),
    ("combat.accurate_from", 0, 21),
    ("combat.shield", 0, 21),
    ("combat.counter_dice", 0, 11),
    ("combat.dodge_dice", 0, 4),
    ("combat.block_dice", 0, 4),
    ("combat.duel_gap", 0, 10_001),
    ("weapons.sword.damage", -1, 201),
    ("weapons.sword.ammo", 0, 10),
    ("weapons.pistol.ammo", 0, 251),
    ("weapons.spear.inches", 0, 1_001),
    ("weapons.unarmed.damage", 0, 40),
    ("weapons.bow.explosive", 0, 101),
    ("ranges.mr.t", -41, 41),
    ("toggles.anti_bullet_shirt", -1, 101),
    ("toggles.structure_cost", 0, 10_001),
    ("damage_types.slash.ignores", 0, 101),
];

/// Choices from bytes; when they are used up, always the first.
struct Chooser<'a>(std::slice::Iter<'a, u8>);

impl Chooser<'_> {
    fn byte(&mut self) -> usize {
        self.0.next().map_or(0, |byte| usize::from(*byte))
    }

    fn below(&mut self, n: usize) -> usize {
        self.byte() % n
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    /// From `low` to `high`; seldom something else altogether.
    fn whole(&mut self, low: i64, high: i64) -> Value {
        let at = self.byte();
        if at == 255 {
            return [
                json!(-1),
                json!(i64::MAX),
                json!(i64::MIN),
                json!(0.5),
                json!(1e300),
                json!("x"),
                json!(null),
            ][self.below(7)]
            .clone();
        }
        let wide = high - low + 1;
        let at = if wide > 255 {
            at << 8 | self.byte()
        } else {
            at
        };
        json!(low + at as i64 % wide)
    }

    fn query(&mut self) -> Value {
        let attack = self.below(4) == 3;
        let mut query =
            json!({"rules": "allesfezs", "ask": if attack { "attack" } else { "duel" }});
        query["a"] = self.build();
        query["b"] = self.build();
        let gap = [json!(0), self.whole(0, 30), self.whole(0, 200)][self.below(3)].clone();
        if attack {
            query["gap"] = gap;
            if self.below(2) == 1 {
                let profile = self.one(&["", "/bayonet", "/thrown", "/x"]);
                query["weapon"] = json!(format!("{}{profile}", self.one(WEAPONS)));
            }
            query["aim"] = json!(self.below(2) == 1);
            if self.below(3) == 2 {
                query["rounds"] = self.whole(0, 12);
            }
            let kind = self.one(&["none", "counter", "dodge", "block"]);
            query["reaction"] = match self.below(3) {
                0 => json!({"kind": kind}),
                1 => json!(kind),
                _ => json!({"kind": kind, "weapon": self.one(WEAPONS)}),
            };
        } else {
            let begins = self.one(&["roll", "a", "b", "even"]);
            query["situation"] =
                json!({"gap": gap, "cap": self.whole(1, 20), "initiative": begins});
            query["trials"] = json!(50);
            query["seed"] = json!(self.byte());
        }
        let mut set = Map::new();
        for _ in 0..self.below(6) {
            let (key, values) = TOGGLES[self.below(TOGGLES.len())];
            set.insert(key.to_owned(), json!(self.one(values)));
        }
        if self.below(4) == 3 {
            let (key, low, high) = CELLS[self.below(CELLS.len())];
            set.insert(key.to_owned(), self.whole(low, high));
        }
        query["set"] = Value::Object(set);
        query
    }

    fn build(&mut self) -> Value {
        if self.below(16) == 15 {
            return json!(self.one(BUILDS));
        }
        let mut build =
            json!({"mot": self.whole(1, 20), "phy": self.whole(1, 20), "wil": self.whole(1, 20)});
        build["str"] = self.whole(1, 4);
        for _ in 0..self.below(5) {
            build["aptitudes"][self.one(SKILLS)] = match self.byte() {
                255 => json!(5),
                at => json!(at % 6 * 2),
            };
        }
        let weapons = (0..self.below(5)).map(|_| {
            let id = self.one(WEAPONS);
            match self.below(3) {
                0 => json!({"id": id, "count": self.whole(1, 4)}),
                _ => json!(id),
            }
        });
        build["weapons"] = weapons.collect();
        build["armour"] = match self.below(10) {
            0 => json!({"base": self.whole(0, 30), self.one(TYPES): self.whole(0, 100)}),
            at => json!(ARMOURS[at % ARMOURS.len()]),
        };
        let flags = self.byte();
        build["shield"] = json!(flags & 3 == 3);
        build["teleports"] = json!(flags & 12 == 12);
        if flags & 48 == 48 {
            build["elusive"] = json!(self.below(7) * 2);
        }
        if flags & 192 == 192 {
            let key = self.one(&["mov", "rec", "card_mov", "card_rec"]);
            build[key] = self.whole(0, 100);
        }
        build["policy"] = json!({
            "plan": self.one(&["auto", "charge", "shoot", "kite"]),
            "react": self.one(&["counter", "none", "dodge", "block", "best", "optimal"]),
            "second": self.one(&["commit", "informed"]),
            "adjust": self.one(&["hold", "away", "toward"]),
        });
        build
    }
}

// ---- rules_file ----

/// Far less than the default: a cheap duel.
const CHEAP: Budget = Budget {
    states: 2_000,
    runs: 100_000,
    steps: 2_000_000,
};

/// A text laid over the built-in rules reads, or its problems render; what reads can be fought and paid for.
pub fn rules_file(data: &[u8]) {
    thread_local! {
        static BASE: Node = read_toml("<built-in>", system().embedded()).expect("the built-in rules read");
    }
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let over = match read_toml("over.toml", text) {
        Ok(over) => over,
        Err(problems) => return rendered(&problems),
    };
    if let Err(problems) = system().read(over.clone()) {
        rendered(&problems);
    }
    let mut whole = BASE.with(Node::clone);
    merge(&mut whole, &over);
    match system().read(whole) {
        Ok(book) => used(book.as_ref(), &over, data),
        Err(problems) => rendered(&problems),
    }
}

fn system() -> &'static dyn System {
    find("allesfezs").expect("a system")
}

fn rendered(problems: &Problems) {
    assert!(!problems.is_empty(), "refused without a word");
    assert!(!problems.render(false).is_empty());
    assert!(!problems.render(true).is_empty());
}

fn used(book: &dyn Rulebook, over: &Node, data: &[u8]) {
    book.tables();
    book.warnings();
    let ids: Vec<String> = book.builds().into_iter().map(|card| card.id).collect();
    for id in &ids {
        match book.bill(&Node::text(id.as_str())) {
            Ok(bill) => {
                bill.points();
            }
            Err(problems) => rendered(&problems),
        }
    }
    // Builds of the text itself, or any two.
    let own: Vec<&str> = over
        .get("builds")
        .map_or(&[][..], Node::entries)
        .iter()
        .map(|entry| entry.key.as_str())
        .collect();
    let sum: usize = data.iter().map(|byte| usize::from(*byte)).sum();
    let pick = |at: usize| {
        own.get(at).copied().or(ids
            .get((sum + at * 7) % ids.len().max(1))
            .map(String::as_str))
    };
    let (Some(a), Some(b)) = (pick(0), pick(1)) else {
        return;
    };
    let mut lab = Lab::new();
    let query = json!({"a": a, "b": b, "gap": sum % 30, "reaction": "counter"});
    for question in ["attack", "audit"] {
        match book.ask(question, &Node::from_json(&query), &mut lab.exact) {
            Ok(reply) => {
                reply.json();
                reply.words();
            }
            Err(problems) => rendered(&problems),
        }
    }
    let cap = Node::table([("cap", Node::int(20))]);
    for situation in [None, Some(&cap)] {
        let pairing = match book.pair(&Node::text(a), &Node::text(b), situation) {
            Ok(pairing) => pairing,
            Err(problems) => return rendered(&problems),
        };
        if let Ok(outcome) = pairing.fight.solve(&mut lab, CHEAP) {
            let sum: f64 = outcome.win.iter().chain(&outcome.draws).sum();
            assert!(
                (sum - 1.0).abs() < NEAR,
                "{a} v {b} sums to {sum}: {outcome:?}"
            );
            for p in outcome.win.iter().chain(&outcome.draws) {
                assert!((0.0..=1.0 + NEAR).contains(p), "{a} v {b}: {outcome:?}");
            }
        }
    }
}

// ---- set_words ----

/// Lines of `key=value`: read, put into a tree, or refused in words.
pub fn set_words(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut root = Node::table(Vec::<(String, Node)>::new());
    for line in text.split('\n').chain([text]) {
        match read_set(line) {
            Ok((key, node)) => {
                let value = node.to_json();
                match set_path(&mut root, &key, node) {
                    Ok(()) => assert!(
                        root.to_json().to_string().contains(&value.to_string()),
                        "{line:?}"
                    ),
                    Err(said) => assert!(!said.is_empty()),
                }
            }
            Err(said) => assert!(!said.is_empty()),
        }
        if let Err(said) = set_path(&mut root, line, Node::flag(true)) {
            assert!(!said.is_empty());
        }
    }
}

// ---- seeds ----

/// Every file of `fuzz/seeds/<target>`. None in a published package, which comes without that folder.
#[cfg(test)]
fn seeds(target: &str, check: fn(&[u8])) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    if !root.exists() {
        return;
    }
    let folder = root.join("seeds").join(target);
    let files = std::fs::read_dir(&folder).expect("a folder of seeds");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no seeds in {}", folder.display());
    for file in files {
        println!("{}", file.display());
        check(&std::fs::read(&file).expect("a readable file"));
    }
}

#[test]
fn lines_are_answered() {
    seeds("query_line", query_line);
}

#[test]
fn chances_are_chances() {
    seeds("query_build", query_build);
}

#[test]
fn rules_read_or_say_why() {
    seeds("rules_file", rules_file);
}

#[test]
fn settings_read_or_say_why() {
    seeds("set_words", set_words);
}
