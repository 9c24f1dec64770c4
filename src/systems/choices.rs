//! Toggles and choices, the same for every system: a value with a name that a rules file, a build or a situation may
//! give, and whose first value is the default.

use crate::document::{Node, Shape};

/// A toggle's value: what may be written, and how it is read. What is missing is the default.
pub trait Toggle: Sized {
    /// What may be written.
    fn shape() -> Shape;
    /// Reads a value that has the shape.
    fn read(node: Option<&Node>) -> Self;
}

/// Makes enums of named choices, the default first; each is a [`Toggle`].
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* #[doc = concat!("`", $text, "`")] $variant),* }

        impl $name {
            /// The names, the default first.
            pub const NAMES: &'static [&'static str] = &[$($text),*];
            const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The value called so.
            pub fn named(text: &str) -> Option<$name> {
                Self::NAMES.iter().position(|name| *name == text).map(|at| Self::ALL[at])
            }

            /// Its name.
            #[allow(dead_code, reason = "not every choice is ever named to people")]
            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        impl $crate::systems::choices::Toggle for $name {
            fn shape() -> $crate::document::Shape {
                use $crate::document::Shape;
                let choice = Shape::choice(Self::NAMES);
                // Where the names are yes and no, true and false will do.
                match Self::yes_no() {
                    Some(_) => Shape::either(vec![choice, Shape::flag()]),
                    None => choice,
                }
            }
            fn read(node: Option<&$crate::document::Node>) -> Self {
                use $crate::document::Node;
                let named = node.and_then(Node::as_text).and_then($name::named);
                let flag = node.and_then(Node::as_bool).zip(Self::yes_no());
                named
                    .or(flag.and_then(|(yes, names)| $name::named(names[usize::from(yes)])))
                    .unwrap_or(Self::ALL[0])
            }
        }

        impl $name {
            /// The names for false and true, if that is what it is about.
            fn yes_no() -> Option<[&'static str; 2]> {
                [["no", "yes"], ["off", "on"]]
                    .into_iter()
                    .find(|pair| Self::NAMES.len() == 2 && pair.iter().all(|name| Self::NAMES.contains(name)))
            }
        }
    )*};
}
pub(super) use choices;

/// A whole number between two bounds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Whole<const MIN: i64, const MAX: i64, const DEFAULT: i64>(pub i64);

impl<const MIN: i64, const MAX: i64, const DEFAULT: i64> Toggle for Whole<MIN, MAX, DEFAULT> {
    fn shape() -> Shape {
        Shape::int(MIN..=MAX)
    }
    fn read(node: Option<&Node>) -> Self {
        Whole(node.and_then(Node::as_int).unwrap_or(DEFAULT))
    }
}

/// Makes the struct `Toggles` of a system: one field a toggle, each with its words for the schema.
macro_rules! toggles {
    ($($(#[doc = $doc:literal])* $key:ident: $kind:ty,)*) => {
        /// The toggles of a rules file.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Toggles { $($(#[doc = $doc])* pub $key: $kind,)* }

        impl Toggles {
            /// What may be written under `[toggles]`.
            pub fn shape() -> $crate::document::Shape {
                $crate::document::Shape::table(vec![$(
                    $crate::document::Field::maybe(stringify!($key), <$kind as $crate::systems::choices::Toggle>::shape().doc(concat!($($doc),*).trim_ascii_start())),
                )*])
            }

            /// Reads what has the shape.
            pub fn read(node: Option<&$crate::document::Node>) -> Toggles {
                let get = |key: &str| node.and_then(|table| table.get(key));
                Toggles { $($key: <$kind as $crate::systems::choices::Toggle>::read(get(stringify!($key))),)* }
            }
        }
    };
}
pub(super) use toggles;
