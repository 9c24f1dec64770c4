//! Who fights whom, counted without being written out: each build's opponents follow from the kind of pairing and its
//! filters, so only one number a build is kept.

use super::plan::Soldier;

/// The kinds of pairing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Every pair of one list.
    All {
        /// Each also against itself.
        mirrors: bool,
        /// Each pair also with the sides swapped.
        both_sides: bool,
    },
    /// Each of one list against each of another.
    Cross,
    /// Each against itself.
    Mirror,
}

/// Which pairs are left out.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Filter {
    /// Only pairs of one group.
    pub same_group: bool,
    /// The dearer costs at most this many times the other.
    pub points_ratio: Option<f64>,
}

impl Filter {
    fn passes(&self, a: &Soldier, b: &Soldier) -> bool {
        if self.same_group && a.recruit.group != b.recruit.group {
            return false;
        }
        match (self.points_ratio, a.recruit.points, b.recruit.points) {
            (None, ..) => true,
            (Some(most), Some(a), Some(b)) => a.max(b) <= most * a.min(b) + 1e-9,
            // What has no price cannot be said to be near another.
            (Some(_), ..) => false,
        }
    }
}

/// The pairs of a variant.
pub struct Pairs {
    kind: Kind,
    filter: Filter,
    /// Places of the two lists among the soldiers.
    a: Vec<u32>,
    b: Vec<u32>,
    /// How many pairs come before each of `a`, and in all.
    before: Vec<u64>,
}

impl Pairs {
    /// Counts the pairs of two lists of places.
    pub fn new(
        kind: Kind,
        filter: Filter,
        a: Vec<u32>,
        b: Vec<u32>,
        soldiers: &[Soldier],
    ) -> Pairs {
        let mut pairs = Pairs {
            kind,
            filter,
            a,
            b,
            before: Vec::new(),
        };
        let mut before = Vec::with_capacity(pairs.a.len() + 1);
        let mut sum = 0;
        before.push(0);
        for row in 0..pairs.a.len() {
            sum += pairs.row(row, soldiers).count() as u64;
            before.push(sum);
        }
        pairs.before = before;
        pairs
    }

    /// Whether builds meet nobody but themselves.
    pub fn is_mirror(&self) -> bool {
        self.kind == Kind::Mirror
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.before.last().copied().unwrap_or(0)
    }

    /// Opponents of the row's soldier, in order.
    fn opponents<'a>(
        &'a self,
        row: usize,
        soldiers: &'a [Soldier],
    ) -> impl Iterator<Item = u32> + 'a {
        let me = self.a[row];
        let (list, from, to) = match self.kind {
            Kind::All { .. } => (&self.a, row, self.a.len()),
            Kind::Cross => (&self.b, 0, self.b.len()),
            Kind::Mirror => (&self.a, row, row + 1),
        };
        let itself = match self.kind {
            Kind::All { mirrors, .. } => mirrors,
            Kind::Cross | Kind::Mirror => true,
        };
        list[from..to]
            .iter()
            .copied()
            .filter(move |&other| itself || other != me)
            .filter(move |&other| {
                self.filter
                    .passes(&soldiers[me as usize], &soldiers[other as usize])
            })
    }

    /// The pairs of a row: with both sides wanted, each is followed by itself with the sides swapped, so that all
    /// meetings of two builds stand together.
    fn row<'a>(
        &'a self,
        row: usize,
        soldiers: &'a [Soldier],
    ) -> impl Iterator<Item = (u32, u32)> + 'a {
        let me = self.a[row];
        let both = matches!(
            self.kind,
            Kind::All {
                both_sides: true,
                ..
            }
        );
        self.opponents(row, soldiers).flat_map(move |other| {
            let swapped = (both && other != me).then_some((other, me));
            std::iter::once((me, other)).chain(swapped)
        })
    }

    /// The pairs from number `from` on, in order.
    pub fn from<'a>(
        &'a self,
        from: u64,
        soldiers: &'a [Soldier],
    ) -> impl Iterator<Item = (u32, u32)> + 'a {
        // The row that holds pair number `from`.
        let first = self.before.partition_point(|&before| before <= from).max(1) - 1;
        let skip = from - self.before[first].min(from);
        (first..self.a.len())
            .flat_map(move |row| self.row(row, soldiers))
            .skip(skip as usize)
    }
}
