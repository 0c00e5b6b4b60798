import Dispatch
import Synchronization

/// A fixed number of connections, each lent to one caller at a time and opened on first use.
package struct ConnectionSlots<Connection>: Sendable {
  private final class Slot: Sendable {
    let connection = Mutex<Connection?>(nil)
  }

  private let slots: [Slot]
  /// As many as there are free slots.
  private let free: DispatchSemaphore

  /// Creates empty slots, at least one.
  package init(count: Int) {
    slots = (0..<max(1, count)).map { _ in Slot() }
    free = DispatchSemaphore(value: slots.count)
  }

  /// How many connections there may be, are open, and are lent.
  package var use: ConnectionUse {
    let states = slots.map { slot in slot.connection.withLockIfAvailable { $0 != nil } }
    return ConnectionUse(
      limit: slots.count, open: states.count { $0 != false }, busy: states.count { $0 == nil })
  }

  /// Lends the connections of free slots in turn, until the body returns a value; returns `nil` if it
  /// never does.
  func tryLend<Value: Sendable, Failure: Error>(
    _ body: (inout sending Connection?) throws(Failure) -> Value?
  ) throws(Failure) -> Value? {
    guard free.wait(timeout: .now()) == .success else { return nil }
    defer { free.signal() }
    return try lendAny(body)
  }

  private func lendAny<Value: Sendable, Failure: Error>(
    _ body: (inout sending Connection?) throws(Failure) -> Value?
  ) throws(Failure) -> Value? {
    for slot in slots {
      let value = try slot.connection.withLockIfAvailable { (connection) throws(Failure) in
        try body(&connection)
      }
      if let value = value ?? nil { return value }
    }
    return nil
  }

  /// Lends the connection of a free slot, or of the next one that is; returns `nil` when none is in time.
  ///
  /// - Parameter body: Returns `nil` for a slot whose connection cannot be opened for now. Then another
  ///   one is lent, and there is one slot less for a second.
  package func lend<Value: Sendable, Failure: Error>(
    until deadline: RequestDeadline?,
    _ body: (inout sending Connection?) throws(Failure) -> Value?
  ) throws(Failure) -> Value? {
    while free.wait(timeout: RequestDeadline.time(of: deadline)) == .success {
      var isRefused = false
      do throws(Failure) {
        // One is free, but while the slots are tried one after the other, another caller may lend that
        // one and end with one that was tried already; ``use`` locks each for a moment, too.
        while !isRefused {
          let value = try lendAny { (connection) throws(Failure) -> Value? in
            let value = try body(&connection)
            if value == nil { isRefused = true }
            return value
          }
          guard let value else { continue }
          free.signal()
          return value
        }
      } catch {
        free.signal()
        throw error
      }
      guard use.open > 0 else {
        free.signal()
        return nil
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [free] in free.signal() }
    }
    return nil
  }
}

/// The connections of a store to its database.
package struct ConnectionUse: Equatable, Sendable {
  package let limit: Int
  package let open: Int
  /// Those in use.
  package let busy: Int
}
