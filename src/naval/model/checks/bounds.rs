//! The bounds of a set-up, for scenario files and for the first line of a journal.
use std::ops::RangeInclusive;

use crate::model::{Fine, Inches};

/// D10 at or below which damage control succeeds. [8.6.1]
pub const DAMAGE_CONTROL: RangeInclusive<u8> = 1..=9;
/// Signalling and initiative of a division. [5.1]
pub const RATING: RangeInclusive<i32> = -5..=5;
/// Unmodified to-hit number of a band. [6.5.1, 7.4.3]
pub const TO_HIT: RangeInclusive<i32> = 0..=40;
/// Addition to the size by a line of the gunnery chart. [6.5.1.3]
pub const SIZE_PLUS: RangeInclusive<i32> = -40..=40;
/// Largest modifier of the command check, in either direction. [5.10.3]
pub const MAX_MODIFIER: i32 = 20;
/// Largest factor in a line of a chart.
pub const MAX_FACTOR: i64 = 20;
/// Largest radius of a turn, and gain of speed, in inches. [5.5, 5.6]
pub const MAX_TURN_OR_GAIN_IN: Inches = Inches::whole(6);
/// Maximum number of fires on a ship. The crew then abandons it. [8.5.2]
pub const MAX_FIRES: u8 = 5;
/// Dice that the rules use, by number of sides. [2.5]
pub const DICE: [u8; 4] = [6, 10, 20, 100];
/// Turns are plotted in steps of this many degrees. [5.7.2]
pub const STEP_DEG: u16 = 15;
pub const MAX_TURNS: u16 = 999;
/// Width and height of the table, in inches.
pub const TABLE_SIDE: RangeInclusive<Inches> = Inches::whole(12)..=Inches::whole(240);
/// Maximum sighting range, in inches. It must exceed 0. [4.3]
pub const MAX_SIGHTING: Inches = Inches::whole(100);
/// Number of ranges where a D6 decides the visibility. [3.3.1]
pub const VISIBILITY_RANGES: usize = 6;
/// Maximum range of a gun, a torpedo or a light, in inches.
pub const MAX_RANGE: Inches = Inches::whole(240);
/// A full circle, in degrees.
pub const FULL_CIRCLE: Fine = Fine(3_600_000);
/// Maximum coordinate of a coast's corners, in inches.
pub const MAX_COORDINATE: Inches = Inches::whole(1000);
/// Maximum letters of an id. The longest built-in one has 36. (house)
pub const MAX_ID_LETTERS: usize = 40;
/// Maximum letters of a name. The longest built-in one has 41. (house)
pub const MAX_NAME_LETTERS: usize = 60;
/// Maximum letters of a title. The longest built-in one has 34. (house)
pub const MAX_TITLE_LETTERS: usize = 120;
/// Names that no side may have: at the prompt they mean all sides, and the referee.
pub const RESERVED_SIDE_NAMES: [&str; 2] = ["table", "referee"];
/// Maximum number of sentences of a scenario. No reader needs more.
pub const MAX_SENTENCES: usize = 200;
/// Maximum number of keys of a scenario's special rules. No reader needs more.
pub const MAX_KEYS: usize = 2000;
/// Possible error of a measured range, in inches. [2.7]
pub const TOLERANCE: RangeInclusive<Inches> = Inches::ZERO..=Inches::whole(10);
/// Clear water between the ships of a column at the start, in inches. [5.9]
pub const COLUMN_INTERVAL: RangeInclusive<Inches> = Inches::ZERO..=MAX_INTERVAL;
/// Limit on the speed that a ship may lose, in inches a turn. [5.5]
pub const DECELERATION: RangeInclusive<Inches> = Inches(1)..=Inches::whole(10);
/// Maximum clear water between the ships of a column, in inches. [5.9]
pub const MAX_INTERVAL: Inches = Inches::whole(24);
/// Maximum distance between divisions on a line of bearing, in inches. [5.3.4, Q38]
pub const MAX_LINE_INTERVAL: Inches = Inches::whole(6);
/// Maximum lines of bearing of a formation. [5.3.4]
pub const MAX_BEARING_LINES: usize = 2;
pub const MAX_FACTOR_DENOMINATOR: i64 = 1000;

/// Speed on a card, in inches a turn.
pub const SPEED: RangeInclusive<Inches> = Inches::ZERO..=Inches::whole(10);
/// Length of a base, in inches. [2.4]
pub const BASE_LENGTH: RangeInclusive<Inches> = Inches(1)..=Inches::whole(10);
pub const SIZE: RangeInclusive<i32> = 1..=40;
pub const ARMOUR: RangeInclusive<i32> = 0..=60;
pub const DEFENCE: RangeInclusive<i32> = 1..=1000;
pub const FLOTATION: RangeInclusive<i32> = 1..=100;
pub const FLASH: RangeInclusive<i32> = 0..=10;
/// Power of big guns, and of torpedoes.
pub const POWER: RangeInclusive<i32> = 0..=100;
/// Largest bore of a gun, in inches of calibre. [6.2]
pub const MAX_BORE: Inches = Inches::whole(20);
pub const MAX_BATTERY_STRENGTH: i64 = 1000;

/// Sides of the die for the Ship Type Table. [10.1.2]
pub const D10_RESULTS: u8 = 10;
/// Sides of the die for the number of ships. [10.1.2]
pub const D6_RESULTS: usize = 6;
/// Ships in a row of the Ship Type Table. [10.1.2]
pub const SHIPS_PER_ROW: RangeInclusive<u8> = 1..=6;
/// Rolls on the Ship Type Table. [10.1.2]
pub const ROLLS: RangeInclusive<u8> = 1..=9;

/// Battles of a war. (house)
pub const BATTLES: RangeInclusive<usize> = 2..=20;
/// Maximum days between two battles of a war. (house)
pub const MAX_DAYS_BETWEEN_BATTLES: u16 = 9_999;
