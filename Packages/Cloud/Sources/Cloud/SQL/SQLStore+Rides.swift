package import CloudDomain
package import Core
import FoundationEssentials

extension SQLStore {
  /// Adds and cancels rides, in order, all or none, and returns the outcome of each change.
  package func change(_ changes: [RideChange]) throws(StoreError) -> [RideOutcome] {
    let dispatch = changes.contains(where: \.isDriven) ? [ChangeSignals.dispatch] : []
    return try write(
      waking: dispatch + changes.flatMap { [$0.rider.rawValue, $0.ride.rawValue] }
    ) { (connection, mayHaveHappened) throws(StoreError) in
      var outcomes = [RideOutcome](repeating: .noSuchRide, count: changes.count)
      for round in changes.rounds {
        let changed = try connection.change(
          round.map { changes[$0] }, waits: changes.count == 1, mayHaveHappened)
        for (index, outcome) in zip(round, changed) { outcomes[index] = outcome }
      }
      return outcomes
    }
  }

  /// Returns one of the rider's own rides.
  package func ride(_ id: Identifier<Ride>, of rider: RiderID) throws(StoreError) -> RideRecord? {
    try first(Statements.ride, ["id": id, "rider": rider], read: RideRecord.init)
  }

  /// Returns the ride that a rider requested with a key.
  package func ride(of rider: RiderID, key: RequestKey) throws(StoreError) -> RideRecord? {
    try first(Statements.keyed, ["rider": rider, "key": key.key], read: RideRecord.init)
  }

  /// Returns the key that signs quotes.
  func signingKey() throws(StoreError) -> [UInt8] {
    let key = try first(Statements.signingKey, [:]) { row in row.blob(0) }
    guard let key, key.count == QuoteSigner.keyLength else {
      throw .broken(reason: "the database has no key to sign quotes with")
    }
    return key
  }

  /// Returns sessions, expired or not, each with one of its rider's rides, in the queries' order.
  package func rides(
    ofSessions queries: [SessionRideQuery]
  ) throws(StoreError) -> [(SessionRecord?, RideRecord?)] {
    let calls = queries.map { query -> SQLCall in
      guard let id = query.id else {
        return (Statements.sessionAndLatest, ["token": query.tokenHash])
      }
      return (Statements.sessionAndRide, ["id": id, "token": query.tokenHash])
    }
    return try database.read { (connection) throws(StoreError) in
      try connection.firstOfEach(calls) { (row) throws(StoreError) in
        let ride = row.columns(RideColumn.self, after: SessionColumn.count)
        return (SessionRecord(row), ride.isNull(.id) ? nil : try RideRecord(ride))
      }.map { $0 ?? (nil, nil) }
    }
  }

  /// Returns the rider's rides, newest first.
  package func rides(of rider: RiderID, limit: Int) throws(StoreError) -> [RideRecord] {
    try all(Statements.newestFirst, ["rider": rider, "limit": limit], read: RideRecord.init)
  }
}

private enum Statements {
  private static func rider(_ dialect: any SQLDialect, lock: String) -> String {
    "SELECT id FROM accounts WHERE id = :rider \(dialect.hasConcurrentWriters ? lock : "")"
  }
  static let lockRider = SQLStatement { rider($0, lock: "FOR NO KEY UPDATE") }
  static let lockFreeRider = SQLStatement { rider($0, lock: "FOR NO KEY UPDATE SKIP LOCKED") }
  static let waitBriefly: SQLStatement = "SELECT set_config('lock_timeout', '50ms', true)"
  static let add = RideColumn.insert()
  static let ride = RideColumn.select("WHERE id = :id AND rider = :rider")
  static let keyed = RideColumn.select("WHERE rider = :rider AND request_key = :key")
  static let signingKey: SQLStatement = "SELECT key FROM signing_keys WHERE name = 'quotes'"
  /// In one statement, as each costs a round trip to a server.
  static let sessionAndRide: SQLStatement = """
    SELECT \(SessionColumn.list), \(RideColumn.list) FROM sessions
    LEFT JOIN rides ON rides.id = :id AND rides.rider = sessions.rider WHERE token_hash = :token
    """
  static let sessionAndLatest: SQLStatement = """
    SELECT \(SessionColumn.list), \(RideColumn.list) FROM sessions
    LEFT JOIN rides ON rides.rider = sessions.rider AND rides.number =
      (SELECT max(number) FROM rides AS own WHERE own.rider = sessions.rider)
    WHERE token_hash = :token
    """
  static let newestFirst = RideColumn.select(
    "WHERE rider = :rider ORDER BY number DESC LIMIT :limit")
  private static let earlierText = """
    SELECT * FROM (
      SELECT \(RideColumn.list) FROM rides WHERE rider = :rider ORDER BY number DESC LIMIT 1
    ) AS latest
    UNION ALL
    SELECT \(RideColumn.list) FROM rides WHERE rider = :rider AND request_key = :key
    """
  /// The rider's latest ride and the one with the key.
  static let earlier = SQLStatement(earlierText)
  /// The same, and the ride that the rider drives.
  static let earlierOrDriven: SQLStatement = """
    \(earlierText)
    UNION ALL
    SELECT \(RideColumn.list) FROM rides WHERE driver = :rider AND dispatch IN (2, 3)
    """
  /// Of a rider whose account another transaction has locked, nothing is cancelled. A ride with a real
  /// driver can be cancelled as long as it is not started, whatever time it is here.
  static let cancel = SQLStatement { dialect in
    """
    UPDATE rides SET cancelled_at = :time,
      fee = CASE WHEN dispatch = 2
        AND accepted_at <= :time - \(Int(DispatchRules.freeCancellation * 1000))
        THEN \(DispatchRules.fee) END,
      ending = CASE WHEN dispatch > 0 THEN '\(RideCancellation.Reason.rider.rawValue)' END,
      dispatch = CASE WHEN dispatch > 0 THEN 4 ELSE 0 END
    WHERE id = :id AND rider IN (\(rider(dialect, lock: "FOR NO KEY UPDATE SKIP LOCKED")))
      AND cancelled_at IS NULL AND (dispatch = 0 AND boarded_at > :time OR dispatch IN (1, 2))
    """
  }
}

