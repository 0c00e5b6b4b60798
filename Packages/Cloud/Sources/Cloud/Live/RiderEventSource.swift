import CloudStore
import CloudDomain
import Core
import FoundationEssentials

/// What a rider's stream tells: the changes that are stored, and what rides do as time passes.
///
/// An id names how far both have been told, so a stream that goes on after it repeats and skips nothing.
struct RiderEventSource: EventSource {
  /// The most streams of one rider.
  private static let mostStreams = 16

  /// After this time, in seconds, a stream begins anew.
  private static let longestBreak = 24.0 * 3600
  /// How far, in seconds, the clocks of two servers may differ.
  private static let clockDifference = 60.0

  /// How far a stream was told: stored changes, what rides did before a time, and some at it.
  struct Mark: Equatable, Sendable {
    var position: EventPosition
    var time: Date
    /// How many events of that time were told.
    var count = 0

    /// The id of an event, for example `12.1767225600000-1767225660000.1`.
    var id: String { "\(position.sequence).\(position.milliseconds)-\(time.milliseconds).\(count)" }

    init(position: EventPosition, time: Date, count: Int = 0) {
      (self.position, self.time, self.count) = (position, time, count)
    }

    /// Reads an id; `nil` for any other text.
    init?(id: String) {
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

  let rider: RiderID
  private let tokenHash: [UInt8]
  private let accounts: AccountService
  private let openedAt: Date
  /// Where the stream begins; `nil` once it has begun, or with a reset.
  private var beginning: Mark?
  private var hasBegun = false
  private var mark: Mark
  private var rides: [Identifier<Ride>: RideRecord] = [:]

  init(
    rider: RiderID, tokenHash: [UInt8], accounts: AccountService,
    lastEventID: String?, openedAt: Date
  ) {
    self.rider = rider
    self.tokenHash = tokenHash
    self.accounts = accounts
    self.openedAt = openedAt
    beginning = lastEventID.flatMap(Mark.init(id:))
    mark = Mark(position: EventPosition(sequence: 0, milliseconds: 0), time: .distantPast)
  }

  var sequence: Int { mark.position.sequence }
  var keys: Set<String> { Set([rider.rawValue] + rides.keys.map(\.rawValue)) }
  var isMoving: Bool { !rides.isEmpty }
  var hasEnded: Bool { false }
  var quotas: [(key: String, count: Int)] { [(rider.rawValue, Self.mostStreams)] }

  mutating func next(
    at now: Date, isChanged: Bool, from store: SQLStore
  ) throws -> [ServerSentEvent] {
    if rides.values.contains(where: { $0.driven != nil }) { store.changes.wakeDispatch() }
    guard isChanged || !hasBegun else {
      // Where a real driver is, is stored and no event.
      if rides.values.contains(where: { $0.driven?.driver != nil }) {
        try follow(store.liveRides(of: rider, endingAfter: now))
      }
      return try pass(to: now) + positions(at: now)
    }
    guard try accounts.rider(of: store.session(tokenHash: tokenHash)) == rider else {
      throw APIError.notSignedIn
    }
    var events: [ServerSentEvent] = []
    if !hasBegun {
      hasBegun = true
      let known = -Self.clockDifference...Self.longestBreak
      guard let beginning, known.contains(now.timeIntervalSince(beginning.time)) else {
        // A state that a ride comes to before the first look is told like a later one.
        return try reset(at: min(openedAt, now), from: store) + pass(to: now) + positions(at: now)
      }
      mark = beginning
      events.append(try ServerSentEvent(.resumed, id: mark.id))
    }
    // The clock was set back: what rides do from now on would lie in the past of the stream.
    if now < mark.time - Self.clockDifference { return try reset(at: now, from: store) }
    guard let news = try store.events(of: rider, after: mark.position) else {
      return try reset(at: now, from: store) + positions(at: now)
    }
    if news.isEmpty, events.isEmpty { return try pass(to: now) + positions(at: now) }
    return try events + tell(news, at: now, from: store) + positions(at: now)
  }

  /// Begins anew with the rides under way.
  private mutating func reset(at now: Date, from store: SQLStore) throws -> [ServerSentEvent] {
    // What changes after the position was read is told again; before it, it would be lost.
    mark = Mark(position: try store.eventPosition(of: rider), time: now)
    try follow(store.liveRides(of: rider, endingAfter: now))
    let rides = rides.values.map { live($0, at: now) }
    return [try ServerSentEvent(.reset(rides), id: mark.id)]
  }

  /// Tells changes, and what rides do by themselves, in the order of time.
  private mutating func tell(
    _ news: [EventRecord], at now: Date, from store: SQLStore
  ) throws -> [ServerSentEvent] {
    let changes = try news.map { (record: $0, subject: try subject(of: $0, in: store)) }
    try follow(store.liveRides(of: rider, endingAfter: mark.time))
    // What a ride does is told after the change that shows it to the rider.
    for change in changes where change.subject.isNew(in: change.record) {
      change.subject.ride.map { rides[$0.id] = nil }
    }
    var events: [ServerSentEvent] = []
    for (record, subject) in changes {
      // A change that was committed late is told as it is by now.
      let time = max(mark.time, min(record.at, now))
      events += try pass(to: time)
      mark.position = EventPosition(sequence: record.sequence, milliseconds: record.at.milliseconds)
      if let event = event(of: record, subject, at: time) {
        events.append(try ServerSentEvent(event, id: mark.id))
      }
      if let ride = subject.ride { rides[ride.id] = ride.endsAt > time ? ride : nil }
    }
    events += try pass(to: now)
    try follow(store.liveRides(of: rider, endingAfter: now))
    return events
  }

  /// What a change is about, as far as the rider sees it.
  private struct Subject {
    var post: Identifier<Post>?
    var ride: RideRecord?

    /// Whether the rider has not seen the ride before the change.
    func isNew(in record: EventRecord) -> Bool {
      record.kind == .inbox || record.at == ride?.timetable.requested
    }
  }

  private func subject(of record: EventRecord, in store: SQLStore) throws -> Subject {
    switch record.kind {
    case .friends, .driving: return Subject()
    case .ride:
      return Subject(ride: try store.ride(Identifier(record.subject), visibleTo: rider))
    case .inbox:
      guard !record.subject.isEmpty else { return Subject() }
      let post = try store.post(Identifier(record.subject), visibleTo: rider)
      return Subject(post: post?.id, ride: post?.ride)
    }
  }

  /// Returns the event of a change; `nil` for a ride that the rider does not see any more.
  private func event(of record: EventRecord, _ subject: Subject, at time: Date) -> RiderEvent? {
    switch record.kind {
    case .friends: return .friends
    case .driving: return .driving
    case .ride: return subject.ride.map { .ride(live($0, at: time)) }
    case .inbox:
      let ride = subject.ride.flatMap { $0.endsAt > time ? $0.ride(at: time) : nil }
      return .inbox(InboxChange(post: subject.post, ride: ride))
    }
  }

  /// Tells the states that rides have come to by themselves.
  private mutating func pass(to now: Date) throws -> [ServerSentEvent] {
    // What a real driver does is an event.
    let moments = rides.values.filter { $0.driven == nil }.flatMap { ride in
      ride.transitions(from: mark.time, to: now).map { (time: $0, ride: ride) }
    }.sorted { ($0.time, $0.ride.id.rawValue) < ($1.time, $1.ride.id.rawValue) }
    // Rides that did something at the same time are told in the order of their names.
    let known = min(mark.count, moments.prefix { $0.time == mark.time }.count)
    let events = try moments.dropFirst(known).map { moment in
      mark.count = moment.time == mark.time ? mark.count + 1 : 1
      mark.time = moment.time
      return try ServerSentEvent(.ride(live(moment.ride, at: moment.time)), id: mark.id)
    }
    if mark.time < now { (mark.time, mark.count) = (now, 0) }
    rides = rides.filter { $0.value.endsAt > mark.time }
    return events
  }

  private func positions(at now: Date) throws -> [ServerSentEvent] {
    try rides.values.map { try ServerSentEvent(.position(RidePosition($0.ride(at: now)))) }
  }

  private mutating func follow(_ records: [RideRecord]) {
    rides = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
  }

  private func live(_ record: RideRecord, at time: Date) -> LiveRide {
    LiveRide(isOwn: record.rider == rider, ride: record.ride(at: time))
  }
}
