//! What watchers of a game are told of a change: the view whole, or what has changed in it.
//!
//! The patch is made of two views as that kind of viewer may see them, so it holds nothing that the
//! views do not. Of each kind of viewer just the view that it was told last is kept, however many
//! they are; each watcher notes which one that was, and who was told another gets the next one whole.
//! Of a game that rests, or in which nothing has changed since it was watched, only a hash of that view
//! is kept: it is made anew before anything changes.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use protocol::answer::{Changed, ViewTold};
use protocol::{Viewer, notice};
use serde_json::value::RawValue;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Which view a watcher was told last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(u64);

/// A view that was told.
struct Told {
    mark: Mark,
    version: u32,
    view: Kept,
}

/// What is kept of a view.
enum Kept {
    Whole(Box<RawValue>),
    Hash(u64),
}

/// The views that were told last, one for each kind of viewer.
#[derive(Default)]
pub(super) struct LastTold {
    views: HashMap<Viewer, Told>,
    marks: u64,
    hashes: RandomState,
}

/// A change as it is told to one kind of viewer.
pub(super) struct Change {
    /// With the view whole.
    pub(super) whole: Utf8Bytes,
    /// With a patch, and the view that it applies to; where that is shorter.
    patched: Option<(Mark, Utf8Bytes)>,
}

impl Change {
    /// A change that everybody is told with the view whole.
    pub(super) fn whole(changed: &Changed) -> Change {
        Change { whole: notice("game.changed", changed).into(), patched: None }
    }

    /// What a watcher is told who was told that view last.
    pub(super) fn to(&self, held: Option<Mark>) -> Utf8Bytes {
        match &self.patched {
            Some((mark, message)) if held == Some(*mark) => message.clone(),
            _ => self.whole.clone(),
        }
    }
}

impl LastTold {
    /// A viewer of this kind is told this view whole: what marks it. Whoever of the same kind was
    /// told another view before gets the next one whole.
    pub(super) fn note(&mut self, place: Viewer, version: u32, view: &RawValue) -> Mark {
        // Most of those who come only look for a while.
        self.keep(place, version, view, |hashes| Kept::Hash(hashes.hash_one(view.get())))
    }

    /// Keeps the view that a viewer of this kind is told, in that form unless it is kept already.
    fn keep(
        &mut self,
        place: Viewer,
        version: u32,
        view: &RawValue,
        kept: impl FnOnce(&RandomState) -> Kept,
    ) -> Mark {
        if let Some(told) = self.views.get(&place)
            && told.version == version
            && match &told.view {
                Kept::Whole(told) => told.get() == view.get(),
                Kept::Hash(told) => *told == self.hashes.hash_one(view.get()),
            }
        {
            return told.mark;
        }
        self.marks += 1;
        let mark = Mark(self.marks);
        self.views.insert(place, Told { mark, version, view: kept(&self.hashes) });
        mark
    }

    /// How viewers of this kind are told of a change, and what marks its view.
    pub(super) fn change(&mut self, place: Viewer, changed: Changed) -> (Change, Option<Mark>) {
        let mut change = Change::whole(&changed);
        let ViewTold::Whole { view } = changed.view else { return (change, None) };
        if let Some(told) = self.views.get(&place)
            // Without an entry the version says nothing of what the patch applies to.
            && told.version < changed.version
            && let Kept::Whole(before) = &told.view
            && let Some(patch) = patch(before, &view)
        {
            let view = ViewTold::Patched { from: told.version, patch };
            let message = notice("game.changed", &Changed { view, ..changed });
            change.patched = Some((told.mark, message.into()));
        }
        let mark = self.keep(place, changed.version, &view, |_| Kept::Whole(view.clone()));
        (change, Some(mark))
    }

    /// Whether views are kept whole.
    pub(super) fn is_awake(&self) -> bool {
        self.views.values().any(|told| matches!(told.view, Kept::Whole(_)))
    }

    /// Lets go of the views, so that they can be made anew.
    pub(super) fn rest(&mut self) {
        for told in self.views.values_mut() {
            if let Kept::Whole(view) = &told.view {
                told.view = Kept::Hash(self.hashes.hash_one(view.get()));
            }
        }
    }

    /// Takes the views back up that `view` makes for a kind of viewer; who was told another gets the
    /// next one whole.
    pub(super) fn wake(&mut self, view: impl Fn(Viewer) -> Option<Box<RawValue>>) {
        let hashes = &self.hashes;
        self.views.retain(|place, told| {
            let Kept::Hash(hash) = told.view else { return true };
            let same = view(*place).filter(|view| hashes.hash_one(view.get()) == hash);
            same.map(|view| told.view = Kept::Whole(view)).is_some()
        });
    }

    /// Forgets what is kept for kinds of viewers of whom nobody is there.
    pub(super) fn retain(&mut self, is_there: impl Fn(Viewer) -> bool) {
        self.views.retain(|place, _| is_there(*place));
    }
}

