//! The project itself: its layers, documents, README and benchmarks.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod benches;
#[path = "../../benches/cost/constructs.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod constructs;
mod docs;
#[path = "../../benches/cost/fit.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod fit;
mod java;
mod layers;
#[path = "../../benches/peers/generated.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod peers;
#[path = "../../benches/cost/process.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod process;
#[path = "../../benches/cost/programs.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod programs;
#[path = "../../benches/cost/project.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod project;
mod readme;
#[path = "../../benches/cost/report.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod report;
#[path = "../support/mod.rs"]
mod support;
#[path = "../../benches/cost/tool.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod tool;
