//! Where the program's own dice come from.
use rand::{Rng, SeedableRng, TryRng, rngs::SysRng};
use rand_chacha::ChaCha8Rng;

pub use play::journal::thrown;

/// The salt of a side's seal in entry number `entry` where salts are drawn from a number that line 1 tells: thirty-two
/// digits, the same for the same script.
///
/// The key differs from that of the dice, so that a salt that is shown tells nothing of any throw.
pub fn salt(salts: u64, entry: usize, side: usize) -> String {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&salts.to_le_bytes());
    key[8] = 2;
    let mut words = ChaCha8Rng::from_seed(key);
    words.set_stream((entry as u64) << 8 | side as u64);
    (0..4).map(|_| format!("{:08x}", words.next_u32())).collect()
}

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
