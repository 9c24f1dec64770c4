//! The system's own questions, worked out exactly: `opposed` and `basic` (bare checks), `attack` (one attack without free
//! attacks) and `exchange` (a melee attack with all of them).

use super::attack::Swing;
use super::build::Build;
use super::checks::{Basic, Contest, Margin, Opposed, beats};
use super::data::Rules;
use super::duel::{Bout, Situation};
use super::exchange::Attack;
use super::fighter::{Hand, Manner};
use super::status::Status;
use super::toggles::{Beat, BowMelee, WoundedTwice};
use crate::document::{Checker, Field, Node, Problems, Shape, listed};
use crate::systems::choices::{Toggle, choices};
use crate::systems::{Align, Reply, Words, percent};
use crate::umpire::{Exact, Question, Side, TooBig};
use serde_json::{Map, Value, json};

choices! {
    /// How an attack is made.
    Special { Normal = "normal", Hook = "hook", BlowAway = "blow-away" }
    /// What a fighter may suffer from.
    Ails { Wounded = "wounded", Staggered = "staggered", Stunned = "stunned" }
}

/// The questions, with what each query may say beside the common keys.
pub fn questions() -> Vec<(&'static str, Shape)> {
    let stat = |doc| Shape::int(-100..=100).doc(doc);
    let side = |doc| Shape::any().doc(doc);
    let status = || {
        Shape::list_of(Ails::shape(), 0..=40)
            .doc("what it suffers from; with wounded_twice = stack, wounded as often as it is")
    };
    let sides = || {
        vec![
            Field::needed("a", side("the attacker: a named build, or a table")),
            Field::needed("b", side("the target: a named build, or a table")),
            Field::maybe("a_status", status()),
            Field::maybe("b_status", status()),
        ]
    };
    let mut attack = sides();
    attack.extend([
        Field::maybe(
            "weapon",
            Shape::text().doc("one of a's upgrades; default: its first melee weapon"),
        ),
        Field::maybe(
            "ranged",
            Shape::flag().doc("a shot; default: if `weapon` can only shoot"),
        ),
        Field::maybe(
            "special",
            Special::shape().doc("how the attack is made (default normal)"),
        ),
        Field::maybe(
            "bonus",
            Shape::int(-100..=100).doc("added to Skill: 1 for Follow-up, 1 for each Aim"),
        ),
    ]);
    vec![
        (
            "opposed",
            Shape::table(vec![
                Field::needed("attacker", stat("the stat of the one who rolls to beat")),
                Field::needed("defender", stat("the other's stat")),
            ]),
        ),
        (
            "basic",
            Shape::table(vec![
                Field::needed("stat", stat("added to the dice")),
                Field::needed("difficulty", stat("what is to be beaten")),
            ]),
        ),
        ("attack", Shape::table(attack)),
        ("exchange", Shape::table(sides())),
    ]
}

