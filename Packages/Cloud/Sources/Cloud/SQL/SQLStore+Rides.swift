package import Core
import FoundationEssentials

extension SQLStore {
  /// Adds and cancels rides, in order, and returns what became of each change.
  ///
  /// All changes happen or, when an error is thrown, none.
  package func change(_ changes: [RideChange]) throws(StoreError) -> [RideOutcome] {
    try database.write { (connection, mayHaveHappened) throws(StoreError) in
      var results = [RideOutcome?](repeating: nil, count: changes.count)
      var rest = Array(changes.indices)
      while !rest.isEmpty {
        // Of one rider's changes the second sees what the first has done.
        var riders: Set<Identifier<RiderProfile>> = []
        let turn = rest.filter { riders.insert(changes[$0].rider).inserted }
        rest.removeAll { turn.contains($0) }
        let outcomes = try connection.change(
          turn.map { changes[$0] }, waits: changes.count == 1, mayHaveHappened)
        for (index, outcome) in zip(turn, outcomes) { results[index] = outcome }
      }
      return results.compactMap { $0 }
    }
  }

  /// Returns one of the rider's own rides.
  package func ride(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>
  ) throws(StoreError) -> RideRecord? {
    try first(Statements.ride, ["id": .identifier(id), "rider": .identifier(rider)]) {
      (row) throws(StoreError) in try RideRecord(row.columns(RideColumn.self))
    }
  }

  /// Returns sessions, expired or not, each with one of its rider's rides, in the queries' order.
  package func rides(
    ofSessions queries: [SessionRideQuery]
  ) throws(StoreError) -> [(SessionRecord?, RideRecord?)] {
    let calls = queries.map { query -> SQLCall in
      let token = SQLValue.blob(query.tokenHash)
      guard let id = query.id else { return (Statements.sessionAndLatest, ["token": token]) }
      return (Statements.sessionAndRide, ["id": .identifier(id), "token": token])
    }
    return try database.read { (connection) throws(StoreError) in
      try connection.firstOfEach(calls) { (row) throws(StoreError) in
        let ride = row.columns(RideColumn.self, after: SessionColumn.count)
        return (
          SessionRecord(row),
          ride.isNull(.id) ? nil : try RideRecord(ride)
        )
      }.map { $0 ?? (nil, nil) }
    }
  }

  /// Returns the rider's rides, newest first.
  package func rides(
    of rider: Identifier<RiderProfile>, limit: Int
  ) throws(StoreError) -> [RideRecord] {
    try all(Statements.newestFirst, ["rider": .identifier(rider), "limit": .number(limit)]) {
      (row) throws(StoreError) in try RideRecord(row.columns(RideColumn.self))
    }
  }
}

private enum Statements {
  private static func rider(_ dialect: any SQLDialect, lock: String) -> String {
    "SELECT id FROM accounts WHERE id = :rider \(dialect.hasConcurrentWriters ? lock : "")"
  }
  static let lockRider = SQLStatement { rider($0, lock: "FOR NO KEY UPDATE") }
  static let lockFreeRider = SQLStatement { rider($0, lock: "FOR NO KEY UPDATE SKIP LOCKED") }
  static let waitBriefly = SQLStatement("SELECT set_config('lock_timeout', '50ms', true)")
  static let add = SQLStatement.insert(into: RideColumn.self)
  static let ride = SQLStatement(
    "SELECT \(RideColumn.list) FROM rides WHERE id = :id AND rider = :rider")
  /// In one statement, as each costs a round trip to a server.
  static let sessionAndRide = SQLStatement(
    """
    SELECT \(SessionColumn.list), \(RideColumn.list) FROM sessions
    LEFT JOIN rides ON rides.id = :id AND rides.rider = sessions.rider WHERE token_hash = :token
    """)
  static let sessionAndLatest = SQLStatement(
    """
    SELECT \(SessionColumn.list), \(RideColumn.list) FROM sessions
    LEFT JOIN rides ON rides.rider = sessions.rider AND rides.number =
      (SELECT max(number) FROM rides AS own WHERE own.rider = sessions.rider)
    WHERE token_hash = :token
    """)
  static let newestFirst = SQLStatement(
    "SELECT \(RideColumn.list) FROM rides WHERE rider = :rider ORDER BY number DESC LIMIT :limit")
  /// The rider's latest ride and the one with the key.
  static let earlier = SQLStatement(
    """
    SELECT * FROM (
      SELECT \(RideColumn.list) FROM rides WHERE rider = :rider ORDER BY number DESC LIMIT 1
    ) AS latest
    UNION ALL
    SELECT \(RideColumn.list) FROM rides WHERE rider = :rider AND request_key = :key
    """)
  /// Of a rider whose account another transaction has locked, nothing is cancelled.
  static let cancel = SQLStatement { dialect in
    """
    UPDATE rides SET cancelled_at = :time
    WHERE id = :id AND rider IN (\(rider(dialect, lock: "FOR NO KEY UPDATE SKIP LOCKED")))
      AND cancelled_at IS NULL AND boarded_at > :time
    """
  }
}

