import Cloud

extension EventLoopState {
  /// Closes the slowest connection of a network that has as many as it may have, or of all, so that
  /// slow clients do not lock out others.
  mutating func makeRoom(for network: IPNetwork, _ listener: EventLoop.Listener) {
    let group = ConnectionGroup(audience: listener.audience, network: network)
    let identifiers = groups[group, default: []]
    var slowest: ConnectionHandler?
    if identifiers.count >= listener.connectionsPerNetwork {
      slowest =
        identifiers.compactMap { connections[$0] }
        .compactMap { connection in connection.deadline.map { (connection, $0) } }
        .min { $0.1 < $1.1 }?.0
    } else if isFull(for: listener) {
      slowest = self.slowest()
    }
    guard let slowest else { return }
    shared.metrics.connectionDisplaced()
    close(slowest)
  }

  /// Whether there are as many connections as there may be; operators always get one.
  func isFull(for listener: EventLoop.Listener) -> Bool {
    listener.audience == .clients && connections.count >= connectionLimit
  }

  /// Returns the connection whose client has let the server wait longest; `nil` when the server
  /// works for all of them.
  mutating func slowest() -> ConnectionHandler? {
    if let known = lastByDeadline() { return known }
    byDeadline = connections.values.filter { $0.audience == .clients }
      .compactMap { connection in
        connection.deadline.map { (identifier: connection.identifier, deadline: $0) }
      }
      .sorted { $0.deadline > $1.deadline }
    return lastByDeadline()
  }

  private mutating func lastByDeadline() -> ConnectionHandler? {
    while let last = byDeadline.last {
      if let connection = connections[last.identifier], connection.deadline == last.deadline {
        return connection
      }
      byDeadline.removeLast()
    }
    return nil
  }
}

/// The connections that share a limit: those of one network to one kind of listener.
struct ConnectionGroup: Hashable {
  let audience: Audience
  let network: IPNetwork
}
