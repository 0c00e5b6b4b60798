/// A screen was left; nothing more is known or needed.
public struct Left: Equatable, Sendable {}
