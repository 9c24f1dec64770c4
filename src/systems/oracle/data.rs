//! What a rules file of this system says, read: Types, threat ranges, weights, prices. Names have become places.

use super::build::Build;
use super::pool::Faces;
use super::strike::Strike;
use super::toggles::Toggles;

/// A whole rules file.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its toggles.
    pub toggles: Toggles,
    /// The Types, in the file's order.
    pub types: Vec<Type>,
    /// The threat ranges.
    pub ranges: Vec<Range>,
    /// Words for weights, such as `deadly`.
    pub weights: Vec<(String, u16)>,
    /// The rules of a Strike.
    pub strike: Strike,
    /// What a build has where it says nothing.
    pub profile: Profile,
    /// Where a duel begins, in inches, unless told otherwise.
    pub gap: u16,
    /// Rounds after which a duel is a draw, unless told otherwise.
    pub rounds: u32,
    /// The price list.
    pub prices: Prices,
    /// The named builds.
    pub builds: Vec<Build>,
}

/// A soldier Type.
#[derive(Clone, Debug)]
pub struct Type {
    /// Key in the file.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// The faces that activate it (OR-01).
    pub faces: Faces,
    /// What it is for, in words that carry no rule.
    pub role: String,
}

/// A threat range.
#[derive(Clone, Debug)]
pub struct Range {
    /// Key in the file.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// How far it reaches.
    pub reach: Reach,
}

/// How far a soldier threatens; none is as far as it can see.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Reach(pub Option<u16>);

impl Reach {
    /// Whether something at this distance is threatened.
    pub fn covers(self, gap: u16) -> bool {
        self.0.is_none_or(|reach| gap <= reach)
    }

    /// As people write it.
    pub fn words(self) -> String {
        self.0
            .map_or("line of sight".to_owned(), |reach| format!("{reach}\""))
    }
}

/// The numbers of a soldier.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Place of its Type.
    pub kind: usize,
    /// Dice it brings to the pool.
    pub initiative: u16,
    /// Inches it moves.
    pub speed: u16,
    /// Place of its threat range, if that has a name.
    pub range: Option<usize>,
    /// How far it threatens.
    pub reach: Reach,
    /// How many must see it to remove it.
    pub toughness: i32,
    /// For how many it counts in a Strike.
    pub weight: u16,
}

/// The price list: what each thing costs, where a rules writer has said so.
#[derive(Clone, Debug, Default)]
pub struct Prices {
    /// Every soldier.
    pub soldier: Option<f64>,
    /// Each point of Initiative.
    pub initiative: Option<f64>,
    /// Each inch of Speed.
    pub speed: Option<f64>,
    /// Each point of Toughness.
    pub toughness: Option<f64>,
    /// Each model it counts for in a Strike.
    pub weight: Option<f64>,
    /// By place of the Type.
    pub types: Vec<Option<f64>>,
    /// By place of the threat range.
    pub ranges: Vec<Option<f64>>,
}

impl Prices {
    /// Whether anything has a price.
    pub fn any(&self) -> bool {
        let own = [
            self.soldier,
            self.initiative,
            self.speed,
            self.toughness,
            self.weight,
        ];
        let listed = self.types.iter().chain(&self.ranges);
        own.iter().chain(listed).any(Option::is_some)
    }
}
