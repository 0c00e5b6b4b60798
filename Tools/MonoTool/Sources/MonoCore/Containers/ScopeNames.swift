/// How scopes are recognized by the names of their types.
package struct ScopeNames: Sendable {
  /// What the names of containers end with.
  package var containers = ["Container"]
  /// What the names of the protocols end with that containers ask their values of.
  package var dependencies = ["Dependencies"]
  /// Types that are no containers in spite of their names.
  package var except: Set<String> = []

  package init() {}

  /// Differs from that of every other choice of names.
  var kind: String { "\(containers) \(dependencies) \(except.sorted())" }

  func isContainer(_ name: String) -> Bool {
    containers.contains { name.hasSuffix($0) } && !except.contains(name)
  }

  func isDependencies(_ name: String) -> Bool { dependencies.contains { name.hasSuffix($0) } }
}
