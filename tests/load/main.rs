//! The data files, and the battles that they set up.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests read the repository, and a failure says where"
)]
mod battles;
mod calibration;
mod data;
mod flagships;
mod header;
mod meetings;
