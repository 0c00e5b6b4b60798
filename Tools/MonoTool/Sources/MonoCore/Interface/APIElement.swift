/// A declaration that other packages can use.
package struct APIElement: Sendable, Hashable {
  /// What it is called from outside, such as `Core.Location.distance(to:)`.
  package let name: String
  /// Its declaration without bodies, comments and spacing.
  package let signature: String
  /// What decides how a change of it counts.
  package let role: Role

  package enum Role: String, Sendable {
    case member
    /// Conforming types of other packages must have it.
    case requirement
    /// Switches of other packages must name it.
    case enumCase
    case type
  }
}

/// How the surface of a package differs from an earlier one.
package struct APIChange: Sendable, Hashable {
  package enum Kind: String, Sendable { case added, removed, changed }

  package let kind: Kind
  package let name: String
  package let before: String?
  package let after: String?
  /// Why code that uses the package may no longer compile; `nil` when it always does.
  package let breaks: String?
}
