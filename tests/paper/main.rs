//! Printed paper, and drawings as points.
#![expect(clippy::unwrap_used, reason = "tests read the repository, and a failure says where")]
mod alone;
mod argued;
mod legible;
mod maps;
mod pages;
mod played;
mod raster;
mod table;
mod tiles;
