//! Where the program's own dice come from.
use rand::{Rng, SeedableRng, TryRng, rngs::SysRng};
use rand_chacha::ChaCha8Rng;

pub use crate::journal::thrown;

/// The salt of the seal in entry number `stream`: thirty-two digits that nobody can guess who does not know the seed.
///
/// The key differs from that of the dice, so that a salt that is shown tells nothing of any throw.
pub fn salt(seed: u64, stream: u64) -> String {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8] = 1;
    let mut words = ChaCha8Rng::from_seed(key);
    words.set_stream(stream);
    (0..4).map(|_| format!("{:08x}", words.next_u32())).collect()
}

/// A seed that nobody can foresee.
///
/// # Errors
/// The system has no source of chance.
pub fn new_seed() -> Result<u64, rand::rngs::SysError> {
    SysRng.try_next_u64()
}
