//! The files of a suite as they were in a git revision.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use rulebound_core::fault::Fault;
use rulebound_core::source::{Files, MOST_BYTES};

/// The files of the suite in `root` as they were in `revision`.
///
/// # Errors
/// If git cannot be run, there is no such revision, or a file is larger than [`MOST_BYTES`] or not UTF-8.
pub fn files(root: &Path, revision: &str) -> Result<Files, Fault> {
    let name = format!("{revision}^{{commit}}");
    let found = git(root, &["rev-parse", "--verify", "--end-of-options", &name], "").map_err(|why| {
        Fault::plain(format!("{revision} is neither a git revision nor the folder of a suite ({})", why.message))
            .help("name a commit, a tag, or a folder with spec/ and conformance/ in it")
    })?;
    let commit = String::from_utf8_lossy(&found).trim().to_owned();
    let listed = git(root, &["ls-tree", "-r", "-z", "-l", &commit, "--", "spec", "conformance"], "")?;
    let listed = utf8(listed, "the list of files")?;
    let (mut paths, mut hashes) = (Vec::new(), String::new());
    for entry in listed.split('\0').filter(|entry| !entry.is_empty()) {
        // `100644 blob HASH SIZE<TAB>PATH`; links and submodules are not followed.
        let Some((about, path)) = entry.split_once('\t') else { continue };
        let about: Vec<&str> = about.split_whitespace().collect();
        let [mode, "blob", hash, size] = about[..] else { continue };
        if mode == "120000" {
            continue;
        }
        if size.parse::<u64>().is_ok_and(|size| size > MOST_BYTES) {
            return Err(Fault::plain(format!("{path} is too large in {revision}")));
        }
        paths.push(path.to_owned());
        hashes.push_str(hash);
        hashes.push('\n');
    }
    if !paths.iter().any(|path| path.ends_with("/rulebook.yaml")) {
        let message = format!("there is no suite in {revision}: it has no spec/<game>/rulebook.yaml");
        return Err(Fault::plain(message));
    }
    let texts = git(root, &["cat-file", "--batch"], &hashes)?;
    let mut rest = texts.as_slice();
    let mut files = BTreeMap::new();
    for path in paths {
        // `HASH blob SIZE`, a line break, the text, a line break.
        let broken = || Fault::plain(format!("git does not show {path} in {revision}"));
        let head = rest.iter().position(|byte| *byte == b'\n').ok_or_else(broken)?;
        let size = String::from_utf8_lossy(&rest[..head]);
        let size: usize = size.rsplit(' ').next().and_then(|size| size.parse().ok()).ok_or_else(broken)?;
        let text = rest.get(head + 1..head + 1 + size).ok_or_else(broken)?;
        rest = rest.get(head + 2 + size..).unwrap_or_default();
        let text = utf8(text.to_vec(), &path)?;
        // Kept until the command ends, like the suite that is built in.
        files.insert(path, &*Box::leak(text.into_boxed_str()));
    }
    Ok(Files::Embedded(Arc::new(files)))
}

fn utf8(bytes: Vec<u8>, what: &str) -> Result<String, Fault> {
    String::from_utf8(bytes).map_err(|_| Fault::plain(format!("{what} is not UTF-8")))
}

/// Runs git and returns what it prints. Sends `input` while reading the output, so that neither side waits for the
/// other.
fn git(root: &Path, arguments: &[&str], input: &str) -> Result<Vec<u8>, Fault> {
    let cannot = |error: std::io::Error| Fault::plain(format!("git cannot be run: {error}"));
    let mut child = Command::new("git")
        // The folder decides the repository, even if these variables name another one, as in a hook.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .arg("-C")
        .arg(root)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    let (stdin, input) = (child.stdin.take(), input.to_owned());
    let sender = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
    let done = child.wait_with_output().map_err(cannot)?;
    let _ = sender.join();
    if done.status.success() {
        return Ok(done.stdout);
    }
    let told = String::from_utf8_lossy(&done.stderr);
    Err(Fault::plain(format!("git {}: {}", arguments[0], told.trim())))
}
