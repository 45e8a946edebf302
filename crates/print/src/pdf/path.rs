//! Path data, as far as our drawings use it: straight lines, quadratic and cubic curves.

use pdf_writer::Content;

/// A stretch of a path, all coordinates absolute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Stretch {
    Move([f64; 2]),
    Line([f64; 2]),
    Curve([f64; 2], [f64; 2], [f64; 2]),
    Close,
}

/// The stretches of path data; `None` if it holds anything else.
pub(super) fn read(data: &str) -> Option<Vec<Stretch>> {
    let mut reader = Reader { rest: data.trim_start() };
    let mut path = Vec::new();
    let (mut at, mut start) = ([0.0; 2], [0.0; 2]);
    let mut command = None;
    while !reader.rest.is_empty() {
        if let Some(letter) = reader.letter() {
            command = Some(letter);
        }
        let letter = command?;
        let from = if letter.is_ascii_lowercase() { at } else { [0.0; 2] };
        let mut point = || Some([from[0] + reader.number()?, from[1] + reader.number()?]);
        match letter.to_ascii_uppercase() {
            'M' => {
                at = point()?;
                start = at;
                path.push(Stretch::Move(at));
                // Further pairs are lines.
                command = Some(if letter == 'm' { 'l' } else { 'L' });
            }
            'L' => {
                at = point()?;
                path.push(Stretch::Line(at));
            }
            'H' => {
                at[0] = from[0] + reader.number()?;
                path.push(Stretch::Line(at));
            }
            'V' => {
                at[1] = from[1] + reader.number()?;
                path.push(Stretch::Line(at));
            }
            'Q' => {
                let (control, to) = (point()?, point()?);
                let towards = |end: [f64; 2]| [0, 1].map(|i| end[i] + (control[i] - end[i]) * 2.0 / 3.0);
                path.push(Stretch::Curve(towards(at), towards(to), to));
                at = to;
            }
            'C' => {
                let (first, second, to) = (point()?, point()?, point()?);
                path.push(Stretch::Curve(first, second, to));
                at = to;
            }
            'Z' => {
                path.push(Stretch::Close);
                at = start;
                command = None;
            }
            _ => return None,
        }
    }
    Some(path)
}

/// Reads letters and numbers, which may touch one another.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn letter(&mut self) -> Option<char> {
        let letter = self.rest.chars().next().filter(char::is_ascii_alphabetic)?;
        self.rest = self.rest[1..].trim_start();
        Some(letter)
    }

    fn number(&mut self) -> Option<f64> {
        let mut point = false;
        let end = self.rest.char_indices().find(|&(i, c)| match c {
            '-' | '+' => i > 0,
            '.' => std::mem::replace(&mut point, true),
            _ => !c.is_ascii_digit(),
        });
        let (number, rest) = self.rest.split_at(end.map_or(self.rest.len(), |(i, _)| i));
        self.rest = rest.trim_start_matches([' ', ',', '\n']);
        number.parse().ok()
    }
}

/// Puts a path into a page.
pub(super) fn draw(path: &[Stretch], content: &mut Content) {
    for stretch in path {
        match *stretch {
            Stretch::Move([x, y]) => content.move_to(x as f32, y as f32),
            Stretch::Line([x, y]) => content.line_to(x as f32, y as f32),
            Stretch::Curve(a, b, c) => {
                content.cubic_to(a[0] as f32, a[1] as f32, b[0] as f32, b[1] as f32, c[0] as f32, c[1] as f32)
            }
            Stretch::Close => content.close_path(),
        };
    }
}

/// How far the controls of a quarter of a circle lie from its ends, as a part of the radius.
const QUARTER: f64 = 0.552_284_75;

/// A rectangle with its corners rounded by that radius.
pub(super) fn rectangle([x, y]: [f64; 2], [width, height]: [f64; 2], radius: f64) -> Vec<Stretch> {
    let r = radius.min(width / 2.0).min(height / 2.0);
    let (right, foot) = (x + width, y + height);
    if r <= 0.0 {
        return vec![
            Stretch::Move([x, y]),
            Stretch::Line([right, y]),
            Stretch::Line([right, foot]),
            Stretch::Line([x, foot]),
            Stretch::Close,
        ];
    }
    let near = r * (1.0 - QUARTER);
    vec![
        Stretch::Move([x + r, y]),
        Stretch::Line([right - r, y]),
        Stretch::Curve([right - near, y], [right, y + near], [right, y + r]),
        Stretch::Line([right, foot - r]),
        Stretch::Curve([right, foot - near], [right - near, foot], [right - r, foot]),
        Stretch::Line([x + r, foot]),
        Stretch::Curve([x + near, foot], [x, foot - near], [x, foot - r]),
        Stretch::Line([x, y + r]),
        Stretch::Curve([x, y + near], [x + near, y], [x + r, y]),
        Stretch::Close,
    ]
}

pub(super) fn circle([x, y]: [f64; 2], r: f64) -> Vec<Stretch> {
    rectangle([x - r, y - r], [2.0 * r, 2.0 * r], r)
}

/// The path as a line of short straight steps, its first part alone.
pub(super) fn steps(path: &[Stretch]) -> Vec<[f64; 2]> {
    const STEPS: u32 = 24;
    let mut steps: Vec<[f64; 2]> = Vec::new();
    for stretch in path {
        match *stretch {
            Stretch::Move(_) if !steps.is_empty() => break,
            Stretch::Move(to) | Stretch::Line(to) => steps.push(to),
            Stretch::Curve(a, b, c) => {
                let Some(&from) = steps.last() else { break };
                for step in 1..=STEPS {
                    let t = f64::from(step) / f64::from(STEPS);
                    let s = 1.0 - t;
                    steps.push([0, 1].map(|i| {
                        from[i] * s * s * s + 3.0 * (a[i] * s * s * t + b[i] * s * t * t) + c[i] * t * t * t
                    }));
                }
            }
            Stretch::Close => break,
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_touch_and_letters_are_repeated() {
        let path = read("M-17-7.5l1.5-4.5 3.5.5H26v-1z").expect("path data");
        assert_eq!(
            path,
            [
                Stretch::Move([-17.0, -7.5]),
                Stretch::Line([-15.5, -12.0]),
                Stretch::Line([-12.0, -11.5]),
                Stretch::Line([26.0, -11.5]),
                Stretch::Line([26.0, -12.5]),
                Stretch::Close,
            ]
        );
        assert_eq!(read("M0 0A1 1 0 0 1 2 2"), None);
        assert_eq!(read("0 0"), None);
    }

    #[test]
    fn a_quadratic_curve_passes_where_it_should() {
        let path = read("M0 0q10 0 10 10").expect("path data");
        let steps = steps(&path);
        let middle = steps[12];
        assert!((middle[0] - 7.5).abs() < 1e-9 && (middle[1] - 2.5).abs() < 1e-9, "{middle:?}");
    }
}
