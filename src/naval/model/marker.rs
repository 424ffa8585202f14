//! Torpedo markers on the table. [7.4]
use serde::{Deserialize, Serialize};

use super::{Bearing, Fine, Half, Id, Inches, MarkerId, Place, SideId, half::Moment, segment::Segment};

/// A torpedo marker on the table. [7.4]
///
/// Its id is the letter on the counter and its side, `Q:japan`: each side has counters of its own.
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
    /// A dummy spends nothing and hits nothing. [7.4.6]
    pub dummy: bool,
    /// Last turn in which the referee said whom it met.
    pub answered_turn: Option<u16>,
    /// Launched when the second half of its turn began. [3.4.4]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub second_half: bool,
    /// Where a tracked launcher put it down, and her heading then; the dot never moves. [2.3.2, 7.4]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dot: Option<Place>,
    /// True bearing on which its torpedoes run, where they do not spread. (Q20: `ray`)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<Fine>,
}

impl Marker {
    /// The id of a side's counter with this letter. [2.3.2]
    pub fn id_of(letter: &str, side: &SideId) -> MarkerId {
        MarkerId::new(format!("{}:{side}", Marker::letter(letter)))
    }
    /// What stands on the counter with this id.
    pub fn letter(marker: &str) -> &str {
        marker.split_once(':').map_or(marker, |(letter, _)| letter)
    }
    /// Whether this counter bears the same letter, whoever's that one is.
    pub fn is_called(&self, id: &str) -> bool {
        Marker::letter(&self.id).eq_ignore_ascii_case(Marker::letter(id))
    }
    /// How far its torpedoes have run at the end of `turn`: 5.0 a turn, no farther than plotted. [7.4.2]
    pub fn radius(&self, turn: u16) -> Inches {
        self.radius_after(Moment { turn, half: None }.ends())
    }
    /// How far they have run as the game stands: what they run this turn they run as the ships move. [3.3.2, 7.4.2]
    pub fn has_run(&self, now: Moment, segment: Segment) -> Inches {
        self.radius_after(if segment == Segment::Plotting { now.begins() } else { now.ends() })
    }
    /// How far they have run so many half turns after play began: 2.5 in each half. [3.4.2, 7.4.2]
    pub fn radius_after(&self, half_turns: i32) -> Inches {
        let half = self.second_half.then_some(Half::Second);
        let run_for = (half_turns - Moment { turn: self.turn, half }.begins()).max(0);
        (Inches(250) * run_for).min(self.run)
    }
    /// Still running in this move: launched in it, or run left when it began. [3.4.2]
    pub fn runs_during(&self, moment: Moment) -> bool {
        let half = self.second_half.then_some(Half::Second);
        let launched = Moment { turn: self.turn, half }.begins();
        launched < moment.ends() && (moment.begins() <= launched || self.radius_after(moment.begins()) < self.run)
    }
}
