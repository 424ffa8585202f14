//! Defines the sizes of generated battles. [10.1]
use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeetingSize {
    Small,
    #[default]
    Medium,
    Large,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a meeting is small, medium or large, not `{0}`")]
pub struct NotASize(String);

impl FromStr for MeetingSize {
    type Err = NotASize;
    fn from_str(word: &str) -> Result<MeetingSize, NotASize> {
        match word {
            "small" => Ok(MeetingSize::Small),
            "medium" => Ok(MeetingSize::Medium),
            "large" => Ok(MeetingSize::Large),
            other => Err(NotASize(other.to_owned())),
        }
    }
}

impl fmt::Display for MeetingSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            MeetingSize::Small => "small",
            MeetingSize::Medium => "medium",
            MeetingSize::Large => "large",
        })
    }
}
