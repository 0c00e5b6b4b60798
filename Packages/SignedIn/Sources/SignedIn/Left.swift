/// A screen was left; nothing more is known or needed.
struct Left: Equatable, Sendable {}
