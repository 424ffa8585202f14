//! Torpedo markers on the table. [7.4]
use serde::{Deserialize, Serialize};

use super::{Bearing, Fine, Half, Id, Inches, MarkerId, Place, SideId, half_turn::TurnSpan, segment::Segment};

/// A torpedo marker. Its id is the counter's letter and the side, `Q:japan`, because each side has its own counters.
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
    /// Last turn for which the ships that it met are known.
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
    pub fn letter(marker: &str) -> &str {
        marker.split_once(':').map_or(marker, |(letter, _)| letter)
    }
    /// Returns the word of the side in a counter's id. An id without a colon is returned whole.
    pub fn side_word(marker: &str) -> &str {
        marker.split_once(':').map_or(marker, |(_, side)| side)
    }
    /// Whether this counter has the same letter as `id`, whatever its side.
    pub fn has_letter_of(&self, id: &str) -> bool {
        Marker::letter(&self.id).eq_ignore_ascii_case(Marker::letter(id))
    }
    /// Returns the distance run at the end of `turn`: 5.0 a turn, up to the plotted run. [7.4.2]
    pub fn radius(&self, turn: u16) -> Inches {
        self.distance_run_after(TurnSpan { turn, half: None }.end_half_turns())
    }
    /// Returns the distance run at this point of the game. This turn's run counts from movement on. [3.3.2, 7.4.2]
    pub fn distance_run(&self, now: TurnSpan, segment: Segment) -> Inches {
        self.distance_run_after(if segment == Segment::Plotting {
            now.start_half_turns()
        } else {
            now.end_half_turns()
        })
    }
    /// Returns the distance run after this many half turns of play: 2.5 in each half. [3.4.2, 7.4.2]
    pub fn distance_run_after(&self, half_turns: i32) -> Inches {
        let half = self.second_half.then_some(Half::Second);
        let half_turns_run = (half_turns - TurnSpan { turn: self.turn, half }.start_half_turns()).max(0);
        (Inches(250) * half_turns_run).min(self.run)
    }
    /// Whether it runs in this move: launched in it, or with run left when it began. [3.4.2]
    pub fn is_running_in(&self, moment: TurnSpan) -> bool {
        let half = self.second_half.then_some(Half::Second);
        let launch = TurnSpan { turn: self.turn, half }.start_half_turns();
        launch < moment.end_half_turns()
            && (moment.start_half_turns() <= launch || self.distance_run_after(moment.start_half_turns()) < self.run)
    }
}
