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

    /// Kills the whole group.
    pub fn kill(self) {
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
    #[cfg(unix)]
    std::thread::Builder::new().spawn(move || {
        let is_parent = || rustix::process::getppid().is_some_and(|pid| pid.as_raw_nonzero().get() as u32 == parent);
        while is_parent() {
            std::thread::sleep(Duration::from_millis(100));
        }
        ProcessGroup(std::process::id()).kill();
    })?;
    let status = shell(command).status()?;
    Ok(status.code().unwrap_or(1))
}
