//! Printed paper, and drawings as pixels.
#![expect(clippy::unwrap_used, reason = "tests read the repository, and a failure says where")]
mod legible;
mod maps;
mod pages;
mod paper_only_play;
mod raster;
mod rule_wording;
mod sheet_content;
mod table;
mod tiles;
