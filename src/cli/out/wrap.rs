//! Long lines are broken at spaces: for a terminal, or wherever COLUMNS says how wide a line may be.

use std::env;

use terminal_size::{Width, terminal_size};

/// The least width to wrap to.
const LEAST: usize = 20;
/// How much further the rest of a line is indented than its beginning.
const FURTHER: usize = 2;

/// How wide a line may be: as COLUMNS says, or as wide as the terminal that is written to. `None` if there is no limit.
pub fn width(terminal: bool) -> Option<usize> {
    let set = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let own = || terminal.then(terminal_size).flatten().map(|(Width(columns), _)| usize::from(columns));
    set.or_else(own).filter(|columns| *columns > 0).map(|columns| columns.max(LEAST))
}

/// Text with every line broken so that it is no wider than `width`, except where a word is. Escape sequences take no
/// room.
pub fn wrapped(text: &str, width: usize) -> String {
    text.split_inclusive('\n').map(|line| broken(line, width)).collect()
}

fn broken(line: &str, width: usize) -> String {
    if room(line.trim_end_matches('\n')) <= width {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start_matches(' ').len() + FURTHER;
    let indent = if indent <= width / 2 { indent } else { 0 };
    let (mut shown, mut at, mut gap, mut begun) = (String::with_capacity(line.len() + width), 0, 0, false);
    for (index, word) in line.split(' ').enumerate() {
        gap += usize::from(index > 0);
        let wide = room(word.trim_end_matches('\n'));
        if wide == 0 {
            // Nothing, or only the end or the beginning of a style.
            shown.push_str(word);
            continue;
        }
        if begun && at + gap + wide > width {
            shown.push('\n');
            (at, gap) = (0, indent);
        }
        shown.extend(std::iter::repeat_n(' ', gap));
        shown.push_str(word);
        (at, gap, begun) = (at + gap + wide, 0, true);
    }
    shown
}

/// The number of characters, without escape sequences.
fn room(text: &str) -> usize {
    let mut within = false;
    text.chars()
        .filter(|c| {
            let counts = !within && *c != '\u{1b}';
            within = if within { *c != 'm' } else { *c == '\u{1b}' };
            counts
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces_and_indented_a_little_further() {
        let text = "short\n  * a reading: its text is too long for one line\n\nend";
        let expected = "short\n  * a reading: its\n    text is too long\n    for one line\n\nend";
        assert_eq!(wrapped(text, 20), expected);
        // A word is never broken, and a line that fits stays as it is.
        assert_eq!(wrapped("aaaaaaaaaaaaaaaaaaaaaaaaa bb\n", 20), "aaaaaaaaaaaaaaaaaaaaaaaaa\n  bb\n");
        assert_eq!(wrapped("a    b  c            ", 21), "a    b  c            ");
    }

    #[test]
    fn styles_take_no_room() {
        let text = "\u{1b}[1maaaa\u{1b}[0m \u{1b}[2mbbbb cccc dddd\u{1b}[0m eeee\n";
        assert_eq!(wrapped(text, 24), text);
        assert_eq!(wrapped(text, 20), text.replace(" eeee", "\n  eeee"));
    }
}
