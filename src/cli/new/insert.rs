//! Inserts text into files where it belongs. Everything else in the files stays as it is, comments included.

/// The place that was not found.
type Put = Result<String, String>;

/// The first line of a new chapter that asks for a clause.
const FIRST_CLAUSE: &str = "# <write its first clause";

/// A file of entries with one more at the end, indented as the others are.
pub fn entry(text: &str, entry: &str) -> String {
    let kept: String = text.split_inclusive('\n').filter(|line| !line.starts_with(FIRST_CLAUSE)).collect();
    format!("{}\n\n{}", kept.trim_end(), indented(text, entry))
}

/// A file of rulings with one more, before the errata.
pub fn ruling(text: &str, ruling: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let Some(kind) = lines.iter().position(|line| line.trim() == "kind: erratum") else { return entry(text, ruling) };
    let id = lines[..kind].iter().rposition(|line| line.trim_start().starts_with("- ")).unwrap_or(kind);
    // Comments right above an entry belong to it.
    let is_above = |line: &&&str| line.trim_start().starts_with('#');
    let at = id - lines[..id].iter().rev().take_while(is_above).count();
    format!("{}{}\n{}", lines[..at].concat(), indented(text, ruling), lines[at..].concat())
}

fn indented(text: &str, entry: &str) -> String {
    let indent = text.lines().rev().find(|line| line.trim_start().starts_with("- id:"));
    let indent = indent.map_or("", |line| &line[..line.len() - line.trim_start().len()]);
    entry.split_inclusive('\n').map(|line| format!("{indent}{line}")).collect()
}

/// Whether a text has this id, not just a longer one.
pub fn has_id(text: &str, id: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    text.lines().filter(|line| !line.trim_start().starts_with('#')).any(|line| {
        let line = line.trim_start().trim_start_matches("- ").trim_start_matches('{');
        let line = line.strip_prefix("id:").unwrap_or(line).trim_start();
        line.strip_prefix(id).is_some_and(|rest| !rest.starts_with(is_part))
    })
}

/// The list under a key of a YAML file: in brackets, or each item after a dash.
pub fn list<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let Some(value) = value(text, key) else { return Vec::new() };
    let (start, end) = value;
    let items = text[start..end].split(['[', ']', ',', '\n']).map(|item| item.split(" #").next().unwrap_or_default());
    let items = items.map(|item| item.trim().trim_start_matches("- ").trim().trim_matches(['"', '\'']));
    items.filter(|item| !item.is_empty() && !item.starts_with('#')).collect()
}

/// Where the value of a key at the margin begins and ends.
fn value(text: &str, key: &str) -> Option<(usize, usize)> {
    let mut at = 0;
    let mut start = None;
    for line in text.split_inclusive('\n') {
        match start {
            None if line.starts_with(key) && line[key.len()..].starts_with(':') => start = Some(at + key.len() + 1),
            Some(start) if line.starts_with(|c: char| c.is_alphanumeric()) => return Some((start, at)),
            _ => {}
        }
        at += line.len();
    }
    Some((start?, at))
}

/// A YAML file with one more item in the list under a key.
pub fn into_list(text: &str, key: &str, item: &str) -> Put {
    let missing = || format!("list under {key}:");
    let (start, end) = value(text, key).ok_or_else(missing)?;
    let list = &text[start..end];
    if list.trim_start().starts_with('[') {
        let close = start + list.find(']').ok_or_else(missing)?;
        return Ok(before(text, close, item));
    }
    let last = list.split_inclusive('\n').rev().find(|line| line.trim_start().starts_with("- ")).ok_or_else(missing)?;
    let indent = &last[..last.len() - last.trim_start().len()];
    let after = start + list.rfind(last).ok_or_else(missing)? + last.len();
    let newline = if last.ends_with('\n') { "" } else { "\n" };
    Ok(format!("{}{newline}{indent}- {item}\n{}", &text[..after], &text[after..]))
}

