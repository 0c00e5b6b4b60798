import Testing

/// All tests that run the compositions, one after another: one of the four shares globals, and the
/// object probe sees the whole program. That the hierarchy needs no such care is part of the proof.
@MainActor
@Suite(.serialized)
struct ExamplesTests {}
