/// The objects that a value reaches through stored properties, without those of the system.
///
/// Closures, locks and weak references that are `nil` lead no further.
public struct ObjectGraph {
  /// The objects, each once, in the order in which they are reached.
  public private(set) var objects: [AnyObject] = []
  private var seen: Set<ObjectIdentifier>

  /// Collects the objects.
  ///
  /// - Parameters:
  ///   - value: Where the search begins.
  ///   - known: The objects that are neither listed nor looked into.
  public init(of value: Any, except known: [AnyObject] = []) {
    seen = Set(known.map(ObjectIdentifier.init))
    visit(value, depth: 0)
  }

  private static let system = [
    "Builtin.", "Composition.LifetimeProbe", "Dispatch.", "Foundation", "Observation.", "Swift.",
    "Synchronization.", "_",
  ]

  private mutating func visit(_ value: Any, depth: Int) {
    let type = type(of: value)
    if type is AnyClass {
      let object = value as AnyObject
      let name = String(reflecting: type)
      guard !Self.system.contains(where: name.hasPrefix),
        seen.insert(ObjectIdentifier(object)).inserted
      else { return }
      objects.append(object)
    }
    guard depth < 20 else { return }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for child in current.children { visit(child.value, depth: depth + 1) }
      mirror = current.superclassMirror
    }
  }

  /// The first object that is also in another list.
  func first(in others: [AnyObject]) -> AnyObject? {
    objects.first { object in others.contains { $0 === object } }
  }
}

/// The name of an object's type, as its package writes it.
func typeName(of object: AnyObject) -> String { String(describing: type(of: object)) }
