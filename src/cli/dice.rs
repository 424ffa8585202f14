//! Where the program's own dice come from.
use rand::{TryRng, rngs::SysRng};

use session::Refusal;

pub use play::journal::thrown;

/// A salt that nobody can foresee, not even who knows the seed.
pub fn new_salt() -> Result<String, rand::rngs::SysError> {
    Ok(format!("{:016x}{:016x}", SysRng.try_next_u64()?, SysRng.try_next_u64()?))
}

/// A seed that nobody can foresee.
pub fn new_seed() -> Result<u64, Refusal> {
    SysRng.try_next_u64().map_err(|error| Refusal::disk(format!("no seed can be drawn: {error}")))
}