extension [RideChange] {
  /// The changes' positions in rounds with at most one change of each rider, whose second change sees
  /// what the first has done.
  fileprivate var rounds: [[Int]] {
    var rounds: [[Int]] = []
    var counts: [RiderID: Int] = [:]
    for (index, change) in enumerated() {
      let round = counts[change.rider, default: 0]
      counts[change.rider] = round + 1
      if round == rounds.count { rounds.append([]) }
      rounds[round].append(index)
    }
    return rounds
  }
}

extension SQLConnection {
  /// Changes rides of different riders.
  ///
  /// - Parameter waits: Whether to wait for accounts that another transaction has locked; otherwise
  ///   their riders' changes are not made, so that the other riders need not wait.
  fileprivate func change(
    _ changes: [RideChange], waits: Bool, _ mayHaveHappened: Bool
  ) throws(StoreError) -> [RideOutcome] {
    let rides = try decidingRides(of: changes, waits: waits)
    var outcomes: [RideOutcome] = []
    for (change, rides) in zip(changes, rides) {
      if let rides {
        outcomes.append(try finish(change, rides, mayHaveHappened))
      } else {
        outcomes.append(waits || !dialect.hasConcurrentWriters ? .noAccount : .contended)
      }
    }
    return outcomes
  }

  /// Locks the riders' accounts, cancels the rides to cancel, and reads the rides that decide about
  /// each change; `nil` for an account that is gone or that another transaction has locked.
  private func decidingRides(
    of changes: [RideChange], waits: Bool
  ) throws(StoreError) -> [[DecidingRide]?] {
    if !waits, dialect.hasConcurrentWriters { try enqueue(Statements.waitBriefly, [:]) }
    let lock = waits ? Statements.lockRider : Statements.lockFreeRider
    let locks: [SQLCall] = changes.map { (lock, ["rider": $0.rider]) }
    let calls = changes.enumerated().flatMap { index, change in
      change.calls.map { (index: index, call: $0) }
    }
    var rides = [[DecidingRide]?](repeating: nil, count: changes.count)
    try runAll(locks + calls.map(\.call)) { (position, row) throws(StoreError) in
      if position < locks.count {
        rides[position] = []
      } else {
        let ride = try DecidingRide(row.columns(RideColumn.self))
        rides[calls[position - locks.count].index]?.append(ride)
      }
    }
    return rides
  }

  /// Returns the outcome of a change; adds the ride that is to be added.
  private func finish(
    _ change: RideChange, _ rides: [DecidingRide], _ mayHaveHappened: Bool
  ) throws(StoreError) -> RideOutcome {
    switch change.action {
    case .cancellation:
      guard let ride = rides.first?.ride else { return .noSuchRide }
      guard let cancelledAt = ride.cancelledAt else { return .notCancelled(ride) }
      // An earlier one has been told already, at its time.
      if cancelledAt == change.time {
        try tell(.followers, .ride, at: cancelledAt, ["recipient": ride.rider, "subject": ride.id])
        if ride.driven != nil { try withdrawOffers(of: ride.id, at: cancelledAt) }
      }
      return .cancelled(ride)
    case .addition(let ride, let key):
      if mayHaveHappened, rides.contains(where: { $0.ride.id == ride.id }) { return .added }
      let own = rides.filter { $0.ride.rider == change.rider }
      if let key, let same = own.first(where: { $0.key?.key == key.key }) {
        return same.key == key ? .repeated(same.ride) : .keyReused
      }
      if let open = rides.first(where: { $0.ride.endsAt > change.time }) {
        return .underway(open.ride)
      }
      try enqueue(Statements.add, ride.row(key: key))
      try tell([change.rider], .ride, change.ride.rawValue, at: change.time)
      return .added
    }
  }
}

extension RideChange {
  /// Cancel the ride to cancel, and read the rides that decide about the outcome.
  fileprivate var calls: [SQLCall] {
    switch action {
    case .addition(let record, let key):
      let statement = record.driven == nil ? Statements.earlier : Statements.earlierOrDriven
      return [(statement, ["rider": rider, "key": key?.key])]
    case .cancellation:
      return [
        (Statements.cancel, ["time": time, "id": ride, "rider": rider]),
        (Statements.ride, ["id": ride, "rider": rider]),
      ]
    }
  }
}

/// A ride that decides about a change: the one to cancel; before one is added, the rider's latest, the
/// one with the same key and the one that the rider drives.
private struct DecidingRide {
  let ride: RideRecord
  let key: RequestKey?

  init(_ row: SQLColumns<RideColumn>) throws(StoreError) {
    ride = try RideRecord(row)
    key = row.optionalText(.requestKey).map {
      RequestKey(key: $0, fingerprint: row.blob(.requestFingerprint))
    }
  }
}
