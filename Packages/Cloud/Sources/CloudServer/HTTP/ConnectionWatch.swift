import Dispatch
import Glibc
import Synchronization

/// Ends connections of clients that take too long, however busy they look: one byte now and then
/// would be enough to keep the HTTP library waiting.
final class ConnectionWatch: Sendable {
  private struct Entry {
    let descriptor: Int32
    /// When the connection is ended; `nil` while the cloud works on its request.
    var deadline: ContinuousClock.Instant?
  }

  private let requestTime: Duration
  private let entries = Mutex<[HTTPConnection: Entry]>([:])
  private let queue = DispatchQueue(label: "koober.connections")

  init(requestSeconds: Int) {
    requestTime = .seconds(requestSeconds)
    lookAgain()
  }

  /// Looks for late connections four times a second, as long as somebody holds this object.
  private func lookAgain() {
    queue.asyncAfter(deadline: .now() + .milliseconds(250)) { [weak self] in
      self?.endLateOnes()
      self?.lookAgain()
    }
  }

  func opened(_ connection: HTTPConnection) {
    guard let descriptor = connection.descriptor else { return }
    let deadline = ContinuousClock.now + requestTime
    entries.withLock { $0[connection] = Entry(descriptor: descriptor, deadline: deadline) }
  }

  /// The whole request is there; the client has nothing to do but wait.
  func received(_ connection: HTTPConnection) {
    entries.withLock { $0[connection]?.deadline = nil }
  }

  /// The answer is on its way; a slow client gets more time to take it than to ask.
  func answered(_ connection: HTTPConnection) {
    let deadline = ContinuousClock.now + requestTime * 4
    entries.withLock { $0[connection]?.deadline = deadline }
  }

  /// The answer has arrived; the client may ask again.
  func completed(_ connection: HTTPConnection) {
    let deadline = ContinuousClock.now + requestTime
    entries.withLock { $0[connection]?.deadline = deadline }
  }

  func closed(_ connection: HTTPConnection) {
    entries.withLock { $0[connection] = nil }
  }

  private func endLateOnes() {
    let now = ContinuousClock.now
    entries.withLock { entries in
      for (connection, entry) in entries {
        guard let deadline = entry.deadline, deadline < now else { continue }
        // The socket stays open, and its number in use, until the library closes it; it says so
        // before, and waits for this lock.
        shutdown(entry.descriptor, Int32(SHUT_RDWR))
        entries[connection]?.deadline = nil
      }
    }
  }
}
