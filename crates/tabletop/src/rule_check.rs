//! The cases that an order is checked against, one after another.

use std::borrow::Cow;

use crate::{Case, Refusal};

/// One case that was asked, and how it came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub case: Case,
    pub text: Cow<'static, str>,
    pub passed: bool,
}

/// Asks cases of an order until one fails. Judging and explaining are this one walk: judged
/// quietly, or with every question noted.
#[derive(Debug)]
pub struct RuleCheck {
    trail: Option<Vec<Asked>>,
    without_messages: bool,
}

impl RuleCheck {
    /// Checks rules without noting the questions.
    pub fn quiet() -> RuleCheck {
        RuleCheck { trail: None, without_messages: false }
    }

    /// Asks for the verdict alone: a refusal has its case and no sentence. For sifting many orders whose
    /// refusals are never shown.
    pub fn without_messages() -> RuleCheck {
        RuleCheck { trail: None, without_messages: true }
    }

    pub fn noted() -> RuleCheck {
        RuleCheck { trail: Some(Vec::new()), without_messages: false }
    }

    /// Asks one case: `text` says what must be so, `refusal` what is wrong if it is not.
    ///
    /// # Errors
    /// The refusal, if `passed` is false.
    #[inline]
    pub fn check(
        &mut self,
        case: Case,
        text: impl Into<Cow<'static, str>>,
        passed: bool,
        refusal: impl FnOnce() -> String,
    ) -> Result<(), Refusal> {
        if self.trail.is_some() {
            self.note(case, text.into(), passed);
        }
        if passed { Ok(()) } else { Err(self.refuse(case, refusal)) }
    }

    // Cases are asked by the million, and hardly ever noted or shown.
    #[cold]
    fn note(&mut self, case: Case, text: Cow<'static, str>, passed: bool) {
        self.trail.get_or_insert_default().push(Asked { case, text, passed });
    }

    #[inline]
    fn refuse(&self, case: Case, refusal: impl FnOnce() -> String) -> Refusal {
        Refusal { case, message: if self.without_messages { String::new() } else { told(refusal) } }
    }

    /// Returns the cases asked, in order.
    pub fn trail(self) -> Vec<Asked> {
        self.trail.unwrap_or_default()
    }
}

#[cold]
#[inline(never)]
fn told(refusal: impl FnOnce() -> String) -> String {
    refusal()
}
