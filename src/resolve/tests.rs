//! Tests of resolving.
