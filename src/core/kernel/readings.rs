//! The readings of a game's rulings as types: one enum per ruling, and a struct that holds one of each.

/// Names the rulings that the code of a game asks about, each as a field with its type and readings:
/// `readings! { self_move: SelfMove { Refused, Counts } … }`. Readings are written in kebab-case, as in the spec.
#[macro_export]
macro_rules! readings {
    ($($(#[$doc:meta])* $field:ident: $name:ident { $($variant:ident),* $(,)? })*) => {
        $(
            $(#[$doc])*
            #[doc = concat!("The reading of the ruling `", stringify!($field), "`.")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Deserialize, ::schemars::JsonSchema)]
            #[serde(rename_all = "kebab-case")]
            #[allow(missing_docs)]
            pub enum $name { $($variant),* }
        )*
        /// The reading of every ruling.
        #[derive(Clone, Debug, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        #[allow(missing_docs)]
        pub struct Readings { $(pub $field: $name),* }
    };
}
