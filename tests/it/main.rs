//! Every test except the scenarios, in one executable, since each executable costs a build and a link.
//! `cargo test --test it motion` runs the tests that have the word in their path.

mod audit;
mod broken_engines;
mod cli;
mod combo_hands;
mod combo_playouts;
mod combo_text;
mod combo_view;
mod corpus;
mod coverage;
mod documents;
mod engines;
mod expressions;
mod hostile;
mod layers;
mod minimum;
mod mistakes;
mod new;
mod notation;
mod own_suite;
mod playout_command;
mod playouts;
mod positions;
mod readme;
mod review;
mod schemas;
mod search;
mod shared;
mod suite;
mod tidy;
mod transmute_playouts;
mod transmute_text;
mod transmute_view;
mod views;
