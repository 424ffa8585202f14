//! Three-valued logic for conditions.
use std::ops::Not;

use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    Holds,
    Fails,
    /// Unknown to the viewer, or not measured.
    Open,
}

impl Truth {
    pub(crate) fn from_bool(holds: bool) -> Truth {
        if holds { Truth::Holds } else { Truth::Fails }
    }
    pub(crate) fn all(truths: impl IntoIterator<Item = Truth>) -> Truth {
        !Truth::any(truths.into_iter().map(Truth::not))
    }
    pub(crate) fn any(truths: impl IntoIterator<Item = Truth>) -> Truth {
        let mut any = Truth::Fails;
        for truth in truths {
            match truth {
                Truth::Holds => return Truth::Holds,
                Truth::Open => any = Truth::Open,
                Truth::Fails => {}
            }
        }
        any
    }
}

impl Not for Truth {
    type Output = Truth;
    fn not(self) -> Truth {
        match self {
            Truth::Holds => Truth::Fails,
            Truth::Fails => Truth::Holds,
            Truth::Open => Truth::Open,
        }
    }
}
