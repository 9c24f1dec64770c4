//! A small, quick hash for the umpire's own maps. Keys are game states and dice parameters, never outside input that
//! could be made to collide on purpose, and no map built on it is ever walked in its own order.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Multiply-and-fold over words.
#[derive(Default, Clone)]
pub struct Fast(u64);

/// A map keyed by [`Fast`].
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Fast>>;

impl Fast {
    #[inline(always)]
    fn add(&mut self, word: u64) {
        let wide = u128::from(self.0.rotate_left(5) ^ word ^ 0x517C_C1B7_2722_0A95)
            * 0x9E37_79B9_7F4A_7C15;
        self.0 = (wide as u64) ^ ((wide >> 64) as u64);
    }
}

impl Hasher for Fast {
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }
    #[inline(always)]
    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }
    #[inline(always)]
    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n));
    }
    #[inline(always)]
    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }
    #[inline(always)]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    #[inline(always)]
    fn write_u128(&mut self, n: u128) {
        self.add(n as u64);
        self.add((n >> 64) as u64);
    }
    #[inline(always)]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
}
