//! The rules of the paper's notation, which has no compiler and no library beside it.

use super::Rules;

/// The rules of `.idf` files.
pub(super) const RULES: Rules = Rules {
    is_compiled: false,
    has_visibility: false,
    has_boxes: false,
    has_machine_types: false,
    has_constant_variables: false,
    has_covariant_arrays: false,
    has_assignment_values: false,
    has_type_arguments: false,
    has_libraries: false,
    sees_everywhere: |_| false,
    of_every_class: |_, _| None,
    word_of_class: |_| None,
};
