//! Throws thousands of damaged documents at reading, checking and showing, to see that nothing
//! panics. The damage is the same on every run.

use super::{
    Checker, Field, Node, Problems, Shape, merge, read_json, read_set, read_toml, set_path,
};

const TOML: &str = "# Rüstung\r\nname = \"Köln\"\nscale = 1.5\n\n[weapons.sword]\ndamage = 3\n\
    tags = [\"a\", 'b', \"\"\"c\nd\"\"\"]\n[weapons.\"long bow\"]\ndamage = 2\nrange = {near = 1, far.x = 0x1F}\n\
    [[units]]\nname = \"knight\"\npoints = 1_000\nwhen = 1979-05-27T07:32:00Z\n[[units]]\ngood = true\n";
const JSON: &str = r#"{"name": "K\u00f6ln é", "scale": 1.5e0, "weapons": {"sword": {"damage": 3, "tags": ["a", null]},
    "long bow": {"damage": -2, "range": {"near": 1}}}, "units": [{"name": "knight", "points": 18446744073709551615}, {"good": true}]}"#;
const PIECES: [&str; 20] = [
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "=",
    ".",
    ",",
    "\n",
    "\r",
    "\t",
    "#",
    "\\",
    "\u{feff}",
    "日",
    "\u{0}",
    "[[",
    "99999999999999999999",
    "\"\"\"",
];

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }
}

fn damaged(sample: &str, dice: &mut Dice) -> String {
    let mut text: Vec<char> = sample.chars().collect();
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(text.len() + 1);
        let end = (at + dice.roll(12)).min(text.len());
        match dice.roll(5) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..end)),
            2 => {
                let copy: Vec<char> = text[at..end].to_vec();
                let to = dice.roll(text.len() + 1);
                text.splice(to..to, copy);
            }
            _ => {
                let piece = PIECES[dice.roll(PIECES.len())];
                text.splice(at..at, piece.chars());
            }
        }
    }
    text.into_iter().collect()
}

fn shape() -> Shape {
    let range = Shape::either(vec![
        Shape::int(1..=9),
        Shape::table(vec![
            Field::needed("near", Shape::int(1..=9)),
            Field::maybe("far", Shape::map(Shape::number(0.0..=1.0))),
        ]),
    ]);
    let weapon = Shape::table(vec![
        Field::needed("damage", Shape::int(1..=2)),
        Field::maybe("tags", Shape::list_of(Shape::choice(&["a", "b"]), 1..=2)),
        Field::maybe("range", range),
    ]);
    let unit = Shape::table(vec![
        Field::needed("name", Shape::text()),
        Field::needed("points", Shape::int(1..=250)),
    ]);
    Shape::table(vec![
        Field::needed("name", Shape::text()),
        Field::maybe("scale", Shape::number(2.0..)),
        Field::needed("weapons", Shape::map(weapon)),
        Field::needed("units", Shape::list(unit)),
    ])
}

fn show(problems: &Problems) {
    for problem in &problems.0 {
        assert!(!problem.message.is_empty());
    }
    assert!(!problems.render(false).is_empty());
    assert!(!problems.render(true).is_empty());
    assert_eq!(problems.to_string().lines().count(), problems.len());
}

fn exercise(read: Result<Node, Problems>, shape: &Shape) -> bool {
    let mut node = match read {
        Ok(node) => node,
        Err(problems) => {
            assert!(!problems.is_empty());
            show(&problems);
            return false;
        }
    };
    let mut checker = Checker::new(&node);
    shape.check(&node, &mut checker);
    if let Err(problems) = checker.finish() {
        show(&problems);
    }
    let copy = node.clone();
    merge(&mut node, &copy);
    assert_eq!(node.to_json(), copy.to_json());
    true
}

#[test]
fn damaged_documents_never_panic() {
    let (mut dice, shape) = (Dice(0x9E37_79B9_7F4A_7C15), shape());
    let mut read = [0; 2];
    for _ in 0..4000 {
        let toml = damaged(TOML, &mut dice);
        read[0] += usize::from(exercise(read_toml("f.toml", &toml), &shape));
        let json = damaged(JSON, &mut dice);
        read[1] += usize::from(exercise(read_json(&json), &shape));
    }
    // The sample's date alone makes most of the TOML unreadable; enough must come through.
    assert!(read.iter().all(|&count| count > 20), "{read:?}");
}

#[test]
fn damaged_settings_never_panic() {
    let mut dice = Dice(42);
    let samples = [
        "reaction.\"long name\".kind = {a = [1, 2.5], \"b\" = 'x'}",
        "a.b=5",
        "x=\"y\"",
    ];
    for round in 0..3000 {
        let text = damaged(samples[round % samples.len()], &mut dice);
        if let Ok((key, value)) = read_set(&text) {
            let mut root = Node::table([("a", Node::int(1))]);
            let before = value.to_json();
            if set_path(&mut root, &key, value).is_ok() {
                assert!(root.to_json().to_string().contains(&before.to_string()));
            }
        }
    }
}
