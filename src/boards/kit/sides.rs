//! The two sides of a board game, and values for each of them.
use std::{
    fmt::{Debug, Display},
    ops::{Index, IndexMut},
};

/// One of the two sides of a game.
pub trait Sided: Copy + Eq + Debug + Display + Send + Sync + 'static {
    /// Both, in the order in which positions and journals count them.
    const BOTH: [Self; 2];
    /// Its name, as typed and stored.
    fn name(self) -> &'static str;
    /// Its index, 0 or 1.
    fn index(self) -> usize;
    fn from_name(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }
    /// The side whose name begins with what was typed, in any case. `None` if both or neither do.
    fn from_prefix(typed: &str) -> Option<Self> {
        let typed = typed.to_lowercase();
        let mut matches = Self::BOTH.into_iter().filter(|side| !typed.is_empty() && side.name().starts_with(&typed));
        matches.next().filter(|_| matches.next().is_none())
    }
    fn other(self) -> Self {
        Self::BOTH[1 - self.index()]
    }
    /// The letter that stands for it in a position's text.
    fn letter(self) -> char {
        char::from(self.name().as_bytes()[0])
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerSide<T>(pub [T; 2]);

impl<S: Sided, T> Index<S> for PerSide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: S) -> &T {
        &self.0[side.index()]
    }
}

impl<S: Sided, T> IndexMut<S> for PerSide<T> {
    #[inline]
    fn index_mut(&mut self, side: S) -> &mut T {
        &mut self.0[side.index()]
    }
}

/// Defines the sides of a game: an enum of two, each with its name.
macro_rules! two_sides {
    ($(#[$doc:meta])* $Side:ident: $One:ident $one:literal, $Other:ident $other:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $Side {
            $One,
            $Other,
        }

        impl $Side {
            pub const BOTH: [$Side; 2] = [$Side::$One, $Side::$Other];

            pub const fn other(self) -> $Side {
                match self {
                    $Side::$One => $Side::$Other,
                    $Side::$Other => $Side::$One,
                }
            }
        }

        impl $crate::kit::Sided for $Side {
            const BOTH: [$Side; 2] = $Side::BOTH;

            fn name(self) -> &'static str {
                [$one, $other][self as usize]
            }
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }

        impl std::fmt::Display for $Side {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad([stringify!($One), stringify!($Other)][*self as usize])
            }
        }
    };
}

pub(crate) use two_sides;
