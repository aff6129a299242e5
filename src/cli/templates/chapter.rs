//! Chapter {{chapter}}.
