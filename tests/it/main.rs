//! The one integration test binary: a module an area, cases as files under `tests/corpus/`.

mod bundle;
mod check;
mod check_laws;
mod contract;
mod corpus;
mod eval;
mod examples;
mod explain;
mod fmt;
mod folder;
mod generate;
mod guides;
mod invalidation;
mod lints;
mod lock;
mod lowering;
mod mcp;
mod root;
mod skill;
mod soil_coverage;
mod soil_laws;
mod soil_print;
mod soil_programs;
mod soil_syntax;
mod spec;
mod verify;