extension SQLConnection {
  /// Changes rides of different riders.
  ///
  /// - Parameter waits: Whether to wait for rows that another transaction has locked. Otherwise what
  ///   their riders want is not done, so that the other riders need not wait.
  fileprivate func change(
    _ changes: [RideChange], waits: Bool, _ mayHaveHappened: Bool
  ) throws(StoreError) -> [RideOutcome] {
    var results: [RideOutcome] = []
    for (change, kept) in zip(changes, try keptRides(changes, waits: waits)) {
      guard let kept else {
        results.append(waits || !dialect.hasConcurrentWriters ? .noAccount : .contended)
        continue
      }
      switch change {
      case .cancellation(let cancellation):
        results.append(cancellation.outcome(kept.first?.ride))
      case .addition(let new):
        let hasHappened = mayHaveHappened && kept.contains { $0.ride.id == new.ride.id }
        let outcome = hasHappened ? .added : new.outcome(after: kept)
        results.append(outcome)
        guard outcome == .added, !hasHappened else { continue }
        try enqueue(
          Statements.add, SQLArguments(RideColumn.self) { new.ride.value(of: $0, key: new.key) })
      }
    }
    return results
  }

  /// Cancels rides, and returns what decides about the outcome of each change: the ride to cancel,
  /// or before one to add the rider's latest one and the one with the same key; `nil` for a rider
  /// whose account another transaction has locked.
  private func keptRides(
    _ changes: [RideChange], waits: Bool
  ) throws(StoreError) -> [[KeptRide]?] {
    // One rider's requests take turns at the lock, in whatever process they are.
    let lock = waits ? Statements.lockRider : Statements.lockFreeRider
    var calls: [SQLCall] = changes.map { (lock, ["rider": .identifier($0.rider)]) }
    var owners = Array(changes.indices)
    if !waits, dialect.hasConcurrentWriters { try enqueue(Statements.waitBriefly, [:]) }
    for (index, change) in changes.enumerated() {
      let rider = SQLValue.identifier(change.rider)
      switch change {
      case .addition(let new):
        calls.append((Statements.earlier, ["rider": rider, "key": .optional(new.key?.key)]))
      case .cancellation(let cancellation):
        let id = SQLValue.identifier(cancellation.ride)
        calls.append(
          (Statements.cancel, ["time": .time(cancellation.time), "id": id, "rider": rider]))
        owners.append(index)
        calls.append((Statements.ride, ["id": id, "rider": rider]))
      }
      owners.append(index)
    }
    var results = [[KeptRide]?](repeating: nil, count: changes.count)
    try runAll(calls) { (call, row) throws(StoreError) in
      let owner = owners[call]
      guard call >= changes.count else { return results[owner] = [] }
      let row = row.columns(RideColumn.self)
      let key = row.optionalText(.requestKey).map {
        RequestKey(key: $0, fingerprint: row.blob(.requestFingerprint))
      }
      results[owner]?.append(KeptRide(ride: try RideRecord(row), key: key))
    }
    return results
  }
}

/// A ride that decides about a change.
private struct KeptRide {
  let ride: RideRecord
  let key: RequestKey?
}

extension NewRide {
  /// Returns the outcome of the request, given the rider's latest ride and the one with the key.
  fileprivate func outcome(after earlier: [KeptRide]) -> RideOutcome {
    if let key, let same = earlier.first(where: { $0.key?.key == key.key }) {
      return same.key == key ? .repeated(same.ride) : .keyReused
    }
    if let latest = earlier.first?.ride, latest.endsAt > time { return .underway(latest) }
    return .added
  }
}

extension RideCancellation {
  fileprivate func outcome(_ ride: RideRecord?) -> RideOutcome {
    guard let ride else { return .noSuchRide }
    return ride.cancelledAt == nil ? .notCancelled(ride) : .cancelled(ride)
  }
}
