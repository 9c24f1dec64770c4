//! Emlia's rules file and queries: what is wrong is told with its place, what may be changed can be changed, the named
//! builds are what they say, and the same seed gives the same fights.

use crate::bad_input::refused;
use crate::bad_rules::Folder;
use crate::emlia_examples::{cave, fight, question, six_men, with};
use crate::helpers::{answer, ask, number};
use fairfight::query::Library;
use serde_json::{Value, json};

fn duel(keys: Value) -> Value {
    with(
        &json!({"rules": "emlia", "ask": "duel", "a": "clubmen", "b": "ogre"}),
        keys,
    )
}

#[test]
fn bad_builds_are_told() {
    let like = |keys: Value| with(&json!({"like": "clubmen"}), keys);
    for (a, at, words) in [
        (json!("clubmne"), "a", ["clubmne", "`clubmen`"]),
        (
            like(json!({"melee": "speer"})),
            "a.melee",
            ["speer", "`spear`"],
        ),
        (
            like(json!({"ranged": "longbwo"})),
            "a.ranged",
            ["longbwo", "`longbow`"],
        ),
        (
            like(json!({"armour": "lihgt"})),
            "a.armour",
            ["lihgt", "`light`"],
        ),
        (like(json!({"armour": 51})), "a.armour", ["50", "51"]),
        (like(json!({"members": 0})), "a.members", ["1 to 60", "0"]),
        (
            like(json!({"members": 2.5})),
            "a.members",
            ["whole number", "2.5"],
        ),
        (like(json!({"morale": 8})), "a.morale", ["-7 to 7", "8"]),
        (
            like(json!({"skills": {"close_combat": "5/0"}})),
            "a.skills.close_combat",
            ["5/0", "not a skill"],
        ),
        (
            like(json!({"skills": {"close_combat": "9*"}})),
            "a.skills.close_combat",
            ["9*", "to 4"],
        ),
        (
            like(json!({"skills": {"close_combat": "many"}})),
            "a.skills.close_combat",
            ["many", "not a skill"],
        ),
        (
            like(json!({"skills": {"aimed_fir": 2}})),
            "a.skills.aimed_fir",
            ["unknown key", "`aimed_fire`"],
        ),
        (
            like(json!({"initiative": ["atack_back"]})),
            "a.initiative[0]",
            ["atack_back", "`attack_back`"],
        ),
        (
            like(json!({"initiative": ["charge_weaker"]})),
            "a.initiative[0]",
            ["no distance", "charge_weaker:15"],
        ),
        (
            like(json!({"formation": "rankd"})),
            "a.formation",
            ["rankd", "ranked"],
        ),
        (
            like(json!({"formation": "ranked"})),
            "a",
            ["`files` is missing", "side by side"],
        ),
        (
            like(json!({"policy": {"plan": "chrage"}})),
            "a.policy.plan",
            ["chrage", "charge"],
        ),
        (
            like(json!({"policy": {"leadership": ["raly"]}})),
            "a.policy.leadership[0]",
            ["raly", "rally"],
        ),
        (
            like(json!({"ranged": {"bd": 1, "range": [9, 5, 20]}})),
            "a.ranged.range",
            ["do not rise", "medium"],
        ),
        (
            like(json!({"ranged": {"bd": 1}})),
            "a.ranged",
            ["`range` is missing", "short"],
        ),
        (like(json!({"vital": ["none"]})), "a.vital", ["12", "1"]),
        (json!(7), "a", ["expected a build", "table"]),
    ] {
        refused(&duel(json!({"a": a})), at, &words);
    }
    // Everything that is missing, at once.
    let got = ask(&duel(json!({"a": {"members": 3}})));
    let all = got.to_string();
    for key in ["hits", "limit", "move", "timing", "morale"] {
        assert!(all.contains(&format!("`{key}` is missing")), "{key}: {all}");
    }
}