/// The patch that makes the one view of the other, if it is shorter than that.
fn patch(from: &RawValue, to: &RawValue) -> Option<Box<RawValue>> {
    let patch = tabletop::patch(from.get(), to.get());
    if patch.len() < to.get().len() { RawValue::from_string(patch).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::to_raw_value;
    use serde_json::{Value, json};

    fn raw(view: &Value) -> Box<RawValue> {
        to_raw_value(view).expect("it is JSON")
    }

    fn changed(version: u32, view: &Value) -> Changed {
        let view = ViewTold::Whole { view: raw(view) };
        Changed { game: "1".to_owned(), version, hash: "h".to_owned(), entries: Vec::new(), view }
    }

    fn params(message: &Utf8Bytes) -> Value {
        serde_json::from_str::<Value>(message).expect("it is JSON")["params"].take()
    }

    fn long(heap: u32) -> Value {
        json!({ "heap": heap, "words": "all of this stays as it was, and so it need not be told again" })
    }

    /// A viewer is told this view, and then something is about to change.
    fn told(last: &mut LastTold, place: Viewer, version: u32, view: &Value) -> Mark {
        let mark = last.note(place, version, &raw(view));
        last.wake(|_| Some(raw(view)));
        mark
    }

    #[test]
    fn who_was_told_the_last_view_is_told_what_changed_and_others_all() {
        let mut last = LastTold::default();
        let first = told(&mut last, Viewer::Watcher, 1, &long(9));
        assert_eq!(last.note(Viewer::Watcher, 1, &raw(&long(9))), first, "it is the same view");
        let (change, second) = last.change(Viewer::Watcher, changed(2, &long(8)));
        let patched = params(&change.to(Some(first)));
        assert_eq!((&patched["from"], &patched["version"]), (&json!(1), &json!(2)));
        assert_eq!(patched["patch"], json!([{ "op": "replace", "path": "/heap", "value": 8 }]));
        assert_eq!(patched["view"], Value::Null);
        for other in [None, second] {
            let whole = params(&change.to(other));
            assert_eq!((&whole["view"], &whole["patch"]), (&long(8), &Value::Null));
        }
        assert_ne!(second, Some(first));
    }

    #[test]
    fn where_a_patch_would_not_be_shorter_or_its_version_is_in_doubt_the_view_is_told_whole() {
        let mut last = LastTold::default();
        let first = told(&mut last, Viewer::Both, 1, &long(9));
        let (change, _) = last.change(Viewer::Both, changed(1, &long(8)));
        assert_eq!(params(&change.to(Some(first)))["view"], long(8), "the version is the same");
        let mark = told(&mut last, Viewer::Both, 2, &long(7));
        let (change, _) = last.change(Viewer::Both, changed(3, &json!([1])));
        assert_eq!(params(&change.to(Some(mark)))["view"], json!([1]), "all of it is new");
    }

    #[test]
    fn another_view_of_the_same_version_is_another() {
        let mut last = LastTold::default();
        let mine = last.note(Viewer::Both, 1, &raw(&long(9)));
        let yours = told(&mut last, Viewer::Both, 1, &long(5));
        let (change, _) = last.change(Viewer::Both, changed(2, &long(4)));
        assert_eq!(params(&change.to(Some(mine)))["view"], long(4));
        assert_eq!(params(&change.to(Some(yours)))["from"], 1);
    }

    #[test]
    fn a_game_that_rests_keeps_no_view_and_goes_on_with_patches_if_it_is_made_as_it_was() {
        let mut last = LastTold::default();
        let mark = told(&mut last, Viewer::Both, 1, &long(9));
        assert!(last.is_awake());
        last.rest();
        assert!(!last.is_awake());
        assert_eq!(last.note(Viewer::Both, 1, &raw(&long(9))), mark, "it is the same view");
        last.wake(|place| (place == Viewer::Both).then(|| raw(&long(9))));
        let (change, mark) = last.change(Viewer::Both, changed(2, &long(8)));
        assert_eq!(params(&change.to(Some(Mark(1))))["from"], 1);
        last.rest();
        last.wake(|_| Some(raw(&long(7))));
        let (change, _) = last.change(Viewer::Both, changed(3, &long(6)));
        assert_eq!(params(&change.to(mark))["view"], long(6), "what it was told is in doubt");
    }

    #[test]
    fn a_view_that_is_told_is_not_kept_before_anything_changes() {
        let mut last = LastTold::default();
        let mark = last.note(Viewer::Both, 1, &raw(&long(9)));
        assert!(!last.is_awake());
        last.wake(|place| (place == Viewer::Both).then(|| raw(&long(9))));
        let (change, _) = last.change(Viewer::Both, changed(2, &long(8)));
        assert_eq!(params(&change.to(Some(mark)))["from"], 1);
        assert!(last.is_awake(), "more is likely to change");
    }

    #[test]
    fn nothing_is_kept_for_who_is_not_there() {
        let mut last = LastTold::default();
        let mark = told(&mut last, Viewer::Both, 1, &long(9));
        last.retain(|place| place == Viewer::Watcher);
        let (change, _) = last.change(Viewer::Both, changed(2, &long(8)));
        assert_eq!(params(&change.to(Some(mark)))["view"], long(8));
    }
}
