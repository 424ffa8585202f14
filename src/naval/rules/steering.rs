//! Speeds and tracks of divisions by their plots, and the rules for plots. [4.6, 5.4 to 5.8, 5.12]
pub(crate) mod halves;
pub(crate) mod pace;
pub(crate) mod plot_checks;
pub(crate) mod swerve;
pub(crate) mod tracks;