#[test]
fn bad_situations_and_questions_are_told() {
    for (situation, at, words) in [
        (json!({"gap": -1}), "situation.gap", ["0 to 2000", "-1"]),
        (
            json!({"lines": 2_001}),
            "situation.lines",
            ["0 to 2000", "2001"],
        ),
        (json!({"turns": 0}), "situation.turns", ["1 to 200", "0"]),
        (json!({"first": "c"}), "situation.first", ["c", "coin"]),
        (
            json!({"rounds": 3}),
            "situation.rounds",
            ["unknown key", "turns"],
        ),
    ] {
        refused(&duel(json!({"situation": situation})), at, &words);
    }
    refused(
        &duel(json!({"set": {"hits_flor": "one"}})),
        "set.hits_flor",
        &["unknown key", "`hits_floor`"],
    );
    refused(
        &duel(json!({"set": {"disorder": "mild"}})),
        "set.disorder",
        &["mild", "self_defence"],
    );
    let query = |ask: &str, keys: Value| with(&json!({"rules": "emlia", "ask": ask}), keys);
    for (wrong, at, words) in [
        (
            query(
                "aimed_fire",
                json!({"a": cave(), "b": cave(), "situation": {}}),
            ),
            "situation",
            ["`distance` is missing", ""],
        ),
        (
            query(
                "aimed_fire",
                json!({"a": "ogre", "b": cave(), "situation": {"distance": 3}}),
            ),
            "a",
            ["no weapon to aim", "ranged"],
        ),
        (
            query(
                "concentrated_volley",
                json!({"a": cave(), "b": cave(), "situation": {"distance": 3}}),
            ),
            "a",
            ["volleys", "ranged"],
        ),
        (
            query(
                "area_volley",
                json!({"a": cave(), "situation": {"distance": 3}}),
            ),
            "a",
            ["volleys", "ranged"],
        ),
        (
            query(
                "close_combat",
                json!({"a": cave(), "b": cave(), "b_damage": 10}),
            ),
            "b_damage",
            ["nobody", "10"],
        ),
        (
            query(
                "close_combat",
                json!({"a": cave(), "b": cave(), "situation": {"distance": 2}}),
            ),
            "situation.distance",
            ["too far", "1"],
        ),
        (
            query(
                "close_combat",
                json!({"a": cave(), "b": cave(), "situation": {"ruogh": true}}),
            ),
            "situation.ruogh",
            ["unknown key", "`rough`"],
        ),
        (
            query(
                "close_combat",
                json!({"a": cave(), "b": cave(), "situation": {"partial_cover": true, "total_cover": true}}),
            ),
            "situation",
            ["not both", "cover"],
        ),
        (
            query(
                "close_combat",
                json!({"a": cave(), "b": {"members": 3, "limit": 1}}),
            ),
            "b",
            ["`hits` is missing", "default"],
        ),
        (
            query("check", json!({"modifier": 1})),
            "",
            ["`dice` is missing", "improvised"],
        ),
        (
            query("reorder", json!({"a": {"members": 3}})),
            "",
            ["`source_morale` is missing", "morale"],
        ),
        (
            query(
                "allocate",
                json!({"subunits": [["A", 0]], "groups": [[1, 2]]}),
            ),
            "subunits[0]",
            ["members", "above 0"],
        ),
        (
            query("detect", json!({"dice": 4})),
            "",
            ["`conceal` is missing", ""],
        ),
    ] {
        refused(&wrong, at, &words);
    }
}

#[test]
fn overrides_add_weapons_armour_and_builds() {
    let folder = Folder::new(&[(
        "mine.toml",
        "extends = \"emlia\"\n[melee]\nhalberd = { name = \"Halberd\", bd = 2, reach = 1, ap = true, hire = 4 }\n\
         [armour]\nheavy = { name = \"Heavy armour\", bonus = 3, hire = 6 }\n\
         [builds.guard]\nname = \"Guard\"\nmembers = 5\nhits = 1\nlimit = 1\nmove = 10\ntiming = 2\nmorale = 4\nhire = 30\n\
         melee = \"halberd\"\narmour = \"heavy\"\nskills = { close_combat = \"1*\" }\n",
    )]);
    let got = answer(
        &json!({"rules": folder.name("mine.toml"), "ask": "duel", "a": "guard", "b": "clubmen"}),
    );
    assert_eq!(got["points_a"], json!(40.0));
    assert!(number(&got, "win_a") > 0.5, "{got}");
}

#[test]
fn named_builds_are_legal() {
    let book = Library::new().book("emlia", None).expect("the rules");
    assert_eq!(book.warnings(), Vec::<String>::new());
    let cards = book.builds();
    assert!(cards.len() >= 8);
    for card in &cards {
        assert!(
            !card.note.is_empty() && !card.name.is_empty(),
            "{}",
            card.id
        );
        // Only the cavemen have a price in the source.
        assert_eq!(
            card.points,
            (card.id == "cavemen").then_some(20.0),
            "{}",
            card.id
        );
    }
    let bill = question("cost", json!({"a": "pikes"}));
    assert_eq!(bill["points"], Value::Null);
    assert!(
        bill["notes"][0]
            .as_str()
            .is_some_and(|note| note.contains("hire")),
        "{bill}"
    );
}

