/// The objects that a value reaches through stored properties, as far as they are Koober's own.
///
/// Closures and weak references that are `nil` lead no further.
struct ObjectGraph {
  private(set) var objects: [AnyObject] = []
  private var seen: Set<ObjectIdentifier> = []

  init(of value: Any) {
    visit(value, depth: 0)
  }

  /// What holds view models, screens and containers; the rest of the objects is not looked into.
  private static let modules = ["Onboarding.", "Sharing.", "SignedIn.", "koober."]
  private static let own = modules + ["Auth.", "Cloud.", "Core.", "FeatureFlags.", "Terminal."]

  private mutating func visit(_ value: Any, depth: Int) {
    let type = type(of: value)
    let name = String(reflecting: type)
    if type is AnyClass {
      let object = value as AnyObject
      guard Self.own.contains(where: name.hasPrefix),
        seen.insert(ObjectIdentifier(object)).inserted
      else { return }
      objects.append(object)
      guard Self.modules.contains(where: name.hasPrefix) else { return }
    }
    guard depth < 20 else { return }
    for child in Mirror(reflecting: value).children { visit(child.value, depth: depth + 1) }
  }
}
