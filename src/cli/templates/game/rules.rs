//! The rules of {{game}}, one module per chapter. Each module imports only modules that come before it in this list:
//!
//! `basics`.

pub mod basics;
