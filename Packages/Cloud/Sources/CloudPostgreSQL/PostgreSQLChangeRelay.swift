import Basics
import CloudStore
import CPostgreSQL
import Glibc
import Synchronization

/// Tells the other processes on a database of changes, through LISTEN and NOTIFY on a connection of its
/// own.
///
/// A transaction that notifies holds a lock of the whole server while it commits, so no rider's does:
/// what has changed in a moment is sent together, afterwards, in a transaction that waits for no disk. A
/// signal may be lost; streams look for changes themselves. Source: PostgreSQL, "NOTIFY".
final class PostgreSQLChangeRelay: ChangeRelay {
  private static let channel = "koober_changes"
  /// The least time between two notifications, in milliseconds.
  private static let pause: Int32 = 50
  /// How long to wait for a server that does not answer, in milliseconds.
  private static let retryPause: Int32 = 1000

  private struct State {
    var pending: Set<UInt8> = []
    var receive: (@Sendable (ChangeSignals.Signal) -> Void)?
    var isRunning = false
  }

  private let url: String
  private let timeouts: PostgreSQLTimeouts
  private let state = Mutex(State())
  /// Two connected sockets, which end the wait for the server.
  private let wake: (reading: Int32, writing: Int32)

  init(url: String, timeouts: PostgreSQLTimeouts) {
    self.url = url
    self.timeouts = timeouts
    // Without it the wait ends by itself, later.
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    _ = socketpair(AF_UNIX, kind, 0, &ends)
    wake = (ends[0], ends[1])
  }

  deinit {
    close(wake.reading)
    close(wake.writing)
  }

  func post(_ buckets: Set<UInt8>) {
    state.withLock { $0.pending.formUnion(buckets) }
    run()
  }

  func listen(_ receive: @escaping @Sendable (ChangeSignals.Signal) -> Void) {
    state.withLock { $0.receive = $0.receive ?? receive }
    run()
  }

  /// Wakes the thread, which begins with the first use.
  private func run() {
    let isNew = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    // A full socket ends the wait, too.
    _ = write(wake.writing, "!", 1)
    guard isNew else { return }
    DetachedThread.run { [weak self] in
      var connection: PostgreSQLConnection?
      // The relay is let go between two steps, so that it can end.
      while self?.step(&connection) != nil {}
    }
  }

  /// Connects where there is no connection, sends what is pending, and waits for something to come.
  private func step(_ connection: inout PostgreSQLConnection?) {
    do throws(PostgreSQLError) {
      if connection == nil {
        connection = try connect()
        // What was told before is not known.
        state.withLock(\.receive)?(.everything)
      }
      guard let connection else { return }
      try send(on: connection)
      wait(for: PQsocket(connection.handle), milliseconds: Self.retryPause)
      try receive(on: connection)
      // Changes that come now are sent together.
      if state.withLock({ !$0.pending.isEmpty }) { usleep(UInt32(Self.pause) * 1000) }
    } catch {
      connection = nil
      usleep(UInt32(Self.retryPause) * 1000)
    }
  }

  private func connect() throws(PostgreSQLError) -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(url: url, timeouts: timeouts)
    try connection.query("SET synchronous_commit = off; LISTEN \(Self.channel)")
    return connection
  }

  private func send(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    let buckets = state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
    guard !buckets.isEmpty else { return }
    // Two digits for each of at most 256 buckets: 512 of the 7,999 bytes that a payload may have.
    let payload = Hexadecimal.encode(buckets.sorted())
    try connection.query("SELECT pg_notify('\(Self.channel)', '\(payload)')")
  }

  private func receive(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    guard PQconsumeInput(connection.handle) == 1 else {
      throw .lost(String(cString: PQerrorMessage(connection.handle)))
    }
    let own = PQbackendPID(connection.handle)
    var buckets: Set<UInt8> = []
    while let notification = PQnotifies(connection.handle) {
      defer { PQfreemem(notification) }
      guard notification.pointee.be_pid != own, let payload = notification.pointee.extra else {
        continue
      }
      buckets.formUnion(Hexadecimal.decode(String(cString: payload).utf8) ?? [])
    }
    if !buckets.isEmpty { state.withLock(\.receive)?(.buckets(buckets)) }
  }

  /// Waits until the socket can be read, there is something to send, or the time is up.
  private func wait(for socket: Int32, milliseconds: Int32) {
    var descriptors = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    var calls = [UInt8](repeating: 0, count: 64)
    while read(wake.reading, &calls, calls.count) > 0 {}
  }
}
