//! Stand-ins for what each system has a schema of its own of.

/// Something that each system has a schema of: written as a reference that [`schemas`](crate::schemas()) resolves.
macro_rules! of_systems {
    ($(#[$about:meta])* $type:ident, $name:literal) => {
        $(#[$about])*
        #[allow(dead_code, reason = "only derived schemas name them")]
        pub(super) struct $type;

        schemars::written_out!($type, { "$ref": concat!("*.", $name, ".json") });
    };
}

of_systems!(
    /// The view of a seat.
    AnyView, "view"
);
of_systems!(
    /// What a side may do.
    AnyOptions, "options"
);
of_systems!(
    /// Where a verb can be directed.
    AnyTargets, "targets"
);
of_systems!(
    /// What an order would do.
    AnyPreview, "preview"
);
of_systems!(
    /// An order.
    AnyOrder, "order"
);
of_systems!(
    /// An event as it is told.
    AnyEvent, "told"
);
