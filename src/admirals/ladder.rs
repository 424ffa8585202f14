//! The battles in which the levels of computer players are compared.

/// Twelve scenarios with forces placed on both sides, from 1904 to 1917, by day and by night, of a few ships and of
/// whole fleets. In the order of their dates.
pub const LADDER: [&str; 12] = [
    "drill-two-lines",
    "yellow-sea",
    "ulsan",
    "tsushima",
    "tsushima-night",
    "coronel",
    "cape-sarych",
    "falklands",
    "dogger-bank",
    "jutland-1830",
    "moon-sound",
    "heligoland-1917",
];
