//! The odds of one attack (the question `attack`): every outcome of one attack and its answer, exactly.

use super::attack::Manner;
use super::build::Build;
use super::data::Rules;
use super::duel::{Begins, Bout, Situation};
use super::exchange::{Opposed, Spot};
use super::fighter::Load;
use super::orders::{ARMS, Shot};
use crate::document::{Checker, Field, Node, Problems, Shape, listed};
use crate::systems::choices::{Toggle, choices};
use crate::systems::{Align, Reply, Words, percent};
use crate::umpire::{Exact, Side, TooBig};
use serde_json::{Map, Value, json};

choices! {
    /// How the target answers.
    Kind { Nothing = "none", Counter = "counter", Dodge = "dodge", Block = "block" }
}

/// What the query may say beside the common keys.
pub fn shape() -> Shape {
    let reaction = Shape::either(vec![
        Kind::shape(),
        Shape::table(vec![
            Field::needed("kind", Kind::shape().doc("how the target answers")),
            Field::maybe("weapon", Shape::text().doc("with which of its weapons")),
        ]),
    ]);
    Shape::table(vec![
        Field::needed("a", Shape::any().doc("the attacker: a named build, or a table")),
        Field::needed("b", Shape::any().doc("the target: a named build, or a table")),
        Field::needed("gap", Shape::int(0..=10_000).doc("inches between the two")),
        Field::maybe("weapon", Shape::text().doc("a weapon's id, or one profile of it such as musket/bayonet; default: the first in range")),
        Field::maybe("aim", Shape::flag().doc("its movement action was Idle")),
        Field::maybe("rounds", Shape::int(0..=250).doc("rounds loaded; default: full")),
        Field::maybe("reaction", reaction.doc("how the target answers (default none)")),
    ])
}

/// The odds of one attack.
#[derive(Clone, Debug)]
pub struct Odds {
    names: [String; 2],
    weapon: String,
    damage_type: String,
    /// Dice rolled.
    pub dice: u8,
    /// The target value.
    pub target: i32,
    /// Chance that a die succeeds, that it is a critical success.
    pub success: [f64; 2],
    /// Chance that an ordinary, that a critical hit costs 1 STR.
    pub loss: [f64; 2],
    reaction: Option<(Kind, String, u8, i32)>,
    /// Chance of so many attack dice standing.
    pub survivors: Vec<f64>,
    /// Chance of so many reaction dice standing; empty where each cancels one die only.
    pub reaction_survivors: Vec<f64>,
    /// Chance of so much STR lost by the target, by the attacker; not capped by what they have.
    pub losses: [Vec<f64>; 2],
    /// Chance that the target, the attacker, both are killed.
    pub kill: [f64; 3],
    /// The attacker stands in its own blast, which is not counted here.
    in_blast: bool,
}

const IN_BLAST: &str =
    "the attacker stands in its own blast; secondary hits (section 4.9) are not counted here";

/// Adds a chance at a place of a distribution.
fn put(distribution: &mut Vec<f64>, at: u32, chance: f64) {
    let at = at as usize;
    if distribution.len() <= at {
        distribution.resize(at + 1, 0.0);
    }
    distribution[at] += chance;
}

/// Works out the odds that a query asks for.
pub fn odds(
    rules: &Rules,
    a: &Build,
    b: &Build,
    query: &Node,
    exact: &mut Exact,
) -> Result<Odds, Problems> {
    let mut checker = Checker::new(query);
    match Attack::read(rules, a, b, query, &mut checker) {
        Some(attack) => attack.odds(rules, exact).map_err(|TooBig| {
            let mut checker = Checker::new(query);
            checker.fail(
                query,
                "this attack has too many outcomes to be worked out",
                Some("use fewer dice".to_owned()),
            );
            checker.finish().err().unwrap_or_default()
        }),
        None => Err(checker.finish().err().unwrap_or_default()),
    }
}

struct Attack {
    bout: Bout,
    shot: Shot,
    kind: Kind,
    opposed: Opposed,
    /// The reaction in words: weapon, dice, target value.
    reaction: Option<(Kind, String, u8, i32)>,
}

