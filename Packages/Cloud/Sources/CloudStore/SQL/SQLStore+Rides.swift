package import CloudDomain
package import Core
import CSodium
import FoundationEssentials

extension SQLStore {
  /// Adds and cancels rides, in order, all or none, and returns the outcome of each change.
  package func change(_ changes: [RideChange]) throws(StoreError) -> [RideOutcome] {
    let dispatch = changes.contains(where: \.isDriven) ? [ChangeSignals.dispatch] : []
    return try write(
      waking: dispatch + changes.flatMap { [$0.rider.rawValue, $0.ride.rawValue] }
    ) { (connection, _) throws(StoreError) in
      var outcomes = [RideOutcome](repeating: .contended, count: changes.count)
      for round in changes.rounds {
        let changed = try connection.change(
          round.map { changes[$0] }, knownRides, waits: changes.count == 1)
        for (index, outcome) in zip(round, changed) { outcomes[index] = outcome }
      }
      return outcomes
    }
  }

  /// Returns one of the rider's own rides.
  package func ride(_ id: Identifier<Ride>, of rider: RiderID) throws(StoreError) -> RideRecord? {
    try first(Statements.ride, ["id": id, "rider": rider], read: read)
  }

  /// Returns what decides about a rider's request, with the ride that the rider drives if that matters.
  package func situation(
    ofRequestBy rider: RiderID, key: RequestKey?, drives: Bool
  ) throws(StoreError) -> RideSituation {
    var situation = RideSituation(caller: rider)
    let statement = drives ? Statements.earlierOrDriven : Statements.earlier
    situation.known = try all(
      statement, ["rider": rider, "key": key?.key]
    ) { [knownRides] row throws(StoreError) in try RideRecord.withKey(row, knownRides) }
    return situation
  }

  /// The length of the key that signs quotes, in bytes.
  static let signingKeyLength = crypto_auth_keybytes()

  /// Returns the key that signs quotes.
  package func signingKey() throws(StoreError) -> [UInt8] {
    let key = try first(Statements.signingKey, [:]) { row in row.blob(0) }
    guard let key, key.count == Self.signingKeyLength else {
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
    return try database.read { [knownRides] (connection) throws(StoreError) in
      try connection.firstOfEach(calls) { (row) throws(StoreError) in
        let ride = row.columns(RideColumn.self, after: SessionColumn.count)
        let record = ride.isNull(.id) ? nil : try RideRecord(ride, known: knownRides)
        return (SessionRecord(row), record)
      }.map { $0 ?? (nil, nil) }
    }
  }

  /// Returns the rider's rides, newest first.
  package func rides(of rider: RiderID, limit: Int) throws(StoreError) -> [RideRecord] {
    try all(Statements.newestFirst, ["rider": rider, "limit": limit], read: read)
  }

  /// Reads a ride, with the terms that are known already.
  var read: @Sendable (any SQLRow) throws(StoreError) -> RideRecord {
    { [knownRides] row throws(StoreError) in
      try RideRecord(row.columns(RideColumn.self), known: knownRides)
    }
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
    SELECT \(RideColumn.list) FROM rides WHERE driver = :rider AND \(DrivenRecord.Phase.hasBusyDriver)
    """
  /// The ride to cancel, locked; none of a rider whose account another transaction has locked.
  static let lockRide = SQLStatement { dialect in
    """
    SELECT \(RideColumn.list) FROM rides
    WHERE id = :id AND rider IN (\(rider(dialect, lock: "FOR NO KEY UPDATE SKIP LOCKED")))
    \(dialect.hasConcurrentWriters ? "FOR NO KEY UPDATE" : "")
    """
  }
  static let openOffers = OfferColumn.select("WHERE ride = :id AND state = 'open'", locking: true)
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
    _ changes: [RideChange], _ known: KnownRides, waits: Bool
  ) throws(StoreError) -> [RideOutcome] {
    var outcomes: [RideOutcome] = []
    for (change, situation) in zip(changes, try lock(changes, known, waits: waits)) {
      guard let situation else {
        outcomes.append(waits || !dialect.hasConcurrentWriters ? .noAccount : .contended)
        continue
      }
      switch RideMachine.apply(change.event, to: situation, at: change.time) {
      case .failure(let refusal): outcomes.append(.refused(refusal))
      case .success(let next):
        if case .request(let ride, let key) = change.event, !next.notices.isEmpty {
          try enqueue(Statements.add, ride.row(key: key, known))
        }
        _ = try save(next, over: situation, at: change.time)
        outcomes.append(next.ride.map { .done($0) } ?? .refused(.noSuchRide(change.ride)))
      }
    }
    return outcomes
  }

  /// Locks the riders' accounts, in one round trip with the reading of what decides about each change;
  /// returns `nil` for an account that is gone or that another transaction has locked.
  private func lock(
    _ changes: [RideChange], _ known: KnownRides, waits: Bool
  ) throws(StoreError) -> [RideSituation?] {
    if !waits, dialect.hasConcurrentWriters { try enqueue(Statements.waitBriefly, [:]) }
    let lock = waits ? Statements.lockRider : Statements.lockFreeRider
    let locks: [SQLCall] = changes.map { (lock, ["rider": $0.rider]) }
    let reads = changes.indices.flatMap { index in
      changes[index].reads.map { (index: index, fact: $0.fact, call: $0.call) }
    }
    var found = [RideSituation?](repeating: nil, count: changes.count)
    try runAll(locks + reads.map(\.call)) { (position, row) throws(StoreError) in
      guard position >= locks.count else {
        found[position] = RideSituation(caller: changes[position].rider)
        return
      }
      let read = reads[position - locks.count]
      switch read.fact {
      case .ride:
        found[read.index]?.ride = try RideRecord(row.columns(RideColumn.self), known: known)
      case .offer: found[read.index]?.otherOffers.append(try OfferRecord(row))
      case .known: found[read.index]?.known.append(try RideRecord.withKey(row, known))
      }
    }
    return found
  }
}

extension RideChange {
  fileprivate enum Fact { case ride, offer, known }

  /// The reading of what decides about the change; the ride to cancel is locked before its offer is
  /// read, so that none is made meanwhile.
  fileprivate var reads: [(fact: Fact, call: SQLCall)] {
    switch event {
    case .request(let record, let key):
      let statement = record.driven == nil ? Statements.earlier : Statements.earlierOrDriven
      return [(.known, (statement, ["rider": rider, "key": key?.key]))]
    default:
      let arguments: SQLArguments = ["id": ride, "rider": rider]
      return [
        (.ride, (Statements.lockRide, arguments)), (.offer, (Statements.openOffers, arguments)),
      ]
    }
  }
}

extension RideRecord {
  fileprivate static func withKey(
    _ row: any SQLRow, _ known: KnownRides
  ) throws(StoreError) -> (ride: RideRecord, key: RequestKey?) {
    let columns = row.columns(RideColumn.self)
    let key = columns.optionalText(.requestKey).map {
      RequestKey(key: $0, fingerprint: columns.blob(.requestFingerprint))
    }
    return (try RideRecord(columns, known: known), key)
  }
}
