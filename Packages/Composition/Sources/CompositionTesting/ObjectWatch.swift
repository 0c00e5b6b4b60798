/// Remembers objects without keeping them alive, to show that nothing outlives its scope.
public struct ObjectWatch {
  private struct Entry {
    let name: String
    weak var object: AnyObject?
  }

  private var entries: [Entry] = []

  /// Creates a watch of no object.
  public init() {}

  /// Remembers an object weakly and returns it.
  @discardableResult
  public mutating func watch<Object: AnyObject>(_ object: Object) -> Object {
    entries.append(Entry(name: String(describing: type(of: object)), object: object))
    return object
  }

  /// The types of the watched objects that are still alive, in the order they were watched.
  public var survivors: [String] {
    entries.filter { $0.object != nil }.map(\.name)
  }
}
