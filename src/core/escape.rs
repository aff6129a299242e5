//! Makes text from files and engines harmless for a terminal and for a page.

/// Whether a character could control a terminal, change the order of the text, or hide.
pub fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Text with every hostile character escaped, except line breaks.
pub fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && is_hostile(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown
}

/// Text for HTML and SVG, between tags or in a quoted attribute: harmless, and without markup.
pub fn html(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            c if c != '\n' && is_hostile(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_hostile_characters_are_escaped() {
        assert_eq!(html("<a href='x' title=\"y\">&\u{202e}\u{1b}\n"), {
            "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;\\u{202e}\\u{1b}\n"
        });
        assert_eq!(harmless("<\u{200b}>\n"), "<\\u{200b}>\n");
    }
}
