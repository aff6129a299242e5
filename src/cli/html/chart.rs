//! Charts as SVG. The page's style gives them their colours.

use std::fmt::Write as _;

use super::Html;

/// The width of a chart.
const WIDTH: f64 = 400.0;
/// The width of the column of labels next to bars.
const LABELS: f64 = 130.0;
/// The width of the column of values next to bars.
const VALUES: f64 = 70.0;
/// The height of a bar with its space.
const BAR: f64 = 24.0;

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it stands for.
    pub label: String,
    /// Its length.
    pub value: f64,
    /// The interval within which the value may be.
    pub interval: Option<(f64, f64)>,
    /// The value as it is written.
    pub shown: String,
}

/// As much of a label as fits into its column.
fn short(text: &str, most: usize) -> Html {
    if text.chars().count() <= most {
        return text.into();
    }
    Html::from(text.chars().take(most - 1).collect::<String>() + "…")
}

/// Wraps a chart. Screen readers read its title.
fn chart(title: &str, height: f64, inner: &str) -> Html {
    let title = Html::from(title).0;
    Html(format!(
        "<figure><figcaption>{title}</figcaption><svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{title}\">{inner}</svg></figure>\n"
    ))
}

/// Bars, each with its interval. `most` is the value of a bar of full length.
pub fn bars(title: &str, bars: &[Bar], most: f64) -> Html {
    let room = WIDTH - LABELS - VALUES;
    let at = |value: f64| {
        let part = value / most;
        LABELS + if part.is_finite() { room * part.clamp(0.0, 1.0) } else { 0.0 }
    };
    let (mut inner, mut y) = (String::new(), 0.0);
    for bar in bars {
        let (wide, middle) = (at(bar.value) - LABELS, y + BAR / 2.0);
        let _ = write!(
            inner,
            "<text x=\"0\" y=\"{:.1}\"><title>{}</title>{}</text>\
             <rect class=\"bar\" x=\"{LABELS}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"16\"/>\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            middle + 4.0,
            Html::from(&bar.label).0,
            short(&bar.label, 18).0,
            middle - 8.0,
            WIDTH - VALUES + 6.0,
            middle + 4.0,
            Html::from(&bar.shown).0,
        );
        if let Some((low, high)) = bar.interval {
            let (low, high, top, bottom) = (at(low), at(high), middle - 4.0, middle + 4.0);
            let _ = write!(
                inner,
                "<path class=\"whisker\" d=\"M{low:.1} {top:.1}V{bottom:.1}M{low:.1} {middle:.1}H{high:.1}\
                 M{high:.1} {top:.1}V{bottom:.1}\"/>"
            );
        }
        y += BAR;
    }
    chart(title, y.max(BAR), &inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_value_and_has_its_interval() {
        let bar = Bar { label: "won".into(), value: 0.5, interval: Some((0.25, 0.75)), shown: "50%".into() };
        let Html(svg) = bars("Matches", &[bar], 1.0);
        assert!(svg.contains("x=\"130\" y=\"4.0\" width=\"100.0\""), "{svg}");
        assert!(svg.contains("d=\"M180.0 8.0V16.0M180.0 12.0H280.0M280.0 8.0V16.0\""), "{svg}");
        assert!(svg.contains("<figcaption>Matches</figcaption>") && svg.contains(">50%</text>"), "{svg}");
    }

    #[test]
    fn nothing_to_draw_gives_no_number_that_is_none() {
        let bar = Bar { label: String::new(), value: f64::NAN, interval: None, shown: String::new() };
        for Html(svg) in [bars("", &[], 0.0), bars("", &[bar], 0.0)] {
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
