//! The source of the program's own dice.
use rand::{TryRng, rngs::SysRng};

use session::Refusal;

pub use play::journal::seeded_stream;

/// Draws a salt from the system. Even the seed does not predict it.
pub fn new_salt() -> Result<String, rand::rngs::SysError> {
    Ok(format!("{:016x}{:016x}", SysRng.try_next_u64()?, SysRng.try_next_u64()?))
}

/// Draws an unpredictable seed from the system.
pub fn new_seed() -> Result<u64, Refusal> {
    SysRng.try_next_u64().map_err(|error| Refusal::disk(format!("No random seed is available: {error}.")))
}
