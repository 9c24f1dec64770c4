//! The questions of attacks: `close_combat`, `aimed_fire`, `concentrated_volley`. Every line comes from its key; only the
//! numbers and the parry of Close Combat come from the builds (reference, section 4.1).

use super::build::{Build, Formation};
use super::checks::{Successes, Sum, Vital};
use super::damage::{Division, Group};
use super::data::{Ranged, Rules, SIDES};
use super::odds::{Keys, bars, distribution, flag, line, mean, put, said, too_big};
use super::toggles::{NoYes, YesNo};
use super::troop::{Ranks, Troop, engaged};
use crate::document::{Checker, Field, Node, Problems, Shape};
use crate::systems::{Reply, Words, percent};
use crate::umpire::{Exact, TooBig};
use serde_json::{Map, Value, json};

/// The keys of Close Combat that are flags.
const CLOSE: &[&str] = &[
    "partial_concealment",
    "total_concealment",
    "partial_cover",
    "total_cover",
    "rough",
    "to_flank",
    "to_rear",
    "to_multiple_fronts",
    "from_flank",
    "from_rear",
    "target_elevated",
    "elevated",
    "focus",
    "focus_25",
    "focus_10",
    "source_charged",
    "subject_charged",
    "already_engaged",
    "double_paced",
    "free_strike",
    "unaware_all",
];

/// The keys of Aimed Fire that are flags.
const AIMED: &[&str] = &[
    "partial_concealment",
    "total_concealment",
    "partial_cover",
    "taking_cover",
    "focus",
    "focus_25",
    "focus_10",
    "focus_skirmish",
    "forfeit_move",
    "elevated",
    "unaware",
    "double_paced",
    "prepared",
];

/// The keys of a Concentrated Volley that are flags.
const VOLLEY: &[&str] = &[
    "partial_concealment",
    "total_concealment",
    "partial_cover",
    "taking_cover",
    "unaware",
    "elevated",
];

fn number(doc: &'static str) -> Shape {
    Shape::number(-2_000.0..=2_000.0).doc(doc)
}

/// What a question about an attack may say beside the common keys.
pub fn shape(question: &str) -> Shape {
    let flags = match question {
        "close_combat" => CLOSE,
        "aimed_fire" => AIMED,
        _ => VOLLEY,
    };
    let mut fields: Vec<Field> = flags
        .iter()
        .map(|key| Field::maybe(key, flag(key)))
        .collect();
    if question == "close_combat" {
        fields.push(Field::maybe(
            "extra_fronts",
            Shape::int(0..=10).doc("further fronts that the subject fights on"),
        ));
        fields.push(Field::maybe("subject_parry", flag("subject_parry")));
    }
    let distance = number("GSU between the two");
    fields.push(if question == "close_combat" {
        Field::maybe("distance", distance)
    } else {
        Field::needed("distance", distance)
    });
    fields.push(Field::maybe(
        "rise",
        number("the subject's height less the source's (default 0)"),
    ));
    let damage = || Shape::int(0..=100_000).doc("damage points it has already (default 0)");
    let situation = Shape::table(fields).doc("the lines that apply");
    Shape::table(vec![
        Field::needed("a", Shape::any().doc("who attacks, a build")),
        Field::needed("b", Shape::any().doc("who is attacked, a build")),
        Field::maybe("a_damage", damage()),
        Field::maybe("b_damage", damage()),
        if question == "close_combat" {
            Field::maybe("situation", situation)
        } else {
            Field::needed("situation", situation)
        },
    ])
}

