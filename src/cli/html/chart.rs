//! Charts as SVG. The page's style gives them their colours.

use std::fmt::Write as _;

use super::Html;

/// The width of a chart.
const WIDTH: f64 = 400.0;
/// The width of the column of labels beside bars.
const LABELS: f64 = 130.0;
/// The width of the column of values beside bars.
const VALUES: f64 = 70.0;
/// The height of a bar with its space.
const BAR: f64 = 24.0;
/// The edges of the field in which lines are drawn: left, right, top and bottom.
const FIELD: (f64, f64, f64, f64) = (48.0, WIDTH - 12.0, 12.0, 200.0);
/// The number of colours for series.
const COLOURS: usize = 4;

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

/// A line of points.
#[derive(Clone, Debug)]
pub struct Series {
    /// What it stands for.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// How far to the right.
    pub x: f64,
    /// How far up.
    pub y: f64,
    /// The interval within which `y` may be.
    pub interval: Option<(f64, f64)>,
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
             <rect class=\"bar s0\" x=\"{LABELS}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"16\"/>\
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

/// The least and the greatest of some numbers; a range of 1 around a single number.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers
        .filter(|number| number.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)));
    if low > high {
        (0.0, 1.0)
    } else if low < high {
        (low, high)
    } else {
        (low - 0.5, high + 0.5)
    }
}

/// A number on an axis.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Lines, each with a band for its intervals. `across` says what the horizontal axis means.
pub fn lines(title: &str, across: &str, series: &[Series]) -> Html {
    let points = || series.iter().flat_map(|one| &one.points);
    let (left, right, top, bottom) = FIELD;
    let xs = range(points().map(|point| point.x));
    let ys = range(points().flat_map(|point| {
        let (low, high) = point.interval.unwrap_or((point.y, point.y));
        [point.y, low, high]
    }));
    let at = |x: f64, y: f64| {
        let across = left + (right - left) * (x - xs.0) / (xs.1 - xs.0);
        format!("{across:.1} {:.1}", bottom - (bottom - top) * (y - ys.0) / (ys.1 - ys.0))
    };
    let mut inner = format!("<path class=\"axis\" fill=\"none\" d=\"M{left} {top}V{bottom}H{right}\"/>");
    for (y, value) in [(top + 8.0, ys.1), (bottom, ys.0)] {
        let _ = write!(inner, "<text class=\"soft\" x=\"{}\" y=\"{y}\" text-anchor=\"end\">", left - 4.0);
        let _ = write!(inner, "{}</text>", number(value));
    }
    for (x, anchor, text) in [
        (left, "start", number(xs.0)),
        ((left + right) / 2.0, "middle", across.to_owned()),
        (right, "end", number(xs.1)),
    ] {
        let _ = write!(inner, "<text class=\"soft\" x=\"{x}\" y=\"{}\" text-anchor=\"{anchor}\">", bottom + 16.0);
        let _ = write!(inner, "{}</text>", Html::from(text).0);
    }
    let mut y = bottom + 34.0;
    for (index, one) in series.iter().enumerate() {
        let class = index % COLOURS;
        let known: Vec<&Point> = one.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite()).collect();
        let bounds = || {
            let bounds = known.iter().filter_map(|point| Some((point.x, point.interval?)));
            bounds.filter(|(_, (low, high))| low.is_finite() && high.is_finite())
        };
        let low: Vec<String> = bounds().map(|(x, (low, _))| at(x, low)).collect();
        let high: Vec<String> = bounds().map(|(x, (_, high))| at(x, high)).rev().collect();
        if !low.is_empty() {
            let _ = write!(inner, "<path class=\"band s{class}\" d=\"M{}L{}Z\"/>", low.join("L"), high.join("L"));
        }
        let path: Vec<String> = known.iter().map(|point| at(point.x, point.y)).collect();
        if !path.is_empty() {
            let _ = write!(inner, "<path class=\"path s{class}\" d=\"M{}\"/>", path.join("L"));
        }
        let _ = write!(
            inner,
            "<rect class=\"dot s{class}\" x=\"{left}\" y=\"{}\" width=\"10\" height=\"10\"/><text x=\"{}\" y=\"{y}\">{}</text>",
            y - 9.0,
            left + 16.0,
            short(&one.name, 60).0
        );
        y += 18.0;
    }
    chart(title, y - 8.0, &inner)
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
    fn a_line_fills_its_field() {
        let point = |x: f64, y: f64| Point { x, y, interval: Some((y - 1.0, y + 1.0)) };
        let series = Series { name: "first".into(), points: vec![point(1.0, 1.0), point(3.0, 5.0)] };
        let Html(svg) = lines("Length", "turn", &[series]);
        assert!(svg.contains("class=\"path s0\" d=\"M48.0 168.7L388.0 43.3\""), "{svg}");
        assert!(svg.contains("class=\"band s0\" d=\"M48.0 200.0L388.0 74.7L388.0 12.0L48.0 137.3Z\""), "{svg}");
        assert!(svg.contains(">6</text>") && svg.contains(">0</text>") && svg.contains(">turn</text>"), "{svg}");
    }

    #[test]
    fn nothing_to_draw_gives_no_number_that_is_none() {
        let odd = Point { x: f64::NAN, y: f64::INFINITY, interval: None };
        let bar = Bar { label: String::new(), value: f64::NAN, interval: None, shown: String::new() };
        for Html(svg) in [
            lines("", "", &[]),
            lines("", "", &[Series { name: String::new(), points: vec![odd] }]),
            bars("", &[], 0.0),
            bars("", &[bar], 0.0),
        ] {
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
