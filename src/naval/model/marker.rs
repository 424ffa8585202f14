//! Torpedo markers on the table. [7.4]
use serde::{Deserialize, Serialize};

use super::{Bearing, Fine, Half, Id, Inches, MarkerId, Place, SideId, half::Moment, segment::Segment};

/// A torpedo marker on the table. [7.4]
///
/// Its id is the letter on the counter and its side, `Q:japan`, because each side has its own counters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    pub id: MarkerId,
    pub launcher: Id,
    pub side: SideId,
    pub factors: u8,
    pub target: Id,
    pub run: Inches,
    pub bearing: Bearing,
    pub turn: u16,
    /// A dummy uses no torpedoes and hits nothing. [7.4.6]
    pub dummy: bool,
    /// Last turn in which the referee stated its meetings.
    pub answered_turn: Option<u16>,
    /// Launched at the start of the second half of its turn. [3.4.4]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub second_half: bool,
    /// Position and heading of a tracked launcher at the launch. The dot never moves. [2.3.2, 7.4]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dot: Option<Place>,
    /// True bearing of its torpedoes, if they do not spread. (Q20: `ray`)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<Fine>,
}

impl Marker {
    /// Returns the id of a side's counter with this letter. [2.3.2]
    pub fn id_of(letter: &str, side: &SideId) -> MarkerId {
        MarkerId::new(format!("{}:{side}", Marker::letter(letter)))
    }
    /// Returns the letter on the counter with this id.
    pub fn letter(marker: &str) -> &str {
        marker.split_once(':').map_or(marker, |(letter, _)| letter)
    }
    /// Whether this counter has the same letter, whatever its side.
    pub fn is_called(&self, id: &str) -> bool {
        Marker::letter(&self.id).eq_ignore_ascii_case(Marker::letter(id))
    }
    /// Returns the distance run at the end of `turn`: 5.0 a turn, up to the plotted run. [7.4.2]
    pub fn radius(&self, turn: u16) -> Inches {
        self.radius_after(Moment { turn, half: None }.ends())
    }
    /// Returns the distance run at this point of the game. This turn's run counts from movement on. [3.3.2, 7.4.2]
    pub fn has_run(&self, now: Moment, segment: Segment) -> Inches {
        self.radius_after(if segment == Segment::Plotting { now.begins() } else { now.ends() })
    }
    /// Returns the distance run after this many half turns of play: 2.5 in each half. [3.4.2, 7.4.2]
    pub fn radius_after(&self, half_turns: i32) -> Inches {
        let half = self.second_half.then_some(Half::Second);
        let run_for = (half_turns - Moment { turn: self.turn, half }.begins()).max(0);
        (Inches(250) * run_for).min(self.run)
    }
    /// Whether it runs in this move: launched in it, or with run left when it began. [3.4.2]
    pub fn runs_during(&self, moment: Moment) -> bool {
        let half = self.second_half.then_some(Half::Second);
        let launched = Moment { turn: self.turn, half }.begins();
        launched < moment.ends() && (moment.begins() <= launched || self.radius_after(moment.begins()) < self.run)
    }
}
