import Synchronization

/// The calls that reach the ports of a scope, and the events on which they tell of changes.
public final class PortRecord: Sendable {
  /// Whether the proof sends events, so that nothing else may.
  public let sendsEvents: Bool
  private let noted = Mutex<[Call]>([])
  private let receiver = Mutex<(@Sendable (any Sendable) async throws -> Void)?>(nil)

  init(sendsEvents: Bool) { self.sendsEvents = sendsEvents }

  /// One call.
  struct Call: Sendable {
    /// The call with its values; `nil` for one that asks without any.
    let text: String?
    let isRead: Bool
  }

  /// The calls so far, in order.
  var calls: [Call] { noted.withLock { $0 } }

  /// Notes a call that changes something, with its values; each counts.
  public func note(_ call: String) { noted.withLock { $0.append(Call(text: call, isRead: false)) } }

  /// Notes a call that only asks.
  ///
  /// - Parameter call: The call with its values, which counts once however often it is made; `nil` for
  ///   one without values, which is not compared.
  public func noteRead(_ call: String?) {
    noted.withLock { $0.append(Call(text: call, isRead: true)) }
  }

  /// Says how an event reaches the scope: through the port that tells of changes. The last one says it.
  public func receiveEvents(_ receive: @escaping @Sendable (any Sendable) async throws -> Void) {
    receiver.withLock { $0 = receive }
  }

  /// Sends an event.
  func send(_ event: any Sendable) async throws {
    guard let receive = receiver.withLock({ $0 }) else {
      throw UnsentEventError(event: "\(event)")
    }
    try await receive(event)
  }
}

/// No port of the scope sends events.
struct UnsentEventError: Error, CustomStringConvertible {
  let event: String

  var description: String {
    "'\(event)' cannot be sent: no port of the parent calls 'receiveEvents' of its record."
  }
}
