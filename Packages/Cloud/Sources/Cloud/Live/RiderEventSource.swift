import CloudDomain
import CloudStore
import Core
import FoundationEssentials

/// The events of a rider's stream: the changes that are stored, and what rides do as time passes.
///
/// An id names how far both have been told, so a stream that resumes after it repeats and skips nothing.
struct RiderEventSource: EventSource {
  /// The most streams of one rider.
  private static let mostStreams = 16
  /// After this time, in seconds, a stream begins anew.
  private static let longestBreak = 24.0 * 3600
  /// How far, in seconds, the clocks of two servers may differ.
  private static let clockDifference = 60.0

  /// How far a stream was told: stored changes, what rides did before a time, and some at it.
  fileprivate struct Mark {
    var position = EventPosition(sequence: 0, milliseconds: 0)
    var time = Date.distantPast
    /// How many events of that time were told that are no stored changes.
    var count = 0

    /// The id of an event, for example `12.1767225600000-1767225660000.1`.
    var id: String { "\(position.sequence).\(position.milliseconds)-\(time.milliseconds).\(count)" }
  }

  /// A stored change, with its position, or what a ride does by itself.
  private typealias Entry = (time: Date, position: EventPosition?, event: RiderEvent?)

  let rider: RiderID
  private let tokenHash: [UInt8]
  private let accounts: AccountService
  /// `nil` once the stream has begun.
  private var openedAt: Date?
  private var mark: Mark
  private var rides: [RideRecord] = []

  init(
    rider: RiderID, tokenHash: [UInt8], accounts: AccountService,
    lastEventID: String?, openedAt: Date
  ) {
    (self.rider, self.tokenHash, self.accounts) = (rider, tokenHash, accounts)
    self.openedAt = openedAt
    mark = lastEventID.flatMap(Mark.init(id:)) ?? Mark()
  }

  var sequence: Int { mark.position.sequence }
  var keys: Set<String> { Set([rider.rawValue] + rides.map(\.id.rawValue)) }
  var isMoving: Bool { !rides.isEmpty }
  var hasEnded: Bool { false }
  var quotas: [(key: String, count: Int)] { [(rider.rawValue, Self.mostStreams)] }

  mutating func next(
    at now: Date, isChanged: Bool, from store: SQLStore
  ) throws -> [ServerSentEvent] {
    if rides.contains(where: { $0.driven != nil }) { store.changes.wakeDispatch() }
    var (events, news): ([ServerSentEvent], [EventRecord]) = ([], [])
    if isChanged || openedAt != nil {
      guard try accounts.rider(of: store.session(tokenHash: tokenHash)) == rider else {
        throw APIError.notSignedIn
      }
      // After the clock was set back, what rides do from now on would lie in the past of the stream.
      let known = -Self.clockDifference...(openedAt == nil ? .infinity : Self.longestBreak)
      if known.contains(now.timeIntervalSince(mark.time)),
        let changes = try store.events(of: rider, after: mark.position)
      {
        news = changes
        if openedAt != nil { events = [try ServerSentEvent(.resumed, id: mark.id)] }
        if openedAt != nil || !news.isEmpty {
          // Not all that happened at the time of the mark may have been told.
          rides = try store.liveRides(
            of: rider, endingAfter: mark.time - 0.001, changes: news.count)
        }
      } else {
        // A change after the position was read is told again; one before it would be lost. A state
        // that a ride comes to before the first look is told like a later one.
        let position = try store.eventPosition(of: rider)
        mark = Mark(position: position, time: min(openedAt ?? now, now))
        rides = try store.liveRides(of: rider, endingAfter: mark.time)
        events = [try ServerSentEvent(.reset(rides.map { live($0, at: mark.time) }), id: mark.id)]
      }
      openedAt = nil
    } else if rides.contains(where: { $0.driven?.driver != nil }) {
      // Where a real driver is, is stored and no event.
      rides = try store.liveRides(of: rider, endingAfter: mark.time)
    }
    events += try tell(news, at: now, from: store)
    return try events + rides.map { try ServerSentEvent(.position(RidePosition($0.ride(at: now)))) }
  }

