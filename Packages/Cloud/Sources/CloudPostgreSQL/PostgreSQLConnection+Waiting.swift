import CloudStore
import CPostgreSQL
import Glibc

/// Talks with libpq without blocking and waits for the socket itself, until a deadline. Source:
/// PostgreSQL, "Asynchronous Command Processing", section 34.4.
extension PostgreSQLConnection {
  static func connect(
    url: String, deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> OpaquePointer {
    // The settings before dbname are defaults, which the URL may override.
    let settings =
      [("application_name", "koober-cloud")] + PostgreSQLTimeouts.network
      + [("dbname", url), ("client_encoding", "UTF8")]
    let handle = withCStrings(settings.map(\.0)) { keywords in
      withCStrings(settings.map(\.1)) { values in PQconnectStartParams(keywords, values, 1) }
    }
    guard let handle else { throw .lost("no memory for a connection") }
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    do throws(PostgreSQLError) {
      try finishConnecting(handle, deadline: deadline)
    } catch {
      PQfinish(handle)
      throw error
    }
    return handle
  }

  private static func finishConnecting(
    _ handle: OpaquePointer, deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    var state = PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      guard PQstatus(handle) != CONNECTION_BAD, state != PGRES_POLLING_FAILED else {
        throw PostgreSQLError(
          connecting: String(cString: PQerrorMessage(handle)),
          needsPassword: PQconnectionNeedsPassword(handle) == 1)
      }
      try wait(
        for: state == PGRES_POLLING_READING ? POLLIN : POLLOUT, on: handle, until: deadline,
        what: "a connection")
      state = PQconnectPoll(handle)
    }
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    guard PQsetnonblocking(handle, 1) == 0 else { throw .lost("no memory for a connection") }
  }

  /// Sends something and returns its last result, or the first that is an error.
  func result(of send: () -> Int32) throws(PostgreSQLError) -> PostgreSQLResult {
    let deadline = statementDeadline
    guard send() == 1 else { throw error(nil) }
    try flush(until: deadline)
    var last: PostgreSQLResult?
    while let next = try nextResult(until: deadline) {
      if last?.isError != true { last = next }
    }
    guard let last, !last.isError else { throw error(last) }
    return last
  }

  /// Sends several statements at once and returns the result of each. After an error the server skips
  /// the rest.
  ///
  /// Source: PostgreSQL, "Pipeline Mode", section 34.5.
  func results(of count: Int, send: (Int) -> Int32) throws(PostgreSQLError) -> [PostgreSQLResult] {
    let deadline = statementDeadline
    guard PQenterPipelineMode(handle) == 1 else { throw error(nil) }
    for index in 0..<count {
      guard send(index) == 1 else { throw error(nil, isLost: true) }
    }
    guard PQpipelineSync(handle) == 1 else { throw error(nil, isLost: true) }
    try flush(until: deadline)
    var results: [PostgreSQLResult] = []
    while let result = try nextPipelineResult(until: deadline) { results.append(result) }
    guard PQexitPipelineMode(handle) == 1 else { throw error(nil, isLost: true) }
    if let failed = results.first(where: \.isError) { throw error(failed) }
    return results
  }

  /// Returns the result of a pipeline's next statement; `nil` at the pipeline's end.
  private func nextPipelineResult(
    until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> PostgreSQLResult? {
    var result = try nextResult(until: deadline)
    // A null pointer follows the result of each statement.
    if result == nil { result = try nextResult(until: deadline) }
    guard let result else { throw error(nil, isLost: true) }
    return result.status == PGRES_PIPELINE_SYNC ? nil : result
  }

  private func flush(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1:
        // The server may have to send something before it takes more.
        let events = try Self.wait(
          for: POLLIN | POLLOUT, on: handle, until: deadline, what: "an answer")
        if events & Int16(POLLIN) != 0 { try consume() }
      default: throw error(nil)
      }
    }
  }

  private func nextResult(
    until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> PostgreSQLResult? {
    while PQisBusy(handle) == 1 {
      try Self.wait(for: POLLIN, on: handle, until: deadline, what: "an answer")
      try consume()
    }
    return PQgetResult(handle).map(PostgreSQLResult.init)
  }

  private func consume() throws(PostgreSQLError) {
    guard PQconsumeInput(handle) == 1 else { throw error(nil) }
  }

  /// - Parameter isLost: Whether the connection cannot be used any more, even if it is there.
  private func error(_ result: PostgreSQLResult?, isLost: Bool = false) -> PostgreSQLError {
    // Its prepared statements are not those that it has made, as after DISCARD ALL.
    let isLost = isLost || ["26000", "42P05"].contains(result?.state)
    return PostgreSQLError(
      state: result?.state, message: result?.message ?? String(cString: PQerrorMessage(handle)),
      isConnectionLost: isLost || PQstatus(handle) != CONNECTION_OK)
  }

  @discardableResult
  private static func wait(
    for events: Int32, on handle: OpaquePointer, until deadline: ContinuousClock.Instant,
    what: String
  ) throws(PostgreSQLError) -> Int16 {
    while true {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else {
        throw PostgreSQLError(
          state: nil, message: "it did not give \(what) in time", isConnectionLost: true,
          isTimeout: true)
      }
      let milliseconds =
        rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
      let count = poll(&descriptor, 1, Int32(clamping: milliseconds + 1))
      if count > 0 { return descriptor.revents }
      guard count == 0 || errno == EINTR else { throw .lost(String(cString: strerror(errno))) }
    }
  }
}
