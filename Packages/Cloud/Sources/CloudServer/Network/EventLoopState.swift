import Cloud
import Glibc

/// The state of a ``EventLoop``, which only its thread sees.
struct EventLoopState {
  /// The interval of checks for timed-out connections, in milliseconds.
  private static let sweepMilliseconds: Int32 = 250
  /// Identifiers below are those of the loop itself and of its listeners.
  private static let firstConnection: UInt64 = 16

  private let loop: EventLoop
  private var poller: Poller
  let connectionLimit: Int
  let shared: ConnectionHandler.Shared
  private var listeners: [UInt64: EventLoop.Listener] = [:]
  private var isAccepting = true
  var connections: [UInt64: ConnectionHandler] = [:]
  /// The connections of each group, oldest first.
  var groups: [ConnectionGroup: [UInt64]] = [:]
  /// Clients' connections with their deadlines, the earliest last, as they were when there were too
  /// many. A deadline that has not changed since is earlier than all later ones.
  var byDeadline: [(identifier: UInt64, deadline: ContinuousClock.Instant)] = []
  private var nextIdentifier = EventLoopState.firstConnection
  private var nextSweep = ContinuousClock.now
  private var waitingForTurn: Set<UInt64> = []
  private var stopDeadline: ContinuousClock.Instant?
  /// Bytes on their way from a socket to a parser.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init(
    loop: EventLoop, poller: Poller, listeners: [EventLoop.Listener], connectionLimit: Int,
    shared: ConnectionHandler.Shared
  ) {
    (self.loop, self.poller, self.shared) = (loop, poller, shared)
    self.connectionLimit = connectionLimit
    for (index, listener) in listeners.enumerated() { self.listeners[UInt64(index + 1)] = listener }
  }

  /// Lets a poller report messages, and connections to listeners.
  static func register(
    wake: Int32, listeners: [EventLoop.Listener], with poller: Poller
  ) throws(ServerError) {
    for (identifier, socket) in ([wake] + listeners.map(\.socket)).enumerated() {
      guard poller.add(socket, UInt64(identifier), .reading)
      else { throw .cannotServe(reason: String(cString: strerror(errno))) }
    }
  }

  /// Serves until a message stops it and the last connection is closed.
  mutating func serve() {
    while stopDeadline == nil || !connections.isEmpty {
      let mayWait = loop.prepareWait() && waitingForTurn.isEmpty
      let events = poller.wait(milliseconds: mayWait ? Self.sweepMilliseconds : 0)
      let messages = loop.takeMessages(wasWoken: events.contains { $0.identifier == 0 })
      proceed(messages.compactMap { handle($0) })
      proceed(events.compactMap { handle($0) })
      let turns = waitingForTurn
      waitingForTurn = []
      proceed(turns.compactMap { connections[$0] })
      sweep()
    }
    poller.close()
    buffer.deallocate()
  }

  /// Returns the connection that an event lets proceed.
  private mutating func handle(_ event: Poller.Event) -> ConnectionHandler? {
    switch event.identifier {
    case 0: break
    case ..<Self.firstConnection: listeners[event.identifier].map { accept($0) }
    default:
      // A connection may have been closed since the event was reported.
      guard let connection = connections[event.identifier] else { return nil }
      if event.isHungUp, connection.isStreaming {
        close(connection)
        return nil
      }
      if event.isHungUp, connection.isWorking {
        // The response will not arrive, but the work is done, logged and counted.
        poller.remove(connection.socket)
        connection.interest = nil
      } else if connection.isWorking {
        // More is read after the response.
        watch(connection, for: .nothing)
      } else {
        return connection
      }
    }
    return nil
  }

  /// Returns the connection that a message lets proceed.
  private mutating func handle(_ message: EventLoop.Message) -> ConnectionHandler? {
    switch message {
    case .outcome(let identifier, let outcome):
      connections[identifier]?.finish(outcome)
      return connections[identifier]
    case .stream(let identifier, let output):
      return connections[identifier].flatMap { $0.send(output) ? $0 : nil }
    case .certificate(let context):
      for identifier in listeners.keys where listeners[identifier]?.tls != nil {
        listeners[identifier]?.tls = context
      }
      return nil
    case .stop(let seconds):
      stop(within: seconds)
      return nil
    }
  }

  /// Reads requests, answers those of the fast path, and then writes the responses: a client that
  /// wakes up for one takes processor time, so all are written after the work.
  private mutating func proceed(_ ready: [ConnectionHandler]) {
    // A new connection may have taken the place of one of them.
    let ready = ready.filter { connections[$0.identifier] != nil }
    let steps = ready.map { $0.read(into: buffer) }
    let waiting = ready.filter { $0.fastPathRequest != nil }
    let outcomes = shared.handler.answerOnFastPath(waiting.compactMap(\.fastPathRequest))
    for (connection, outcome) in zip(waiting, outcomes) { connection.finishFastPath(outcome) }
    for (connection, step) in zip(ready, steps) {
      follow(step == .write ? connection.write() : step, of: connection)
    }
  }

  private mutating func follow(
    _ step: ConnectionHandler.NextStep, of connection: ConnectionHandler
  ) {
    // It may be there twice, and closed.
    guard connections[connection.identifier] != nil else { return }
    switch step {
    case .wait(let interest): watch(connection, for: interest)
    case .waitForWorker, .write: break
    case .takeTurns: waitingForTurn.insert(connection.identifier)
    case .close: close(connection)
    }
  }

  /// Tells the poller what a connection waits for, where it does not know that already.
  private mutating func watch(_ connection: ConnectionHandler, for interest: Poller.Interest) {
    guard connection.interest != interest else { return }
    guard connection.interest != nil else { return close(connection) }
    connection.interest = interest
    poller.change(connection.socket, connection.identifier, interest)
  }

  mutating func close(_ connection: ConnectionHandler) {
    guard connections.removeValue(forKey: connection.identifier) != nil else { return }
    groups[connection.group]?.removeAll { $0 == connection.identifier }
    if groups[connection.group]?.isEmpty == true { groups[connection.group] = nil }
    connection.close()
    shared.metrics.connectionClosed()
    if !isAccepting { setAccepting(true) }
  }
}

