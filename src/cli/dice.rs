//! Draws seeds, salts and addresses from the system. The program's dice follow from a seed.
use rand::{TryRng, rngs::SysRng};

use session::Refusal;

pub use play::journal::seeded_stream;

/// Draws a salt from the system. Even the seed does not predict it.
pub fn new_salt() -> Result<String, rand::rngs::SysError> {
    Ok(format!("{:016x}{:016x}", SysRng.try_next_u64()?, SysRng.try_next_u64()?))
}

/// The letters of an address: Crockford's base 32, without letters that are mistaken for others.
const ADDRESS_LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Number of letters of an address. With five bits each, they hold 128 bits.
pub const ADDRESS_LENGTH: usize = 26;

/// Draws from the system an address that nobody can guess. Even the seed does not predict it.
pub fn new_address() -> Result<String, rand::rngs::SysError> {
    let bits = (u128::from(SysRng.try_next_u64()?) << 64) | u128::from(SysRng.try_next_u64()?);
    Ok((0..ADDRESS_LENGTH).map(|place| char::from(ADDRESS_LETTERS[((bits >> (5 * place)) & 31) as usize])).collect())
}

/// Whether a text could have been drawn as an address.
pub fn is_address(text: &str) -> bool {
    text.len() == ADDRESS_LENGTH && text.bytes().all(|letter| ADDRESS_LETTERS.contains(&letter))
}

/// Draws an unpredictable seed from the system.
pub fn new_seed() -> Result<u64, Refusal> {
    SysRng.try_next_u64().map_err(|error| Refusal::disk(format!("No random seed is available: {error}.")))
}
