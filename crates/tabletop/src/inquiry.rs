//! An inquiry: the cases that are asked of an order, one after another.

use crate::{Case, Refusal};

/// One case that was asked, and how it came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The case.
    pub case: Case,
    /// What must be so.
    pub text: &'static str,
    /// Whether it was.
    pub passed: bool,
}

/// Asks cases of an order until one fails. Judging and explaining are this one walk: judged quietly, or
/// with every question noted.
#[derive(Debug, Default)]
pub struct Inquiry {
    trail: Option<Vec<Asked>>,
    wordless: bool,
}

impl Inquiry {
    /// Asks without noting.
    pub fn quiet() -> Inquiry {
        Inquiry::default()
    }

    /// Asks for the verdict alone: a refusal has its case and no sentence. For sifting many orders, of which nobody
    /// will be told.
    pub fn wordless() -> Inquiry {
        Inquiry { trail: None, wordless: true }
    }

    /// Notes every question.
    pub fn noted() -> Inquiry {
        Inquiry { trail: Some(Vec::new()), wordless: false }
    }

    /// Asks one case: `text` says what must be so, `refusal` what is wrong if it is not.
    ///
    /// # Errors
    /// The refusal, if `passed` is false.
    pub fn require(
        &mut self,
        case: Case,
        text: &'static str,
        passed: bool,
        refusal: impl FnOnce() -> String,
    ) -> Result<(), Refusal> {
        if let Some(trail) = &mut self.trail {
            trail.push(Asked { case, text, passed });
        }
        if passed {
            Ok(())
        } else {
            Err(Refusal { case, message: if self.wordless { String::new() } else { refusal() } })
        }
    }

    /// What was asked, in order.
    pub fn trail(self) -> Vec<Asked> {
        self.trail.unwrap_or_default()
    }
}
