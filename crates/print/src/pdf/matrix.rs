//! Where things lie: transformations of the plane, as six numbers.

pub(super) const NONE: [f64; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

pub(super) fn then(first: [f64; 6], next: [f64; 6]) -> [f64; 6] {
    let [a, b, c, d, e, f] = first;
    let [p, q, r, s, t, u] = next;
    [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u]
}

/// `translate(3 4) scale(2)` and the like; `None` if it holds anything else.
pub(super) fn read(text: &str) -> Option<[f64; 6]> {
    let mut whole = NONE;
    for step in text.split_inclusive(')') {
        let step = step.trim();
        if step.is_empty() {
            continue;
        }
        let (name, numbers) = step.strip_suffix(')')?.split_once('(')?;
        let numbers = numbers.split([' ', ',']).filter(|number| !number.is_empty());
        let numbers: Vec<f64> = numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let by = match (name.trim(), &*numbers) {
            ("translate", [x]) => [1.0, 0.0, 0.0, 1.0, *x, 0.0],
            ("translate", [x, y]) => [1.0, 0.0, 0.0, 1.0, *x, *y],
            ("scale", [by]) => [*by, 0.0, 0.0, *by, 0.0, 0.0],
            ("scale", [x, y]) => [*x, 0.0, 0.0, *y, 0.0, 0.0],
            ("rotate", [degrees]) => turned(*degrees),
            ("rotate", [degrees, x, y]) => {
                let back = [1.0, 0.0, 0.0, 1.0, -x, -y];
                then(then(back, turned(*degrees)), [1.0, 0.0, 0.0, 1.0, *x, *y])
            }
            _ => return None,
        };
        // What stands last is carried out first.
        whole = then(by, whole);
    }
    Some(whole)
}

fn turned(degrees: f64) -> [f64; 6] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [cos, sin, -sin, cos, 0.0, 0.0]
}

/// The same in the precision of a PDF.
pub(super) fn short(matrix: [f64; 6]) -> [f32; 6] {
    matrix.map(|number| number as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(text: &str, [x, y]: [f64; 2]) -> [i32; 2] {
        let [a, b, c, d, e, f] = read(text).expect("a transformation");
        [a * x + c * y + e, b * x + d * y + f].map(|number| number.round() as i32)
    }

    #[test]
    fn what_stands_last_is_carried_out_first() {
        assert_eq!(carried("translate(10 20) scale(2)", [3.0, 4.0]), [16, 28]);
        assert_eq!(carried("scale(2) translate(10 20)", [3.0, 4.0]), [26, 48]);
        assert_eq!(carried("rotate(90 10 10)", [10.0, 0.0]), [20, 10]);
        assert_eq!(read("skewX(3)"), None);
    }
}
