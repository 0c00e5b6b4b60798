import Basics
import CNetwork
import Cloud
import Dispatch
import Glibc
import Synchronization

/// The thread that serves all connections of a server without blocking.
final class EventLoop: Sendable {
  /// A socket on which connections are accepted.
  struct Listener: Sendable {
    let socket: Int32
    let audience: Audience
    /// Without a context connections are not encrypted.
    var tls: TLSContext?
    /// The most connections from one network.
    let connectionsPerNetwork: Int
  }

  /// A message from another thread.
  enum Message: Sendable {
    case outcome(connection: UInt64, RequestHandler.Outcome)
    /// What a stream sends.
    case stream(connection: UInt64, EventHub.Output)
    /// Encrypt the connections that come with another certificate.
    case certificate(TLSContext)
    /// Accept nothing more, finish what runs, and end at the latest after these seconds.
    case stop(seconds: Int)
  }

  private struct Inbox {
    var messages: [Message] = []
    /// Whether the loop waits for sockets, and has to be woken for a message.
    var isWaiting = false
    /// Closed with the loop; later messages are dropped.
    var isOpen = true
  }

  private let inbox = Mutex(Inbox())
  /// A counter that makes the poller return.
  let wake: Int32
  private let ended = DispatchGroup()

  init() throws(ServerError) {
    wake = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard wake >= 0 else { throw .cannotServe(reason: String(cString: strerror(errno))) }
  }

  deinit { close(wake) }

  /// Serves on a thread of its own, until a message stops it.
  func start(
    listeners: [Listener], connectionLimit: Int, shared: ConnectionHandler.Shared
  ) throws(ServerError) {
    let poller = try Poller()
    do throws(ServerError) {
      try EventLoopState.register(wake: wake, listeners: listeners, with: poller)
    } catch {
      poller.close()
      throw error
    }
    ended.enter()
    let hasStarted = DetachedThread.start { [self] in
      var run = EventLoopState(
        loop: self, poller: poller, listeners: listeners, connectionLimit: connectionLimit,
        shared: shared)
      run.serve()
      inbox.withLock { $0 = Inbox(isOpen: false) }
      ended.leave()
    }
    guard hasStarted else {
      ended.leave()
      poller.close()
      throw .cannotServe(reason: "no thread can be started")
    }
  }

  func post(_ message: Message) {
    let mustWake = inbox.withLock { inbox in
      guard inbox.isOpen else { return false }
      inbox.messages.append(message)
      defer { inbox.isWaiting = false }
      return inbox.isWaiting
    }
    guard mustWake else { return }
    var one: UInt64 = 1
    // It fails only when the counter is full, and then the poller returns anyway.
    _ = write(wake, &one, MemoryLayout<UInt64>.size)
  }

  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      ended.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Returns whether the loop may wait: no message is there, and the next one wakes it.
  func prepareWait() -> Bool {
    inbox.withLock { inbox in
      inbox.isWaiting = inbox.messages.isEmpty
      return inbox.isWaiting
    }
  }

  /// Removes and returns the messages that have come; sets back the counter that has woken the loop.
  func takeMessages(wasWoken: Bool) -> [Message] {
    if wasWoken {
      var count: UInt64 = 0
      _ = read(wake, &count, MemoryLayout<UInt64>.size)
    }
    return inbox.withLock { inbox in
      defer { (inbox.messages, inbox.isWaiting) = ([], false) }
      return inbox.messages
    }
  }
}