/// The largest unit that can be written, a long fight: sampled, or said to be too big, and never a panic.
#[test]
fn the_largest_units() {
    let horde = json!({"members": 60, "hits": 100, "limit": 200, "armour": 50, "move": 500, "timing": 100, "morale": 7,
        "size": 10_000, "formation": "ranked", "files": 60, "threshold": 1, "skills": {"close_combat": "4*", "aimed_fire": 200,
        "volley_fire": "4*", "leadership": 200}, "melee": {"bd": 50, "reach": 50},
        "ranged": {"bd": 50, "range": [0, 2000, 2000], "falloff": [-50, 0, 50], "volley_bd": 50}});
    let tiny = with(
        &horde,
        json!({"size": 0.001, "hits": 0, "armour": -20, "combat_range": 100}),
    );
    for (a, b) in [(&horde, &horde), (&horde, &tiny), (&tiny, &tiny)] {
        for set in [
            json!({}),
            json!({"mixed_hits": "pooled", "hits_floor": "overkill", "push_track": "on", "reach_ranks": "yes"}),
        ] {
            let query = json!({"rules": "emlia", "ask": "duel", "a": a, "b": b, "set": set, "method": "sampled", "trials": 20,
                "situation": {"gap": 2000, "lines": 2000, "turns": 20}});
            answer(&query);
            question("close_combat", json!({"a": a, "b": b, "set": set}));
        }
    }
    // Ranks ten million times as large press with as much: more points than a unit can count.
    let giants = with(
        &horde,
        json!({"files": 10, "timing": 1, "skills": {"close_combat": 200}}),
    );
    let ants = with(
        &tiny,
        json!({"timing": 0, "formation": "open", "skills": {}, "combat_range": 1}),
    );
    let got = fight(
        &giants,
        &ants,
        json!({"gap": 20, "turns": 1}),
        json!({"hits_floor": "overkill"}),
    );
    assert!((number(&got, "win_a") - 1.0).abs() < 1e-12, "{got}");
    let got =
        ask(&json!({"rules": "emlia", "ask": "duel", "a": horde, "b": horde, "method": "exact"}));
    assert!(
        got["error"]["message"]
            .as_str()
            .is_some_and(|words| words.contains("too many states")),
        "{got}"
    );
}

/// Same seed, same fights: literal results of 10,000.
#[test]
fn stability() {
    for (a, b, situation, seed, expected) in [
        (
            json!("cavemen"),
            json!("ogre"),
            json!({"gap": 30}),
            1,
            json!([107, 9790, 103]),
        ),
        (
            json!("pikes"),
            json!("swordsmen"),
            json!({}),
            2,
            json!([32, 9964, 4]),
        ),
        (
            json!("riders"),
            json!("crossbows"),
            json!({"gap": 60}),
            3,
            json!([1747, 8253, 0]),
        ),
    ] {
        let got = answer(
            &json!({"rules": "emlia", "ask": "duel", "a": a, "b": b, "situation": situation, "seed": seed,
            "method": "sampled", "trials": 10_000}),
        );
        assert_eq!(
            json!([got["wins_a"], got["wins_b"], got["draw_count"]]),
            expected,
            "{a} {b}"
        );
    }
}

/// A rules writer's numbers are used: a line of every table that a duel reads.
#[test]
fn every_table_counts() {
    let a = with(
        &six_men(),
        json!({"policy": {"plan": "assault", "leadership": ["reorder", "steel", "rally"]}}),
    );
    let b = with(
        &six_men(),
        json!({"policy": {"plan": "kite"}, "members": 4, "timing": 3}),
    );
    let here = json!({"gap": 14, "turns": 4});
    let plain = fight(&a, &b, here.clone(), json!({}));
    for cell in [
        "check.success",
        "check.improvised",
        "close_combat.outnumbers",
        "close_combat.free_strike",
        "aimed_fire.beyond_short",
        "aimed_fire.forfeit_move",
        "disengage.outnumbered",
        "leadership.ignore.source_retreating",
        "morale.hurt",
        "morale.inflicts",
        "morale.unhurt",
        "morale.outnumbers",
    ] {
        let mut set = serde_json::Map::new();
        set.insert(cell.to_owned(), json!(3));
        let got = fight(&a, &b, here.clone(), Value::Object(set));
        assert!(
            (number(&got, "win_a") - number(&plain, "win_a")).abs() > 1e-9,
            "{cell} changes nothing"
        );
    }
}