// MARK: - Accepting

extension EventLoopState {
  private mutating func accept(_ listener: EventLoop.Listener) {
    // Connections that are open get their turn, however many new ones come.
    for _ in 0..<64 {
      guard !isFull(for: listener) || slowest() != nil else { return setAccepting(false) }
      var storage = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let socket = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.accept(listener.socket, $0, &size)
        }
      }
      guard socket >= 0 else {
        // Without descriptors or memory the listener would be ready for ever.
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { setAccepting(false) }
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      open(socket, storage, listener)
    }
  }

  private mutating func open(
    _ socket: Int32, _ storage: sockaddr_storage, _ listener: EventLoop.Listener
  ) {
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    var yes: Int32 = 1
    // Responses are written at once, so waiting for more to send would only delay them.
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    let channel: (any ByteChannel)? =
      listener.tls.map { $0.makeChannel(socket: socket) } ?? PlainChannel(socket: socket)
    let identifier = nextIdentifier
    guard let client = IPAddress(storage), let channel, poller.add(socket, identifier, .reading)
    else {
      Glibc.close(socket)
      return
    }
    nextIdentifier += 1
    makeRoom(for: client.network, listener)
    let connection = ConnectionHandler(
      identifier: identifier, socket: socket, client: client, audience: listener.audience,
      channel: channel, shared: shared, post: { [weak loop] in loop?.post($0) })
    connections[identifier] = connection
    groups[connection.group, default: []].append(identifier)
    shared.metrics.connectionOpened()
    if groups[connection.group, default: []].count > listener.connectionsPerNetwork {
      close(connection)
    } else {
      proceed([connection])
    }
  }

  private mutating func setAccepting(_ accepts: Bool) {
    isAccepting = accepts
    for (identifier, listener) in listeners {
      poller.change(listener.socket, identifier, accepts ? .reading : .nothing)
    }
  }
}

// MARK: - Ending

extension EventLoopState {
  /// Ends the connections whose clients take too long, and all of them when the time to stop is up.
  private mutating func sweep() {
    let now = ContinuousClock.now
    guard now >= nextSweep else { return }
    nextSweep = now + .milliseconds(Int(Self.sweepMilliseconds))
    for connection in connections.values where connection.deadline.map({ $0 < now }) == true {
      if connection.expire() { proceed([connection]) } else { close(connection) }
    }
    if let stopDeadline, stopDeadline < now {
      for connection in connections.values {
        connection.finish(RequestHandler.Outcome(response: .busy))
        _ = connection.write()
        close(connection)
      }
    } else if !isAccepting {
      setAccepting(true)
    }
  }

  private mutating func stop(within seconds: Int) {
    guard stopDeadline == nil else { return }
    stopDeadline = .now + .seconds(seconds)
    nextSweep = .now
    for listener in listeners.values {
      // Clients that have connected already may have sent a request.
      accept(listener)
      poller.remove(listener.socket)
      Glibc.close(listener.socket)
    }
    listeners = [:]
    shared.log.note("stopping")
    for connection in connections.values {
      connection.isStopping = true
      if connection.send(.end) { proceed([connection]) }
      guard connection.isDispensable else { continue }
      // Whoever asks whether the server is ready must not hear that it is.
      if connection.audience == .operators { close(connection) }
      connection.setDeadline(shared.limits.graceSeconds)
    }
  }
}
