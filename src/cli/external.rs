//! Starts an engine that a command is given.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rulebound_core::fault::{Fault, did_you_mean};
use rulebound_core::harness::Suite;
use rulebound_core::protocol::{FEATURES, Limits, Log, ProcessGroup, Restarting, clean};

use super::{End, show};

/// The exit code of an interrupted command, by the convention of shells.
const INTERRUPTED: i32 = 130;

/// Checks how long an engine may be silent.
///
/// # Errors
/// If the time is too short or too long.
pub fn check_timeout(seconds: f64) -> Result<(), Fault> {
    if (0.01..=3_600.0).contains(&seconds) {
        return Ok(());
    }
    Err(Fault::plain(format!("--timeout {seconds} is not between 0.01 and 3600 seconds")))
}

/// Creates the log.
///
/// # Errors
/// If it cannot be written, or the file is something other than a log.
pub fn log(path: &Path) -> Result<Log, Fault> {
    Log::create(path).map_err(|error| {
        not_logged(path, &error.to_string()).help("name a new file, or an older log, in a folder that you can write to")
    })
}

/// The fault of a log that cannot be written.
pub fn not_logged(path: &Path, why: &str) -> Fault {
    Fault::plain(format!("--log {}: the file cannot be written: {why}", path.display()))
}

/// Starts an engine, which ends with this process. It may be silent for `timeout` seconds.
///
/// # Errors
/// If the engine cannot be used.
pub fn start(command: &str, timeout: f64, log: Option<Log>) -> Result<Restarting, End> {
    let supervisor = std::env::current_exe().ok();
    let limits = Limits { silence: Duration::from_secs_f64(timeout), supervisor, log };
    // The process that was started last; there is only one at a time.
    let running: Arc<Mutex<Option<ProcessGroup>>> = Arc::default();
    let last = Arc::clone(&running);
    let _ = ctrlc::set_handler(move || {
        last.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|group| group.kill());
        std::process::exit(INTERRUPTED);
    });
    let started = move |group| *running.lock().unwrap_or_else(PoisonError::into_inner) = Some(group);
    let engine = Restarting::start(command, limits, started).map_err(|error| End::Engine(error.0))?;
    warn_of_features(&engine.initialized.unknown_features());
    Ok(engine)
}

/// The most unknown features to warn about, since an engine may name any number.
const MOST_WARNINGS: usize = 100;

/// Warns about unknown features, and says once which features exist.
fn warn_of_features(unknown: &[(&str, &str)]) {
    for (game, feature) in unknown.iter().take(MOST_WARNINGS) {
        let (game, feature) = (clean(game), clean(feature));
        let like = did_you_mean(&feature, FEATURES, "");
        let help = if like.is_empty() { like } else { format!("; {like}") };
        show::warning(&format!("the engine declares an unknown feature of {game}: {feature}{help}"));
    }
    let more = unknown.len().saturating_sub(MOST_WARNINGS);
    if more > 0 {
        show::warning(&format!("and {more} more unknown features"));
    }
    if !unknown.is_empty() {
        show::warning(&format!("the features are {}", FEATURES.join(", ")));
    }
}

/// Checks the readings that an engine declares. If the engine does not follow the readings of requests, adds those
/// that the user says it follows.
///
/// # Errors
/// If the engine declares a reading that does not exist, or one that contradicts the user's.
pub fn declare(engine: &mut Restarting, suite: &Suite, chosen: &BTreeMap<String, String>) -> Result<(), End> {
    engine.initialized.name_rulings(&suite.spec).map_err(|error| End::Engine(error.0))?;
    for (name, game) in &mut engine.initialized.games {
        if game.features.iter().any(|feature| feature == "readings") {
            continue;
        }
        let prefix = format!("{name}.");
        for (ruling, reading) in chosen.iter().filter(|(id, _)| id.starts_with(&prefix)) {
            let told = game.readings.insert(ruling.clone(), reading.clone());
            if let Some(told) = told.filter(|told| told != reading) {
                let fault = Fault::plain(format!("the engine says that it reads {ruling} as {told}, not as {reading}"));
                return Err(fault.help("omit --reading, or start the engine with that reading").into());
            }
        }
    }
    Ok(())
}
