//! The two sides of a board game, and what each of them has.
use std::ops::{Index, IndexMut};

/// One of the two sides of a game.
pub trait Sided: Copy + PartialEq + 'static {
    /// Both, in the order in which positions and journals count them.
    const BOTH: [Self; 2];
    /// The place of this one among them.
    fn index(self) -> usize;
    /// The letter by which a position's text names it.
    fn letter(self) -> char;
}

/// Something that each of two sides has.
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

/// The sides of a game: an enum of two, each with its name.
macro_rules! two_sides {
    ($(#[$doc:meta])* $Side:ident: $(#[$one_doc:meta])* $One:ident $one:literal, $(#[$other_doc:meta])* $Other:ident $other:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $Side {
            $(#[$one_doc])*
            $One,
            $(#[$other_doc])*
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

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            fn letter(self) -> char {
                match self {
                    $Side::$One => $one,
                    $Side::$Other => $other,
                }
            }
        }

        impl std::fmt::Display for $Side {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self {
                    $Side::$One => stringify!($One),
                    $Side::$Other => stringify!($Other),
                })
            }
        }
    };
}

pub(crate) use two_sides;