impl Attack {
    fn read(
        rules: &Rules,
        a: &Build,
        b: &Build,
        query: &Node,
        checker: &mut Checker,
    ) -> Option<Attack> {
        let gap_node = query.get("gap")?;
        let gap = gap_node.as_int()? as i32;
        let situation = Situation {
            gap: gap as u16,
            initiative: Begins::A,
            cap: 1,
        };
        let bout = match Bout::new(rules, a, b, situation) {
            Ok(bout) => bout,
            Err(too_many) => {
                checker.fail(query, too_many.to_string(), None);
                return None;
            }
        };
        let mut loads = [[Load::default(); ARMS]; 2];
        for (fighter, loads) in bout.fighters.iter().zip(&mut loads) {
            for (arm, load) in fighter.arms.iter().zip(loads) {
                *load = arm.full();
            }
        }
        let profile = find(&bout, Side::A, query.get("weapon"), gap_node, gap, checker)?;
        let me = &bout.fighters[0];
        let weapon = &me.profiles[profile];
        let mut rounds = weapon.arm.map_or(0, |arm| loads[0][arm].rounds);
        if let Some(node) = query.get("rounds") {
            let loaded = node.as_int()? as u8;
            if !weapon.ammo {
                checker.fail(
                    node,
                    format!("{} has no Ammo", weapon.id),
                    Some("leave `rounds` out".to_owned()),
                );
                return None;
            }
            if loaded == 0 || loaded > rounds {
                checker.fail(
                    node,
                    format!("{} cannot attack with {loaded} rounds", weapon.id),
                    Some(format!("expected 1 to {rounds}")),
                );
                return None;
            }
            rounds = loaded;
        }
        let aim = query.get("aim").and_then(Node::as_bool).unwrap_or(false);
        let dice = weapon.allowed(weapon.dice, rounds, bout.readings.unit);
        let shot = Shot {
            profile,
            gap,
            dice,
            models: 1,
            aim,
            extra: 0,
            score: weapon.score(dice, gap, aim, 0),
        };
        let reaction = query.get("reaction");
        let table = reaction.filter(|node| node.as_text().is_none());
        let kind_node = table.and_then(|t| t.get("kind")).or(reaction);
        let kind = Kind::read(kind_node);
        let with = table.and_then(|t| t.get("weapon"));
        let foe = &bout.fighters[1];
        let (opposed, words) = match kind {
            Kind::Nothing => (Opposed::Nothing, None),
            Kind::Dodge => (
                Opposed::Dodge(foe.dodge),
                Some((String::new(), foe.dodge.pool.dice, foe.dodge.target)),
            ),
            Kind::Counter => {
                let back = match with {
                    Some(_) => {
                        let at = find(&bout, Side::B, with, gap_node, gap, checker)?;
                        Some(
                            bout.readings
                                .counter_shot(foe, at, Spot::open(gap), 1, &loads[1]),
                        )
                    }
                    None => {
                        let here = std::iter::once(Spot::open(gap));
                        bout.readings
                            .counter(foe, 1, &loads[1], here, |_, _| 0)
                            .map(|(shot, _)| shot)
                    }
                };
                let Some(back) = back else {
                    checker.fail(
                        kind_node?,
                        format!("b has no weapon that can hurt a at {gap}\""),
                        Some("choose another reaction".to_owned()),
                    );
                    return None;
                };
                let weapon = &foe.profiles[back.profile];
                let words = (weapon.id.clone(), back.dice, weapon.target(gap, back.aim));
                (Opposed::Counter(back), Some(words))
            }
            Kind::Block => {
                let at = match with {
                    Some(node) => {
                        let at = find(&bout, Side::B, with, gap_node, 0, checker)?;
                        if !foe.may_block(&foe.profiles[at], weapon, &loads[1]) {
                            checker.fail(
                                node,
                                format!("{} cannot block {}", foe.profiles[at].id, weapon.id),
                                Some("see ruling AE-24".to_owned()),
                            );
                            return None;
                        }
                        at
                    }
                    None => match foe.block(weapon, &loads[1]) {
                        Some((_, at)) => at,
                        None => {
                            checker.fail(
                                kind_node?,
                                format!("b has nothing to block {} with", weapon.id),
                                Some("see ruling AE-24".to_owned()),
                            );
                            return None;
                        }
                    },
                };
                let defence = foe.block_with(at);
                let words = (
                    foe.profiles[at].id.clone(),
                    defence.pool.dice,
                    defence.target,
                );
                (Opposed::Block(defence), Some(words))
            }
        };
        let reaction = words.map(|(weapon, dice, target)| (kind, weapon, dice, target));
        Some(Attack {
            bout,
            shot,
            kind,
            opposed,
            reaction,
        })
    }