/// A text with one more item of a list before the bracket that closes the list.
fn before(text: &str, close: usize, item: &str) -> String {
    let start = text[..close].trim_end();
    let comma = if start.ends_with('[') {
        ""
    } else if start.ends_with(',') {
        " "
    } else {
        ", "
    };
    format!("{start}{comma}{item}{}", &text[close..])
}

/// The constants of a game with one more in a chapter.
pub fn constant(text: &str, chapter: &str, slug: &str) -> Put {
    let missing = || format!("module {chapter} {{ }}");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let open = lines.iter().position(|line| line.trim() == format!("{chapter} {{")).ok_or_else(missing)?;
    let close = open + lines[open..].iter().position(|line| line.trim() == "}").ok_or_else(missing)?;
    let name = slug.to_uppercase().replace('-', "_");
    Ok(format!("{}        {name} = \"{slug}\",\n{}", lines[..close].concat(), lines[close..].concat()))
}

/// The constants of a game with one more chapter.
pub fn chapter_of_clauses(text: &str, chapter: &str) -> Put {
    let close = text.rfind("\n}").ok_or("clauses! { }")?;
    Ok(format!("{}\n    {chapter} {{\n    }}{}", &text[..close], &text[close..]))
}

/// The rules of a game with one more module, also at the end of the list of their order.
pub fn module_of_rules(text: &str, chapter: &str) -> Put {
    let text = sorted(text, "pub mod ", &format!("pub mod {chapter};")).ok_or("line `pub mod`")?;
    let end = text.split_inclusive('\n').take_while(|line| line.starts_with("//!")).map(str::len).sum();
    let Some(last) = text[..end].rfind("`.") else { return Ok(text) };
    Ok(format!("{}, `{chapter}`{}", &text[..=last], &text[last + 1..]))
}

/// The table of games with one more.
pub fn game(text: &str, game: &str) -> Put {
    let used = format!("pub use rulebound_{game} as {game};");
    let text = sorted(text, "pub use rulebound_", &used).ok_or("line `pub use rulebound_`")?;
    let table = text.find("Games(&[").ok_or("table `Games(&[ ])`")?;
    let close = table + text[table..].find(']').ok_or("table `Games(&[ ])`")?;
    Ok(before(&text, close, &format!("{game}::game")))
}

/// The manifest of the workspace with one more package: as a member and as a dependency.
pub fn package(text: &str, game: &str) -> Put {
    let mut text = text.to_owned();
    for key in ["\nmembers = [", "\ndefault-members = ["] {
        let missing = || format!("list `{}`", key.trim_start());
        let open = text.find(key).ok_or_else(missing)?;
        let close = open + text[open..].find(']').ok_or_else(missing)?;
        text = before(&text, close, &format!("\"src/games/{game}\""));
    }
    for (marks, line) in [
        (["rulebound-", "src/games/"], format!("rulebound-{game} = {{ path = \"src/games/{game}\" }}\n")),
        (["rulebound-", ".workspace = true"], format!("rulebound-{game}.workspace = true\n")),
    ] {
        let mut at = 0;
        let mut after = None;
        for here in text.split_inclusive('\n') {
            at += here.len();
            if here.starts_with(marks[0]) && here.contains(marks[1]) {
                after = Some(at);
            }
        }
        text.insert_str(after.ok_or_else(|| format!("line {}...{}", marks[0], marks[1]))?, &line);
    }
    Ok(text)
}

/// A text with one more line among those that begin alike, which are sorted.
fn sorted(text: &str, begins: &str, line: &str) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let first = lines.iter().position(|other| other.starts_with(begins))?;
    let count = lines[first..].iter().take_while(|other| other.starts_with(begins)).count();
    let place = lines[first..first + count].iter().position(|other| other.trim_end() > line).unwrap_or(count);
    let (start, end) = lines.split_at(first + place);
    Some(format!("{}{line}\n{}", start.concat(), end.concat()))
}
