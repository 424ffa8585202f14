//! Where the program's own dice come from.
use rand::{TryRng, rngs::SysRng};

pub use play::journal::thrown;

/// A salt that nobody can foresee, not even who knows the seed.
///
/// # Errors
/// The system has no source of chance.
pub fn new_salt() -> Result<String, rand::rngs::SysError> {
    Ok(format!("{:016x}{:016x}", SysRng.try_next_u64()?, SysRng.try_next_u64()?))
}

/// A seed that nobody can foresee.
///
/// # Errors
/// The system has no source of chance.
pub fn new_seed() -> Result<u64, rand::rngs::SysError> {
    SysRng.try_next_u64()
}