    fn odds(self, rules: &Rules, exact: &mut Exact) -> Result<Odds, TooBig> {
        let me = &self.bout.fighters[0];
        let weapon = &me.profiles[self.shot.profile];
        let exchange = {
            let [a, b] = &self.bout.fighters;
            self.bout
                .readings
                .exchange([a, b], true, self.shot, self.opposed)
        };
        exact.set_budget(u64::MAX);
        let mut contest = exchange.contest;
        if contest.manner == Manner::Shields && self.kind != Kind::Nothing {
            contest.manner = Manner::Watched;
        }
        let told = contest.manner != Manner::Parries && self.kind != Kind::Nothing;
        let mut survivors = vec![0.0; usize::from(self.shot.dice) + 1];
        let mut reaction_survivors = Vec::new();
        for (standing, chance) in exact.law(contest)? {
            put(&mut survivors, standing.plain + standing.crit, chance);
            if told {
                put(
                    &mut reaction_survivors,
                    standing.back_plain + standing.back_crit,
                    chance,
                );
            }
        }
        let counter_dice = if let Opposed::Counter(back) = self.opposed {
            back.dice
        } else {
            0
        };
        let mut losses = [
            vec![0.0; usize::from(self.shot.dice) + 1],
            vec![0.0; usize::from(counter_dice) + 1],
        ];
        let mut kill = [0.0; 3];
        let [a, b] = [0, 1].map(|side: usize| u32::from(self.bout.fighters[side].str));
        for ([target, striker], chance) in exact.law(exchange)? {
            put(&mut losses[0], target, chance);
            put(&mut losses[1], striker, chance);
            let dead = [target >= b, striker >= a, target >= b && striker >= a];
            for (kill, dead) in kill.iter_mut().zip(dead) {
                *kill += if dead { chance } else { 0.0 };
            }
        }
        let pool = exchange.contest.strike;
        Ok(Odds {
            names: [0, 1].map(|side: usize| self.bout.fighters[side].name.clone()),
            weapon: weapon.id.clone(),
            damage_type: rules.types[weapon.kind].id.clone(),
            dice: self.shot.dice,
            target: weapon.target(self.shot.gap, self.shot.aim),
            success: [pool.success(), pool.critical()],
            loss: weapon.loss.map(|loss| f64::from(loss) / 20.0),
            reaction: self.reaction,
            survivors,
            reaction_survivors,
            losses,
            kill,
            in_blast: weapon
                .explosive
                .is_some_and(|radius| self.shot.gap <= radius),
        })
    }
}

/// The profile that a question names, or the first in range.
fn find(
    bout: &Bout,
    side: Side,
    name: Option<&Node>,
    gap_node: &Node,
    gap: i32,
    checker: &mut Checker,
) -> Option<usize> {
    let profiles = &bout.fighters[side.index()].profiles;
    let in_range = |at: &usize| profiles[*at].modifier(gap).is_some();
    let Some(name_node) = name else {
        let found = (0..profiles.len()).find(in_range);
        if found.is_none() {
            checker.fail(
                gap_node,
                format!("nothing reaches {gap}\""),
                Some("come closer, or carry something with a longer range".to_owned()),
            );
        }
        return found;
    };
    let wanted = name_node.as_text()?;
    let named: Vec<usize> = (0..profiles.len())
        .filter(|&at| {
            let id = profiles[at].id.as_str();
            id == wanted || (!wanted.contains('/') && id.split('/').next() == Some(wanted))
        })
        .collect();
    if named.is_empty() {
        let known: Vec<&str> = profiles.iter().map(|p| p.id.as_str()).collect();
        checker.unknown_name(name_node, "profile", wanted, &known);
        return None;
    }
    let found = named.into_iter().find(in_range);
    if found.is_none() {
        let reaching: Vec<&str> = profiles
            .iter()
            .filter(|p| p.modifier(gap).is_some())
            .map(|p| p.id.as_str())
            .collect();
        let help = if reaching.is_empty() {
            "nothing reaches".to_owned()
        } else {
            format!("within reach: {}", listed(reaching))
        };
        checker.fail(
            name_node,
            format!("`{wanted}` cannot be used at {gap}\""),
            Some(help),
        );
    }
    found
}

