import Basics
package import CloudDomain
package import Core
package import FoundationEssentials

/// A change that a rider's stream of events tells.
package struct EventRecord: Equatable, Sendable {
  package enum Kind: String, Sendable {
    /// A ride was requested or cancelled; the subject is the ride.
    case ride
    /// Something was shared, the subject being the post, or was read or taken back.
    case inbox
    /// Friends or invitations have changed.
    case friends
    /// An offer to the rider, or a ride that the rider drives, has changed.
    case driving
  }

  /// Counts a rider's events from 1, without gaps.
  package let sequence: Int
  package let kind: Kind
  /// What has changed; empty where nothing is named.
  package let subject: String
  package let at: Date
}

/// The place of an event in a rider's stream.
package struct EventPosition: Equatable, Sendable {
  package var sequence: Int
  /// When the event with the sequence happened, in milliseconds since 1970: a database that was
  /// restored has other events under the same numbers. 0 before the first.
  package var milliseconds: Int64

  package init(sequence: Int, milliseconds: Int64) {
    self.sequence = sequence
    self.milliseconds = milliseconds
  }
}

extension SQLStore {
  /// How many events are kept for each rider.
  static let keptEvents = 256

  /// Returns the position of a rider's newest event.
  package func eventPosition(of rider: RiderID) throws(StoreError) -> EventPosition {
    let newest = try first(Statements.newest, ["recipient": rider]) { row in
      let row = row.columns(EventColumn.self)
      return EventPosition(sequence: row.number(.sequence), milliseconds: row.integer(.at))
    }
    return newest ?? EventPosition(sequence: 0, milliseconds: 0)
  }

  /// Returns a rider's events after a position, in order; `nil` for a position that is not known, or no
  /// longer.
  package func events(
    of rider: RiderID, after position: EventPosition
  ) throws(StoreError) -> [EventRecord]? {
    let found = try all(
      Statements.from, ["recipient": rider, "first": position.sequence], read: EventRecord.init
    )
    guard position.sequence > 0 else {
      return position.milliseconds == 0 && found.first?.sequence ?? 1 == 1 ? found : nil
    }
    guard let known = found.first, known.sequence == position.sequence,
      known.at.milliseconds == position.milliseconds
    else { return nil }
    return Array(found.dropFirst())
  }

  /// Returns the newest event's number of each of several riders who have one.
  package func lastEvents(of riders: [RiderID]) throws(StoreError) -> [RiderID: Int] {
    let list = JSON.array(riders.map { .string($0.rawValue) })
    let rows = try all(Statements.counters, ["list": list.serialized()]) { row in
      (RiderID(row.text(0)), row.integer(1))
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.0, Int($0.1)) })
  }

  /// Returns the rides that a rider's stream follows: the rider's own, and those that friends have
  /// shared, as far as they have not ended before a time.
  ///
  /// - Parameter changes: How many events tell what has happened since that time. Each ride of the rider's
  ///   own that was requested since is one of them, so only so many of the newest are looked at, and some
  ///   more for those whose event is not told yet.
  package func liveRides(
    of rider: RiderID, endingAfter time: Date, changes: Int = 0
  ) throws(StoreError) -> [RideRecord] {
    try all(
      Statements.liveRides, ["recipient": rider, "time": time, "newest": changes + 8], read: read)
  }

  /// Returns a ride that is the rider's own or that a friend has shared.
  package func ride(
    _ id: Identifier<Ride>, visibleTo rider: RiderID
  ) throws(StoreError) -> RideRecord? {
    try first(Statements.visibleRide, ["ride": id, "recipient": rider], read: read)
  }

  /// Changes something and wakes the streams that tell of it.
  ///
  /// - Parameter keys: Riders and rides, as streams name what they follow.
  func write<Value: Sendable>(
    waking keys: [String],
    _ body: @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let value = try database.write(body)
    changes.post(keys)
    return value
  }
}

extension SQLConnection {
  /// Tells riders of a change, in the transaction that makes it.
  func tell(
    _ riders: [RiderID], _ kind: EventRecord.Kind, _ subject: String = "", at: Date
  ) throws(StoreError) {
    // In one order, so that no two calls wait for each other. Transactions with several calls still
    // may, such as one that tells followers and a driver; the database ends one, which is repeated.
    for rider in riders.sorted(by: { $0.rawValue < $1.rawValue }) {
      try tell(.one, kind, at: at, ["recipient": rider, "subject": subject])
    }
  }

