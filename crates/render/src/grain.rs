//! The unevenness of a drawing hand without randomness: every deviation follows from its position
//! on the sheet.

use crate::geometry::{Node, Point};

/// A number from 0 up to 1 that depends only on the node and on `salt`.
pub(crate) fn grain(node: Node, salt: u32) -> f64 {
    let mut h = (node.0 as u32).wrapping_mul(0x9E37_79B1) ^ (node.1 as u32).wrapping_mul(0x85EB_CA77);
    h ^= salt.wrapping_mul(0xC2B2_AE3D).wrapping_add(0x27D4_EB2F);
    // The finalizing steps of MurmurHash3: neighbouring nodes must not look alike.
    h ^= h >> 16;
    h = h.wrapping_mul(0x85EB_CA6B);
    h ^= h >> 13;
    h = h.wrapping_mul(0xC2B2_AE35);
    h ^= h >> 16;
    f64::from(h) / (f64::from(u32::MAX) + 1.0)
}

/// A number from `-reach` to `reach`.
pub(crate) fn sway(node: Node, salt: u32, reach: f64) -> f64 {
    (grain(node, salt) * 2.0 - 1.0) * reach
}

/// The point moved by up to `reach` along each axis.
pub(crate) fn swayed(point: Point, node: Node, salt: u32, reach: f64) -> Point {
    point.shifted(sway(node, salt, reach), sway(node, salt + 1, reach))
}