impl Reply for Odds {
    fn json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| {
            map.insert(key.to_owned(), value);
        };
        put("weapon", json!(self.weapon));
        put("type", json!(self.damage_type));
        put("dice", json!(self.dice));
        put("target", json!(self.target));
        put("success", json!(self.success[0]));
        put("crit", json!(self.success[1]));
        put("loss_plain", json!(self.loss[0]));
        put("loss_crit", json!(self.loss[1]));
        if let Some((kind, weapon, dice, target)) = &self.reaction {
            put(
                "reaction",
                json!({"kind": kind.name(), "weapon": weapon, "dice": dice, "target": target}),
            );
        }
        put("survivors", json!(self.survivors));
        if !self.reaction_survivors.is_empty() {
            put("reaction_survivors", json!(self.reaction_survivors));
        }
        put("loss_defender", json!(self.losses[0]));
        put("loss_attacker", json!(self.losses[1]));
        put("kill_defender", json!(self.kill[0]));
        put("kill_attacker", json!(self.kill[1]));
        put("kill_both", json!(self.kill[2]));
        if self.in_blast {
            put("note", json!(IN_BLAST));
        }
        map
    }

    fn words(&self) -> Vec<Words> {
        let name = |at: usize, else_: &str| {
            if self.names[at].is_empty() {
                else_.to_owned()
            } else {
                self.names[at].clone()
            }
        };
        let [attacker, defender] = [name(0, "A"), name(1, "B")];
        let dice = |n: u8| {
            if n == 1 {
                "1 die".to_owned()
            } else {
                format!("{n} dice")
            }
        };
        let mut words = vec![
            Words::Title(format!(
                "{attacker} attacks {defender} with {}",
                self.weapon
            )),
            Words::Line(format!(
                "{}, target {}: each succeeds with {}, critically with {}",
                dice(self.dice),
                self.target,
                percent(self.success[0]),
                percent(self.success[1])
            )),
            Words::Line(format!(
                "a hit costs 1 STR with {}, a critical hit with {} ({} damage)",
                percent(self.loss[0]),
                percent(self.loss[1]),
                self.damage_type
            )),
        ];
        if let Some((kind, weapon, n, target)) = &self.reaction {
            let with = if weapon.is_empty() {
                String::new()
            } else {
                format!(" with {weapon}")
            };
            words.push(Words::Line(format!(
                "{defender} answers: {}{with}, {}, target {target}",
                kind.name(),
                dice(*n)
            )));
        }
        let mut head = vec![
            "number".to_owned(),
            "attack dice that stand".to_owned(),
            format!("STR {defender} loses"),
        ];
        let mut columns = vec![&self.survivors, &self.losses[0]];
        if self.losses[1].len() > 1 {
            head.push(format!("STR {attacker} loses"));
            columns.push(&self.losses[1]);
        }
        let longest = columns.iter().map(|c| c.len()).max().unwrap_or(0);
        let rows = (0..longest).map(|n| {
            let cells = columns
                .iter()
                .map(|c| c.get(n).map_or(String::new(), |p| percent(*p)));
            std::iter::once(n.to_string()).chain(cells).collect()
        });
        if self.in_blast {
            words.push(Words::Warning(IN_BLAST.to_owned()));
        }
        words.push(Words::Table {
            align: vec![Align::Right; head.len()],
            head,
            rows: rows.collect(),
        });
        words.push(Words::Line(format!(
            "{defender} is killed with {}",
            percent(self.kill[0])
        )));
        if self.kill[1] > 0.0 {
            words.push(Words::Line(format!(
                "{attacker} is killed with {}, both with {}",
                percent(self.kill[1]),
                percent(self.kill[2])
            )));
        }
        words
    }
}
