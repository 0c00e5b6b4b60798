/// Tells whoever runs the cloud how busy a store is.
package protocol ObservedStore: Sendable {
  var connectionUse: ConnectionUse { get }
}

/// The connections of a store to its database.
package struct ConnectionUse: Equatable, Sendable {
  package let limit: Int
  package let open: Int
  /// Those that work just now.
  package let busy: Int

  package init(limit: Int, open: Int, busy: Int) {
    self.limit = limit
    self.open = open
    self.busy = busy
  }
}
