import Synchronization

/// A fixed number of connections, each lent to one caller at a time and opened on first use.
package struct ConnectionSlots<Connection>: Sendable {
  private final class Slot: Sendable {
    let connection = Mutex<Connection?>(nil)
  }

  private let slots: [Slot]

  /// Creates empty slots, at least one.
  package init(count: Int) {
    slots = (0..<max(1, count)).map { _ in Slot() }
  }

  /// How many connections there may be, are open, and are lent.
  package var use: ConnectionUse {
    let states = slots.map { slot in slot.connection.withLockIfAvailable { $0 != nil } }
    return ConnectionUse(
      limit: slots.count, open: states.count { $0 != false }, busy: states.count { $0 == nil })
  }

  /// Lends the connections of free slots, until the body returns a result; returns `nil` without.
  package func lendAtOnce<Value: Sendable, Failure: Error>(
    _ body: (inout sending Connection?) -> Result<Value, Failure>?
  ) throws(Failure) -> Value? {
    for slot in slots {
      let result = slot.connection.withLockIfAvailable { body(&$0) }
      if let result = result ?? nil { return try result.get() }
    }
    return nil
  }

  /// Lends the connection of a free slot, or waits for a random one.
  package func lend<Value: Sendable, Failure: Error>(
    _ body: (inout sending Connection?) -> Result<Value, Failure>
  ) throws(Failure) -> Value {
    for slot in slots {
      if let result = slot.connection.withLockIfAvailable({ body(&$0) }) { return try result.get() }
    }
    return try slots[Int.random(in: slots.indices)].connection.withLock { body(&$0) }.get()
  }
}
