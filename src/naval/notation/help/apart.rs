//! The verbs of generated battles before contact, and of games without positions.
use super::{VerbHelp, order};

/// `generate`.
pub(super) const GENERATE: VerbHelp = order(
    "generate",
    &[],
    "10.1",
    "generate visibility | generate SIDE",
    "rolls the weather of a generated scenario, or the force of a side",
    "generate visibility",
    "The tables are those of the theatre and the date; the ships are those of the library that were in service.",
);

/// `approach`.
pub(super) const APPROACH: VerbHelp = order(
    "approach",
    &[],
    "10.1.3",
    "approach SIDE N bearing DEGREES",
    "says whence a side of a generated scenario comes",
    "approach japan 24 bearing 225",
    "Distance and bearing from the centre of the table, kept from the enemy until the forces are placed.",
);

/// `deploy`.
pub(super) const DEPLOY: VerbHelp = order(
    "deploy",
    &[],
    "10.2",
    "deploy DIVISION [at X Y] [speed N]",
    "places a division of a generated scenario",
    "deploy asahi at 20 14",
    "The first begins at the point of its side's approach, every other with a ship within 6.0 of it, all on its course, for the \
     centre; when the last is placed, sides in sight of each other draw back.",
);

/// `preplot`.
pub(super) const PREPLOT: VerbHelp = order(
    "preplot",
    &[],
    "5.13.2",
    "preplot NAME PLOT [speed N]; PLOT; ... [xN]",
    "files the ten turns that a division runs before contact",
    "preplot asahi 1-CL30 speed 2; 2 x9",
    "Where strengths are hidden, before turn 1. The plots run until a division of the side sights an enemy, or his funnel \
     smoke; x9 stands for nine turns alike.",
);

/// `quickstart`.
pub(super) const QUICKSTART: VerbHelp = order(
    "quickstart",
    &["quick"],
    "5.14",
    "quickstart [NAME SPEED]... [turns N]",
    "runs everybody straight on until somebody is sighted",
    "quickstart asahi 2.5 turns 20",
    "No plots are asked for; it stops in the Sighting Segment that brings the first ship into sight, at funnel smoke, in a battle that begins \
     out of sight before friends would run on to each other, or when the turns are over, 30 unless told otherwise.",
);

/// `none`.
pub(super) const NONE: VerbHelp = order(
    "none",
    &[],
    "7.5.1",
    "none in reach [SIDE]",
    "says that no large ship is in torpedo range of another",
    "none in reach japan",
    "Where positions do not tell and nothing measured does. The range of the nearest two, measured in the Torpedo Segment, \
     answers as well. Without a side, for both.",
);

/// `orders`.
pub(super) const ORDERS: VerbHelp = order(
    "orders",
    &[],
    "5.10",
    "orders NAME [range N] [repeaters N]",
    "dices whether a division that is moved by hand has its orders",
    "orders asahi range 12",
    "Owed when it changes course or speed. The range is that to the force flag, the repeaters the friendly formations between; \
     where the orders do not come, the answer says what it does instead.",
);

/// `collide`.
pub(super) const COLLIDE: VerbHelp = order(
    "collide",
    &[],
    "5.11",
    "collide NAME NAME|land [ram|bow|scrape]",
    "dices for two bases that overlap on the table, or for a ship that runs on to land",
    "collide asahi rurik",
    "In the Movement Segment. The first rams the second unless they met bow to bow, or scrape along each other; between ships \
     with positions these say how they met. `collide asahi land` rolls the damage of the shore for a ship without a position.",
);
