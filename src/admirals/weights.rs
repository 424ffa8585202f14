//! The weights by which a captain scores plots, all in one place. They are ours, not history's: what an admiral of the
//! time wanted is on its doctrine card. [4.3, 5.7]
//!
//! Those marked (fitted) were chosen by the command of docs/contributing/add-a-computer-player.md, on battles with even
//! numbers. The others are estimates.

/// Defines the weights with their house values, and their names for the fit.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:expr,)*) => {
        /// What a captain's terms cost or count. Points are those of [10.5].
        #[derive(Clone, PartialEq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: f64,)*
        }

        impl Weights {
            /// The weights of every captain outside the laboratory.
            pub const HOUSE: Weights = Weights { $($name: $value,)* };

            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Returns the weight of a name. `None` if there is none.
            pub fn by_name(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

weights! {
    // Fire
    /// Share of the fire of later turns that counts, because no division goes straight on for so long. [6.4] (fitted)
    later_fire: 0.4,
    /// Share of the fire suffered that counts at an aggression of 0.5: all ships within the enemy's reach share its guns.
    suffered: 0.8,
    // Range
    /// Points for each inch beyond the wanted ranges. Grows with the fire exchanged. [6.1]
    beyond_band: 0.06,
    /// Points for each inch inside the wanted ranges. [6.1] (fitted)
    inside_band: 0.3,
    /// Points for each inch inside the card's least range, in addition.
    inside_least: 0.4,
    /// Increase of the costs of range and place in line for each point of fire exchanged.
    stakes_factor: 2.0,
    /// Points for each inch inside the distance that a special rule requires. [9.2]
    closed_on: 0.5,
    /// Points for each inch by which a division is too far from an edge to bar an enemy's way to it. [9.2]
    bar: 0.04,
    // Turns
    /// Cost of any change of course or speed, as a share of the fire exchanged. [5.10.2] (fitted)
    change: 0.08,
    /// Extra cost of each right angle, as a share of the fire exchanged. (fitted)
    right_angle: 0.24,
    /// Points added to the fire exchanged before these shares are taken.
    base_stakes: 0.3,
    /// Points for a change where there is no fire.
    idle_change: 0.004,
    /// Points for each right angle beyond the first 45 degrees: turning about must be worth it.
    wide_turn: 0.12,
    /// Factor for the cost of a turn in the opposite direction to an unfinished turn.
    reversed: 2.0,
    /// Points for stopping within the enemy's reach when the ship could move.
    stopped: 1.0,
    /// Points for half a circle off the midshipman's course. It decides if fire does not.
    desired_course: 0.02,
    // Line
    /// Points for each inch away from the place in the line, up to 6 inches. [5.8.2]
    off_post: 0.03,
    // Danger
    /// Points for a likely collision with a friend. [5.11]
    friends: 3.0,
    /// Points for running through the own line.
    own_line: 2.0,
    /// Points for a likely collision with an enemy.
    enemies: 4.5,
    /// Points for running through an enemy line.
    enemy_line: 2.0,
    /// Factor for the expected damage by mines: a commander does not run into mines that are on the chart. [9.2]
    mines: 12.0,
    /// Share of the mines that counts if a run meets them only straight on after this turn. [9.2]
    mines_ahead: 0.5,
    // Boats
    /// Points for each inch within the reach of large enemies' batteries, for boats that wait. [6.5.9] (fitted)
    battery_reach: 5.0,
    /// Factor for fire suffered by boats that wait.
    avoided_fire: 2.0,
    /// Points for a full turn about, for boats that wait.
    turn_about: 1.0,
}