  /// Tells the riders that a query finds of a change, in the transaction that makes it.
  func tell(
    _ query: EventRecipients, _ kind: EventRecord.Kind, at: Date, _ arguments: SQLArguments
  ) throws(StoreError) {
    let arguments = arguments.adding("kind", kind.rawValue).adding("at", at)
    for statement in query.statements { try enqueue(statement, arguments) }
  }
}

/// A query of riders who are told of a change; each is told once.
struct EventRecipients: Sendable {
  /// The rider of the parameter `recipient`, found without a query.
  static let one = EventRecipients(statements: [
    """
    INSERT INTO event_counters (recipient, last) VALUES (:recipient, 1)
    ON CONFLICT (recipient) DO UPDATE SET last = event_counters.last + 1
    """,
    """
    INSERT INTO events (recipient, sequence, kind, subject, at)
    SELECT recipient, last, :kind, :subject, :at FROM event_counters WHERE recipient = :recipient
    """,
    """
    DELETE FROM events WHERE recipient = :recipient AND sequence =
      (SELECT last - \(SQLStore.keptEvents) FROM event_counters WHERE recipient = :recipient)
    """,
  ])
  /// That rider, and those who see the ride of the parameter `subject` in a post.
  static let followers = EventRecipients(
    """
    SELECT :recipient AS id UNION SELECT shares.recipient
    FROM posts JOIN shares ON shares.post = posts.id WHERE posts.ride = :subject
    """)
  /// Count and add an event of each rider, and delete the one that is too old with it; the parameter
  /// `subject` is its subject.
  let statements: [SQLStatement]

  private init(statements: [SQLStatement]) { self.statements = statements }

  /// - Parameter query: A SELECT of a column `id`.
  init(_ query: String) {
    statements = [
      SQLStatement(
        """
        INSERT INTO event_counters (recipient, last)
        SELECT id, 1 FROM (\(query)) AS recipients WHERE true ORDER BY id
        ON CONFLICT (recipient) DO UPDATE SET last = event_counters.last + 1
        """),
      SQLStatement(
        """
        INSERT INTO events (recipient, sequence, kind, subject, at)
        SELECT recipient, last, :kind, :subject, :at FROM event_counters
        WHERE recipient IN (SELECT id FROM (\(query)) AS recipients)
        """),
      SQLStatement(
        """
        DELETE FROM events WHERE (recipient, sequence) IN
          (SELECT recipient, last - \(SQLStore.keptEvents) FROM event_counters
            WHERE recipient IN (SELECT id FROM (\(query)) AS recipients))
        """),
    ]
  }
}

private enum Statements {
  static let newest = EventColumn.select(
    "WHERE recipient = :recipient ORDER BY sequence DESC LIMIT 1")
  static let from = EventColumn.select(
    "WHERE recipient = :recipient AND sequence >= :first ORDER BY sequence")
  static let counters = SQLStatement { dialect in
    "SELECT recipient, last FROM event_counters WHERE recipient IN (\(dialect.elementsOfList))"
  }
  static let liveRides: SQLStatement = """
    SELECT \(RideColumn.list) FROM rides
    WHERE rides.number IN (SELECT number FROM rides AS own WHERE own.rider = :recipient
        ORDER BY number DESC LIMIT :newest)
      AND \(goesOn)
    UNION
    SELECT \(RideColumn.list)
    FROM shares JOIN posts ON posts.id = shares.post JOIN rides ON rides.id = posts.ride
    WHERE shares.recipient = :recipient AND \(goesOn)
    """
  /// The condition of a ride that has not ended at a time.
  private static let goesOn = """
    (coalesce(rides.cancelled_at, rides.completed_at) IS NULL
      OR coalesce(rides.cancelled_at, rides.completed_at) > :time)
    """
  static let visibleRide: SQLStatement = """
    SELECT \(RideColumn.list) FROM rides WHERE rides.id = :ride AND (rides.rider = :recipient
      OR EXISTS (SELECT 1 FROM posts JOIN shares ON shares.post = posts.id
        WHERE posts.ride = :ride AND shares.recipient = :recipient))
    """
}

enum EventColumn: Int32, SQLColumn {
  case recipient, sequence, kind, subject, at
  static let table = "events"
}

extension EventRecord {
  init(_ row: any SQLRow) throws(StoreError) {
    let event = row.columns(EventColumn.self)
    guard let kind = Kind(rawValue: event.text(.kind)) else {
      throw row.unreadable("the kind of an event")
    }
    self.init(
      sequence: event.number(.sequence), kind: kind, subject: event.text(.subject),
      at: event.time(.at))
  }
}