/// An attack as it is rolled and resolved.
struct Attack {
    title: String,
    dice: u32,
    why: Vec<(&'static str, i32)>,
    automatic: bool,
    bd: i32,
    modified_hits: i32,
    need: u32,
    successes: Vec<f64>,
    damage: Vec<f64>,
    casualties: Vec<f64>,
    destroyed: f64,
}

/// The lines of the keys that are set, by name.
fn keyed(lines: &[(&'static str, i32)], keys: &Keys, why: &mut Vec<(&'static str, i32)>) {
    for (name, value) in lines {
        if keys.on(name) {
            why.add(name, *value);
        }
    }
}

/// EM-16, `no`: of cover and concealment only the worse line stays.
fn worse_only(rules: &Rules, why: &mut Vec<(&'static str, i32)>) {
    if rules.toggles.cover_stacks == YesNo::Yes {
        return;
    }
    let hides = |line: &(&str, i32)| {
        line.0.ends_with("_cover") && line.0 != "taking_cover" && line.0 != "taking_partial_cover"
    };
    let conceals = |line: &(&str, i32)| line.0.ends_with("_concealment");
    let cover: i32 = why
        .iter()
        .filter(|line| hides(line))
        .map(|line| line.1)
        .sum();
    let concealment: i32 = why
        .iter()
        .filter(|line| conceals(line))
        .map(|line| line.1)
        .sum();
    if cover <= concealment {
        why.retain(|line| !conceals(line));
    } else {
        why.retain(|line| !hides(line));
    }
}

/// Answers a question about an attack.
pub fn attack(
    rules: &Rules,
    question: &str,
    a: &Build,
    b: &Build,
    query: &Node,
    exact: &mut Exact,
) -> Result<Box<dyn Reply>, Problems> {
    let mut checker = Checker::new(query);
    let keys = Keys::new(query, &mut checker);
    let troops = [Troop::new(rules, a, b), Troop::new(rules, b, a)];
    let damage =
        ["a_damage", "b_damage"].map(|key| query.get(key).and_then(Node::as_int).unwrap_or(0));
    let mut suffered = [0; 2];
    for at in [0, 1] {
        let most = i64::from(troops[at].capacity());
        if damage[at] >= most {
            let key = ["a_damage", "b_damage"][at];
            let help = format!("it can take {most} in all");
            checker.fail_key(query, key, "nobody would be left", Some(help));
        }
        suffered[at] = damage[at].min(most) as u16;
    }
    let standing = [0, 1].map(|at: usize| troops[at].standing(suffered[at]));
    let division = Division::new(&rules.toggles);
    let mut why = Vec::new();
    let (pool, bd, armour, what);
    if question == "close_combat" {
        let ranks = Ranks {
            overlap: rules.toggles.ranked_overlap.0 as u16,
            reach_ranks: rules.toggles.reach_ranks == NoYes::Yes,
        };
        let fight = [0, 1].map(|at: usize| {
            engaged(
                &ranks,
                [&troops[at], &troops[1 - at]],
                [standing[at], standing[1 - at]],
            )
        });
        if keys
            .number("distance")
            .is_some_and(|distance| distance > f64::from(troops[0].range))
        {
            let help = format!("its combat range is {}", troops[0].range);
            checker.fail(keys.node("distance"), "too far to strike", Some(help));
        }
        keyed(&rules.close_combat.list(), &keys, &mut why);
        let fronts = keys.number("extra_fronts").unwrap_or(0.0) as i32;
        why.retain(|line| !["extra_fronts", "subject_parry"].contains(&line.0));
        why.add("extra_fronts", rules.close_combat.extra_fronts * fronts);
        rules.close_combat.numbers(fight[0], fight[1], &mut why);
        if keys.given("subject_parry").unwrap_or(b.melee.parry) {
            why.add("subject_parry", rules.close_combat.subject_parry);
        }
        if a.formation == Formation::Close {
            why.add("close formation", rules.toggles.close_bonus.0 as i32);
        }
        pool = rules.pool(
            a.skills[0],
            true,
            [troops[0].members, fight[0], suffered[0]],
        );
        bd = a.melee.bd;
        armour = if keys.on("unaware_all") {
            0
        } else {
            division.pierced(b.armour, a.melee.ap)
        };
        what = "Close Combat";
    } else {
        let aimed = question == "aimed_fire";
        let weapon = a.ranged.filter(|weapon| {
            if aimed {
                weapon.aimed
            } else {
                weapon.volley_bd.is_some()
            }
        });
        let Some(weapon) = weapon else {
            let needs = if aimed {
                "it has no weapon to aim"
            } else {
                "it has no weapon for volleys (`volley_bd`)"
            };
            let at = query.get("a").unwrap_or(query);
            checker.fail(at, needs, Some("give it one under `ranged`".to_owned()));
            checker.finish()?;
            return Err(Problems::default());
        };
        let band = band(&weapon, &keys);
        if aimed {
            keyed(&rules.aimed_fire.list(), &keys, &mut why);
            let lines = &rules.aimed_fire;
            if keys.on("taking_cover") && keys.on("partial_cover") {
                why.add("taking_partial_cover", lines.taking_partial_cover);
            }
            if band.is_none_or(|band| band > 0) {
                why.add("beyond_short", lines.beyond_short);
            }
            if band.is_none_or(|band| band > 1) {
                why.add("beyond_medium", lines.beyond_medium);
            }
        } else {
            let lines = &rules.volley;
            keyed(&lines.list(), &keys, &mut why);
            if keys.on("taking_cover") && keys.on("partial_cover") {
                why.add("taking_partial_cover", lines.taking_partial_cover);
            }
            match band {
                Some(0) => why.add("inside short range", lines.short),
                Some(1) => why.add("medium range", lines.medium),
                _ => why.add("beyond medium range", lines.beyond_medium),
            }
        }
        let of = [troops[0].members, standing[0], suffered[0]];
        let mut dice = rules.pool(a.skills[if aimed { 1 } else { 2 }], aimed, of);
        if band.is_none() {
            // Beyond long range there is no attack.
            dice.dice = 0;
        }
        pool = dice;
        let plain = if aimed {
            weapon.bd
        } else {
            weapon.volley_bd.unwrap_or(0)
        };
        bd = plain - weapon.falloff[band.unwrap_or(2)];
        armour = b.armour;
        what = if aimed {
            "Aimed Fire"
        } else {
            "Concentrated Volley"
        };
    }
    checker.finish()?;
    worse_only(rules, &mut why);
    if keys.on("double_paced") {
        why.add("after Double Pace", rules.check.double_pace);
    }
    why.add("improvised", pool.improvised);
    let modifier: i32 = why.iter().map(|line| line.1).sum();
    let automatic = keys.on("unaware_all");
    let need = if automatic { 1 } else { rules.need(modifier) };
    let raw = division.need(b.hits.unwrap_or(1), armour, bd);
    let mut attack = Attack {
        title: format!("{} against {}: {what}", said(a, "a"), said(b, "b")),
        dice: pool.dice,
        why,
        automatic,
        bd,
        modified_hits: division.counted(raw),
        need,
        successes: Vec::new(),
        damage: Vec::new(),
        casualties: Vec::new(),
        destroyed: 0.0,
    };
    attack
        .resolve(&division, raw, &troops[1], suffered[1], exact)
        .map_err(|TooBig| too_big(query))?;
    Ok(Box::new(attack))
}

/// The band of the distance, with the rise of the ground (4.2); none beyond long range.
fn band(weapon: &Ranged, keys: &Keys) -> Option<usize> {
    let rise = keys.number("rise").unwrap_or(0.0);
    let distance = keys.number("distance").unwrap_or(0.0) + rise.max(0.0);
    let [short, medium, long] = weapon.range.map(f64::from);
    let bounds = [short, medium, long + (-rise).max(0.0)];
    bounds.iter().position(|bound| distance <= *bound)
}

impl Attack {
    /// From successes to damage, casualties and the chance of destruction.
    fn resolve(
        &mut self,
        division: &Division,
        need: i32,
        target: &Troop,
        suffered: u16,
        exact: &mut Exact,
    ) -> Result<(), TooBig> {
        exact.set_budget(u64::MAX);
        let question = Successes {
            dice: self.dice.min(255) as u8,
            need: self.need as u8,
        };
        let room = target.capacity() - suffered;
        let standing = target.standing(suffered);
        let law = exact.law(question)?;
        let deadly = exact.mean(
            Vital {
                deadly: target.deadly,
            },
            f64::from,
        );
        self.successes = distribution(law.iter().map(|(n, p)| (*n as usize, *p)));
        for (hits, chance) in law {
            let points = division.points([Group { need, hits }]).min(u32::from(room)) as u16;
            let removed = standing - target.standing(suffered + points);
            let rolls = match target.threshold {
                Some(threshold) if points < room => {
                    (suffered + points) / threshold - suffered / threshold
                }
                _ => 0,
            };
            let survives = (1.0 - deadly).powi(i32::from(rolls));
            let dies = if points == room { 1.0 } else { 1.0 - survives };
            grow(&mut self.damage, points, chance);
            grow(&mut self.casualties, removed, chance * (1.0 - dies));
            grow(&mut self.casualties, standing, chance * dies);
            self.destroyed += chance * dies;
        }
        while self.casualties.len() > 1 && self.casualties.last() == Some(&0.0) {
            self.casualties.pop();
        }
        Ok(())
    }
}

fn grow(list: &mut Vec<f64>, at: u16, chance: f64) {
    let at = usize::from(at);
    if list.len() <= at {
        list.resize(at + 1, 0.0);
    }
    list[at] += chance;
}

impl Reply for Attack {
    fn json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        let modifier: i32 = self.why.iter().map(|line| line.1).sum();
        put(&mut map, "dice", json!(self.dice));
        put(&mut map, "modifier", json!(modifier));
        put(
            &mut map,
            "p_die",
            json!(f64::from(SIDES + 1 - self.need) / f64::from(SIDES)),
        );
        put(&mut map, "base_damage", json!(self.bd));
        put(&mut map, "modified_hits", json!(self.modified_hits));
        put(&mut map, "successes", json!(self.successes));
        put(&mut map, "damage", json!(self.damage));
        put(&mut map, "casualties", json!(self.casualties));
        put(&mut map, "mean_damage", json!(mean(&self.damage)));
        put(&mut map, "mean_casualties", json!(mean(&self.casualties)));
        put(&mut map, "destroyed", json!(self.destroyed));
        map
    }

    fn words(&self) -> Vec<Words> {
        let check = line(self.dice, &self.why, self.need);
        let check = if self.automatic {
            format!("{check} (automatic: all unaware)")
        } else {
            check
        };
        vec![
            Words::Title(self.title.clone()),
            Words::Line(check),
            Words::Line(format!(
                "base damage {}: {} to a damage point",
                self.bd,
                if self.modified_hits == 1 {
                    "1 hit".to_owned()
                } else {
                    format!("{} hits", self.modified_hits)
                }
            )),
            bars("damage points", &self.damage),
            bars("casualties", &self.casualties),
            Words::Line(format!(
                "{:.3} damage points on average; destroyed with {}",
                mean(&self.damage),
                percent(self.destroyed)
            )),
        ]
    }
}
