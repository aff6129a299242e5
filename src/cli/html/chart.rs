//! Charts as SVG. The page's style gives them their colours.

use std::fmt::Write as _;

use super::Html;

/// The width of a chart.
const WIDTH: f64 = 400.0;
/// The width of the column of labels next to bars.
const LABELS: f64 = 34.0;
/// The width of the column of values next to bars.
const VALUES: f64 = 60.0;
/// The height of a bar with its space, and of the line above two bars.
const BAR: f64 = 18.0;
/// The most characters of the line above two bars.
const TITLE: usize = 58;

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Its length, from 0 to 1.
    pub value: f64,
    /// The interval within which the value may be.
    pub interval: (f64, f64),
    /// The value as it is written.
    pub shown: String,
}

/// What is counted, before and after a change.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What is counted.
    pub what: String,
    /// Before the change.
    pub old: Bar,
    /// After it.
    pub new: Bar,
}

/// As much of a text as fits.
fn short(text: &str) -> Html {
    if text.chars().count() <= TITLE {
        return text.into();
    }
    Html::from(text.chars().take(TITLE - 1).collect::<String>() + "…")
}

/// One chart of all pairs, each with its interval. Screen readers read its title.
pub fn pairs(title: &str, pairs: &[Pair]) -> Html {
    let at = |value: f64| {
        let value = if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 };
        LABELS + (WIDTH - LABELS - VALUES) * value
    };
    let (mut inner, mut y) = (String::new(), 0.0);
    for pair in pairs {
        y += BAR;
        let what = Html::from(&pair.what).0;
        let _ = write!(inner, "<text y=\"{:.1}\"><title>{what}</title>{}</text>", y - 4.0, short(&pair.what).0);
        for (side, bar) in [("old", &pair.old), ("new", &pair.new)] {
            let (middle, wide) = (y + BAR / 2.0, at(bar.value) - LABELS);
            let (low, high) = (at(bar.interval.0), at(bar.interval.1));
            let _ = write!(
                inner,
                "<text class=\"soft\" y=\"{:.1}\">{side}</text>\
                 <rect class=\"bar {side}\" x=\"{LABELS}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"14\"/>\
                 <path class=\"whisker\" d=\"M{low:.1} {:.1}V{:.1}M{low:.1} {middle:.1}H{high:.1}M{high:.1} {:.1}V{:.1}\"/>\
                 <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                middle + 4.0,
                middle - 7.0,
                middle - 4.0,
                middle + 4.0,
                middle - 4.0,
                middle + 4.0,
                WIDTH - VALUES + 6.0,
                middle + 4.0,
                Html::from(&bar.shown).0,
            );
            y += BAR;
        }
        y += BAR / 3.0;
    }
    let (title, height) = (Html::from(title).0, f64::max(y, BAR));
    Html(format!(
        "<figure><figcaption>{title}</figcaption><svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" \
         aria-label=\"{title}\">{inner}</svg></figure>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(value: f64) -> Bar {
        Bar { value, interval: (0.25, 0.75), shown: "50%".into() }
    }

    #[test]
    fn a_bar_is_as_long_as_its_value_and_has_its_interval() {
        let Html(svg) = pairs("Matches", &[Pair { what: "won".into(), old: bar(0.5), new: bar(1.0) }]);
        assert!(svg.contains("class=\"bar old\" x=\"34\" y=\"20.0\" width=\"153.0\""), "{svg}");
        assert!(svg.contains("class=\"bar new\" x=\"34\" y=\"38.0\" width=\"306.0\""), "{svg}");
        assert!(svg.contains("d=\"M110.5 23.0V31.0M110.5 27.0H263.5M263.5 23.0V31.0\""), "{svg}");
        assert!(svg.contains("<figcaption>Matches</figcaption>") && svg.contains(">50%</text>"), "{svg}");
    }

    #[test]
    fn nothing_to_draw_gives_no_number_that_is_none() {
        let pair = Pair { what: String::new(), old: bar(f64::NAN), new: bar(f64::INFINITY) };
        for Html(svg) in [pairs("", &[]), pairs("", &[pair])] {
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
