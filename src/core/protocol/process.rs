//! The process of an engine and everything that it starts.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A process and everything that it has started.
#[derive(Clone, Copy, Debug)]
pub struct ProcessGroup(u32);

impl ProcessGroup {
    /// The group of a process that was started in its own group.
    pub fn of(child: &Child) -> Self {
        Self(child.id())
    }

    /// Kills the whole group, and on Linux what has left the group.
    pub fn kill(self) {
        #[cfg(target_os = "linux")]
        descendants::kill_ours(self.0);
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.0).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

/// Starts a shell command in its own process group, with pipes. The supervisor, if one is given, runs in between and
/// ends the command when this process is gone.
///
/// # Errors
/// If the command cannot be started.
pub fn spawn(command: &str, supervisor: Option<&Path>) -> io::Result<Child> {
    let start = |mut shell: Command| {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    };
    if let Some(supervisor) = supervisor.filter(|_| cfg!(unix)) {
        let mut supervised = Command::new(supervisor);
        supervised.args(["supervise", &std::process::id().to_string(), command]);
        // If our own executable has been replaced while running, it can no longer be started.
        if let Ok(child) = start(supervised) {
            return Ok(child);
        }
    }
    start(shell(command))
}

fn shell(command: &str) -> Command {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(shell);
    shell.args([flag, command]);
    shell
}

/// Runs a shell command on the pipes of this process, and returns the exit code. As soon as `parent` is no longer the
/// parent of this process, kills the command and everything that it has started.
///
/// # Errors
/// If the command cannot be started.
pub fn supervise(parent: u32, command: &str) -> io::Result<i32> {
    // What the command leaves behind becomes a child of this process, wherever it has gone.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    #[cfg(unix)]
    std::thread::Builder::new().spawn(move || {
        let is_parent = || rustix::process::getppid().is_some_and(|pid| pid.as_raw_nonzero().get() as u32 == parent);
        while is_parent() {
            std::thread::sleep(Duration::from_millis(100));
        }
        ProcessGroup(std::process::id()).kill();
    })?;
    let status = shell(command).status()?;
    #[cfg(target_os = "linux")]
    descendants::kill(std::process::id());
    Ok(status.code().unwrap_or(1))
}

/// What a process has started, directly or not, read from `/proc`.
#[cfg(target_os = "linux")]
mod descendants {
    use std::collections::BTreeSet;

    use rustix::process::{Pid, Signal, kill_process};

    /// How often to look again: a process that is killed may have started another meanwhile.
    const MOST_LOOKS: usize = 10;

    /// Kills all descendants of this process or of a child. If the child has ended, its number may be another's.
    pub fn kill_ours(process: u32) {
        let this = std::process::id();
        if process == this || parent(process).is_some_and(|(_, parent, _)| parent == this) {
            kill(process);
        }
    }

    /// Kills all descendants of a process, but not the process itself.
    pub fn kill(process: u32) {
        for _ in 0..MOST_LOOKS {
            let all = of(process);
            if all.is_empty() {
                return;
            }
            for one in all {
                if let Some(pid) = i32::try_from(one).ok().and_then(Pid::from_raw) {
                    let _ = kill_process(pid, Signal::KILL);
                }
            }
        }
    }

    /// All living descendants of a process.
    fn of(process: u32) -> BTreeSet<u32> {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let parents: Vec<(u32, u32, bool)> = names.filter_map(parent).collect();
        let (mut found, mut open) = (BTreeSet::new(), vec![process]);
        while let Some(above) = open.pop() {
            for (one, _, lives) in parents.iter().filter(|(_, parent, _)| *parent == above) {
                open.push(*one);
                if *lives {
                    found.insert(*one);
                }
            }
        }
        found
    }

    /// A process, its parent, and whether it has not yet ended.
    fn parent(process: u32) -> Option<(u32, u32, bool)> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name, in parentheses, may itself contain anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let state = fields.next()?;
        Some((process, fields.next()?.parse().ok()?, !matches!(state, "Z" | "X")))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_child_of_a_child_is_found_and_killed() {
            let mut child =
                std::process::Command::new("sh").args(["-c", "sh -c 'sleep 62; :' & wait"]).spawn().unwrap();
            let found = (0..200).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                of(child.id()).len() == 2
            });
            assert!(found, "{:?}", of(child.id()));
            kill(child.id());
            // Nothing is left to wait for.
            assert!(child.wait().is_ok() && of(child.id()).is_empty());
        }
    }
}
