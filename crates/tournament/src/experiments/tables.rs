//! The tables of a report page.

use crate::interval::Interval;

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A table with its caption; the first column heads each line. Cells are already HTML.
pub(crate) fn table(caption: &str, heads: &[&str], lines: &[Vec<String>]) -> String {
    let heads: String = heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escape(head))).collect();
    let lines: String = lines
        .iter()
        .map(|cells| {
            let cells: String = cells
                .iter()
                .enumerate()
                .map(|(i, cell)| {
                    if i == 0 { format!("<th scope=\"row\">{cell}</th>") } else { format!("<td>{cell}</td>") }
                })
                .collect();
            format!("<tr>{cells}</tr>\n")
        })
        .collect();
    format!(
        "<div class=\"wide\"><table><caption>{}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody></table></div>\n",
        escape(caption)
    )
}

/// A number with its interval, to that many decimal digits: `12.3 (10.1 to 14.5)`.
pub(crate) fn number(of: Option<Interval>, digits: usize) -> String {
    told(of, |value| format!("{value:.digits$}"))
}

/// The same for a difference: with its sign.
pub(crate) fn signed(of: Option<Interval>, digits: usize) -> String {
    told(of, |value| {
        let text = format!("{value:+.digits$}");
        // Zero has no sign.
        if text[1..].chars().all(|c| matches!(c, '0' | '.')) { text[1..].to_owned() } else { text }
    })
}

/// Formats a fraction as a percentage text.
pub(crate) fn share(of: Option<Interval>) -> String {
    told(of, |value| format!("{:.1} %", value * 100.0))
}

fn told(of: Option<Interval>, word: impl Fn(f64) -> String) -> String {
    match of {
        None => "not measured".to_owned(),
        Some(of) => {
            let text =
                format!("{} <small>({} to {})</small>", word(of.estimate), word(of.low), word(of.high));
            text.replace('-', "\u{2212}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_with_their_intervals() {
        let of = Some(Interval { estimate: -1.25, low: -3.0, high: 0.004 });
        assert_eq!(number(of, 1), "\u{2212}1.2 <small>(\u{2212}3.0 to 0.0)</small>");
        assert_eq!(signed(of, 2), "\u{2212}1.25 <small>(\u{2212}3.00 to 0.00)</small>");
        assert_eq!(
            share(Some(Interval { estimate: 0.5, low: 0.4, high: 0.6 })),
            "50.0 % <small>(40.0 % to 60.0 %)</small>"
        );
        assert_eq!(share(None), "not measured");
    }
}