  /// Tells changes, and what rides do by themselves, in the order of time.
  private mutating func tell(
    _ news: [EventRecord], at now: Date, from store: SQLStore
  ) throws -> [ServerSentEvent] {
    var changes: [Entry] = []
    var shown: [Identifier<Ride>: Date] = [:]
    for record in news {
      // A change that was committed late is told as it is by now.
      let time = max(changes.last?.time ?? mark.time, min(record.at, now))
      let (event, ride) = try event(of: record, at: time, in: store)
      if let ride { shown[ride] = shown[ride] ?? time }
      let position = EventPosition(
        sequence: record.sequence, milliseconds: record.at.milliseconds)
      changes.append((time, position, event))
    }
    // A real driver's steps are stored changes. Another ride's steps are told after the change that
    // shows the ride, and those at the same time in the order of the rides' names.
    let moments = rides.filter { $0.driven == nil }.sorted { $0.id.rawValue < $1.id.rawValue }
      .flatMap { ride -> [Entry] in
        ride.transitions(from: shown[ride.id] ?? mark.time, to: now)
          .map { ($0, nil, .ride(live(ride, at: $0))) }
      }.sorted { $0.time < $1.time }
    let known = min(mark.count, moments.prefix { $0.time == mark.time }.count)
    let entries = (changes + moments.dropFirst(known)).sorted { $0.time < $1.time }
    let events = try entries.compactMap { time, position, event in
      if time > mark.time { (mark.time, mark.count) = (time, 0) }
      if let position { mark.position = position } else { mark.count += 1 }
      return try event.map { try ServerSentEvent($0, id: mark.id) }
    }
    if now > mark.time { (mark.time, mark.count) = (now, 0) }
    rides.removeAll { $0.hasEnded(at: mark.time) }
    return events
  }

  /// Returns the event of a change, `nil` for a ride that the rider does not see any more, and the ride
  /// that it shows to the rider.
  private func event(
    of record: EventRecord, at time: Date, in store: SQLStore
  ) throws -> (RiderEvent?, Identifier<Ride>?) {
    switch record.kind {
    case .friends: return (.friends, nil)
    case .driving: return (.driving, nil)
    case .ride:
      let ride = try store.ride(Identifier(record.subject), visibleTo: rider)
      let isNew = record.at == ride?.timetable.requested
      return (ride.map { .ride(live($0, at: time)) }, isNew ? ride?.id : nil)
    case .inbox:
      let post =
        try record.subject.isEmpty
        ? nil : store.post(Identifier(record.subject), visibleTo: rider)
      let ride = post?.ride.flatMap { $0.hasEnded(at: time) ? nil : $0.ride(at: time) }
      return (.inbox(InboxChange(post: post?.id, ride: ride)), post?.ride?.id)
    }
  }

  private func live(_ record: RideRecord, at time: Date) -> LiveRide {
    let isOwn = record.rider == rider
    return LiveRide(
      isOwn: isOwn, ride: isOwn ? record.rideForRider(at: time) : record.ride(at: time))
  }
}

extension RiderEventSource.Mark {
  /// Reads an id; `nil` for any other text.
  fileprivate init?(id: String) {
    let numbers = id.split(separator: "-", omittingEmptySubsequences: false).flatMap { part in
      part.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) ?? -1 }
    }
    // Up to the year 9999.
    guard numbers.count == 4, numbers.allSatisfy({ (0...253_402_300_799_999).contains($0) })
    else { return nil }
    self.init(
      position: EventPosition(sequence: Int(numbers[0]), milliseconds: numbers[1]),
      time: Date(milliseconds: numbers[2]), count: Int(numbers[3]))
    guard self.id == id else { return nil }
  }
}