/// An answer in names and chances.
pub struct Odds {
    title: String,
    /// Before the figures: (name, words).
    facts: Vec<(&'static str, String)>,
    /// (name in answers, words for people, value).
    figures: Vec<(&'static str, &'static str, f64)>,
    /// The last figure is in inches, and no chance.
    inches: bool,
}

fn int(query: &Node, key: &str) -> i32 {
    let number = query.get(key).and_then(Node::as_int).unwrap_or(0);
    number.clamp(-100, 100) as i32
}

fn too_big(query: &Node) -> Problems {
    let mut checker = Checker::new(query);
    checker.fail(query, "this has too many outcomes to be worked out", None);
    checker.finish().err().unwrap_or_default()
}

/// The chance that a margin of a question passes a test.
fn chance<Q: Question<Answer = Margin>>(
    law: &[(Margin, f64)],
    _: Q,
    passes: impl Fn(i32) -> bool,
) -> f64 {
    let passing = law.iter().filter(|(Margin(margin), _)| passes(*margin));
    passing.map(|(_, chance)| chance).sum()
}

/// `opposed`: two dice and a stat against two dice and a stat.
pub fn opposed(rules: &Rules, query: &Node, exact: &mut Exact) -> Result<Odds, Problems> {
    let (attacker, defender) = (int(query, "attacker"), int(query, "defender"));
    let edge = attacker - defender;
    let equal = rules.toggles.beat == Beat::Equal;
    let about = Contest::Hit;
    let question = Opposed { about };
    exact.set_budget(u64::MAX);
    let law = exact.law(question).map_err(|TooBig| too_big(query))?;
    let share = |passes: &dyn Fn(i32) -> bool| chance(&law, question, |dice| passes(dice + edge));
    Ok(Odds {
        title: format!("2D6 {attacker:+} against 2D6 {defender:+}"),
        facts: Vec::new(),
        figures: vec![
            ("win", "wins", share(&|margin| beats(margin, equal))),
            ("draw", "draws", share(&|margin| margin == 0 && !equal)),
            ("lose", "loses", share(&|margin| margin < 0)),
            ("adv2", "wins by 2 or more", share(&|margin| margin >= 2)),
            ("adv3", "wins by 3 or more", share(&|margin| margin >= 3)),
            ("adv5", "wins by 5 or more", share(&|margin| margin >= 5)),
        ],
        inches: false,
    })
}

/// `basic`: two dice and a stat against a difficulty.
pub fn basic(rules: &Rules, query: &Node, exact: &mut Exact) -> Result<Odds, Problems> {
    let (stat, difficulty) = (int(query, "stat"), int(query, "difficulty"));
    let equal = rules.toggles.beat == Beat::Equal;
    exact.set_budget(u64::MAX);
    let law = exact.law(Basic).map_err(|TooBig| too_big(query))?;
    let success = chance(&law, Basic, |dice| beats(dice + stat - difficulty, equal));
    Ok(Odds {
        title: format!("2D6 {stat:+} to beat {difficulty}"),
        facts: Vec::new(),
        figures: vec![("success", "succeeds", success)],
        inches: false,
    })
}

/// The status that a query gives a side.
fn status(rules: &Rules, query: &Node, key: &str) -> Status {
    let ails = query.get(key).map_or(&[][..], Node::items);
    let times = |ail: Ails| {
        let these = ails.iter().filter(|node| Ails::read(Some(node)) == ail);
        these.count().min(40) as u8
    };
    let wounds = times(Ails::Wounded);
    let wounds = match rules.toggles.wounded_twice {
        WoundedTwice::Stack => wounds,
        _ => wounds.min(1),
    };
    Status::new(wounds, times(Ails::Staggered) > 0, times(Ails::Stunned) > 0)
}

fn names(a: &Build, b: &Build) -> [String; 2] {
    [(a, "A"), (b, "B")].map(|(build, letter)| match build.label() {
        "" => letter.to_owned(),
        name => name.to_owned(),
    })
}

/// `attack`: one attack, steps 1 to 4 of section 4.
pub fn attack(
    rules: &Rules,
    a: &Build,
    b: &Build,
    query: &Node,
    exact: &mut Exact,
) -> Result<Odds, Problems> {
    let bout = Bout::new(rules, a, b, Situation::read(rules, None));
    let mut checker = Checker::new(query);
    let ranged = query.get("ranged").and_then(Node::as_bool);
    let armed = weapon(rules, a, &bout, query, ranged, &mut checker);
    let attack = armed.as_ref().and_then(|(hand, ranged)| {
        let manner = manner(rules, hand, *ranged, query, &mut checker)?;
        Some(Attack {
            hand,
            manner,
            bonus: int(query, "bonus"),
            ranged: *ranged,
        })
    });
    let Some(attack) = attack else {
        return Err(checker.finish().err().unwrap_or_default());
    };
    let [own, foe] = ["a_status", "b_status"].map(|key| status(rules, query, key));
    exact.set_budget(u64::MAX);
    let strike = bout.strike(Side::A, own, foe, &attack);
    let law = exact.law(strike).map_err(|TooBig| too_big(query))?;
    let [
        mut hit,
        mut draw,
        mut killed,
        mut wounded,
        mut stunned,
        mut staggered,
    ] = [0.0; 6];
    for (blow, chance) in law {
        let after = bout.suffered(foe, &attack, blow);
        let count = |what: bool, sum: &mut f64| *sum += if what { chance } else { 0.0 };
        count(blow.swing == Swing::Hit, &mut hit);
        count(blow.swing == Swing::Drawn, &mut draw);
        count(after.dead(), &mut killed);
        let lives = !after.dead();
        count(lives && after.wounds() > foe.wounds(), &mut wounded);
        count(lives && after.stunned() && !foe.stunned(), &mut stunned);
        count(
            lives && after.staggered() && !foe.staggered(),
            &mut staggered,
        );
    }
    let weapon = match attack.hand.upgrade {
        Some(at) => rules.upgrades[at].id.clone(),
        None => "bare hands".to_owned(),
    };
    let [attacker, target] = names(a, b);
    let how = match attack.manner {
        Manner::Normal if attack.ranged => ", a shot",
        Manner::Normal => "",
        Manner::Hook => ", Hook",
        Manner::BlowAway => ", Blow Away",
    };
    Ok(Odds {
        title: format!("{attacker} attacks {target} with {weapon}{how}"),
        facts: vec![("weapon", weapon)],
        figures: vec![
            ("hit", "hits", hit),
            ("draw", "draws", draw),
            ("killed", "target killed", killed),
            ("wounded", "target newly Wounded, and alive", wounded),
            ("stunned", "target newly Stunned, and alive", stunned),
            ("staggered", "target newly Staggered, and alive", staggered),
        ],
        inches: false,
    })
}

/// How the attack is made; a problem if it cannot be made so.
fn manner(
    rules: &Rules,
    hand: &Hand,
    ranged: bool,
    query: &Node,
    checker: &mut Checker,
) -> Option<Manner> {
    let special = query.get("special");
    let (manner, has) = match Special::read(special) {
        Special::Normal => return Some(Manner::Normal),
        Special::Hook => (Manner::Hook, hand.arm.hook.is_some()),
        Special::BlowAway => (Manner::BlowAway, hand.arm.blow_away.is_some()),
    };
    if has && !ranged {
        return Some(manner);
    }
    let name = Special::read(special).name();
    let with = hand.upgrade.map(|at| rules.upgrades[at].id.as_str());
    let message = if ranged {
        format!("`{name}` is no way to shoot")
    } else {
        format!(
            "`{name}` cannot be done with {}",
            with.unwrap_or("bare hands")
        )
    };
    let help = "leave `special` out, or choose a weapon that has it".to_owned();
    checker.fail(special.unwrap_or(query), message, Some(help));
    None
}

/// With what, and whether it is a shot.
fn weapon(
    rules: &Rules,
    a: &Build,
    bout: &Bout,
    query: &Node,
    ranged: Option<bool>,
    checker: &mut Checker,
) -> Option<(Hand, bool)> {
    let me = &bout.fighters[0];
    let Some(at) = query.get("weapon") else {
        let ranged = ranged.unwrap_or(false);
        let hand = if ranged { me.bow } else { me.primary };
        if hand.is_none() {
            let what = if ranged { "shoot" } else { "attack in melee" };
            let node = query.get("a").unwrap_or(query);
            let help = "give it an upgrade for that".to_owned();
            checker.fail(node, format!("a has nothing to {what} with"), Some(help));
        }
        return hand.map(|hand| (hand, ranged));
    };
    let name = at.as_text()?;
    let mut carried = a.upgrades.iter().copied();
    let Some(place) = carried.find(|up| rules.upgrades[*up].id == name) else {
        let ids = a.upgrades.iter().map(|up| rules.upgrades[*up].id.as_str());
        let message = format!("a does not carry `{name}`");
        let help = match a.upgrades.len() {
            0 => "it carries nothing".to_owned(),
            _ => format!("it carries {}", listed(ids)),
        };
        checker.fail(at, message, Some(help));
        return None;
    };
    let upgrade = &rules.upgrades[place];
    let usage = upgrade.usage;
    let ranged = ranged.unwrap_or(usage.ranged && !usage.melee);
    let hand = Hand {
        arm: upgrade.arm,
        upgrade: Some(place),
    };
    if (ranged && usage.ranged) || (!ranged && usage.melee) {
        return Some((hand, ranged));
    }
    // FI-05: a bow, by one who has nothing better in melee.
    let club = rules.toggles.bow_melee == BowMelee::Yes && usage.ranged;
    if let Some(bare) = me.primary
        && !ranged
        && club
        && bare.upgrade == Some(place)
    {
        return Some((bare, false));
    }
    let what = if ranged { "shot" } else { "used in melee" };
    let message = format!("`{name}` cannot be {what}");
    let help = "choose another weapon, or change `ranged`".to_owned();
    checker.fail(at, message, Some(help));
    None
}

/// `exchange`: a melee attack at no distance with all its free attacks.
pub fn exchange(
    rules: &Rules,
    a: &Build,
    b: &Build,
    query: &Node,
    exact: &mut Exact,
) -> Result<Odds, Problems> {
    let bout = Bout::new(rules, a, b, Situation::read(rules, None));
    let [own, foe] = ["a_status", "b_status"].map(|key| status(rules, query, key));
    let [mut killed, mut wounded] = [[0.0; 2]; 2];
    let mut gap = 0.0;
    exact.set_budget(u64::MAX);
    exact
        .each(
            |dice| bout.exchange(Side::A, own, foe, dice),
            |melee, chance| {
                for (at, status) in [melee.own, melee.foe].into_iter().enumerate() {
                    if status.dead() {
                        killed[at] += chance;
                    } else if status.wounds() > 0 {
                        wounded[at] += chance;
                    }
                }
                gap += chance * f64::from(melee.gap);
            },
        )
        .map_err(|TooBig| too_big(query))?;
    let [attacker, target] = names(a, b);
    Ok(Odds {
        title: format!("{attacker} attacks {target} in melee, with all free attacks"),
        facts: Vec::new(),
        figures: vec![
            ("a_killed", "attacker killed", killed[0]),
            ("b_killed", "target killed", killed[1]),
            ("a_wounded", "attacker alive and Wounded", wounded[0]),
            ("b_wounded", "target alive and Wounded", wounded[1]),
            ("mean_gap", "inches apart, on average", gap),
        ],
        inches: true,
    })
}

impl Reply for Odds {
    fn json(&self) -> Map<String, Value> {
        let facts = self.facts.iter();
        let mut map: Map<String, Value> = facts
            .map(|(key, words)| ((*key).to_owned(), json!(words)))
            .collect();
        for (key, _, value) in &self.figures {
            map.insert((*key).to_owned(), json!(value));
        }
        map
    }

    fn words(&self) -> Vec<Words> {
        let last = self.figures.len() - 1;
        let rows = self.figures.iter().enumerate().map(|(at, figure)| {
            let value = if self.inches && at == last {
                format!("{:.2}\"", figure.2)
            } else {
                percent(figure.2)
            };
            vec![figure.1.to_owned(), value]
        });
        vec![
            Words::Title(self.title.clone()),
            Words::Table {
                head: vec!["what".to_owned(), "chance".to_owned()],
                align: vec![Align::Left, Align::Right],
                rows: rows.collect(),
            },
        ]
    }
}
