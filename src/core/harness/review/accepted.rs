//! Accepted changes: the groups of an earlier review, which a later one need not show again. An acceptance that no
//! longer matches has expired.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Group, Kind, Review};
use crate::clause::lines::short_hash;

/// What was accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// A hash of the changes to the rules and of the list of scenarios that are new, gone or edited.
    pub changes: String,
    /// The groups.
    pub groups: Vec<AcceptedGroup>,
}

/// A group that was accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AcceptedGroup {
    /// What the change does.
    #[serde(flatten)]
    pub kind: Kind,
    /// The fields that differ.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub fields: BTreeSet<String>,
    /// Whether the states differ already before the first step.
    pub from_setup: bool,
    /// Whether its kind is due to what follows later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub later: bool,
    /// The scenarios.
    pub scenarios: Vec<String>,
    /// A hash of what differs in each.
    pub digest: String,
}

impl From<&Group> for AcceptedGroup {
    fn from(group: &Group) -> Self {
        let Group { kind, fields, from_setup, later, scenarios, digest, .. } = group.clone();
        Self { kind, fields, from_setup, later, scenarios, digest }
    }
}

impl Accepted {
    /// Accepts all that a review shows.
    pub fn of(review: &Review) -> Self {
        Self { changes: digest(review), groups: review.groups.iter().map(AcceptedGroup::from).collect() }
    }

    /// Moves the groups that were accepted out of a review, and notes those that are gone. If the changes
    /// to the rules are not the same, all have expired.
    pub fn apply(self, review: &mut Review) {
        let same = digest(review) == self.changes;
        let found = |group: &AcceptedGroup, among: &[Group]| among.iter().any(|one| AcceptedGroup::from(one) == *group);
        let (kept, expired): (Vec<_>, Vec<_>) =
            self.groups.into_iter().partition(|group| same && found(group, &review.groups));
        let is_kept = |group: &Group| kept.contains(&AcceptedGroup::from(group));
        (review.accepted, review.groups) = std::mem::take(&mut review.groups).into_iter().partition(is_kept);
        review.expired = expired;
        review.changes_accepted = same;
    }
}

/// A hash of what a review compares.
fn digest(review: &Review) -> String {
    short_hash(&json!([review.changes, review.added, review.gone, review.edited]).to_string())
}
