import Basics
import Core
import CoreTesting
import FoundationEssentials

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// Riders, drivers and servers that do one thing after the other, as a list of numbers says: messages
/// come late and twice, servers start anew, and after each step what must hold is looked for, and
/// whether the database has what the machine says.
final class DispatchSimulation {
  /// What happens, to whom, and how much of it; what it means depends on what happened before.
  struct Step: CustomStringConvertible {
    enum Kind: String, CaseIterable {
      case request, cancel, report, accept, decline, advance, abandon, shift, wait, waitLong, round
      case restart, decide

      /// How often it happens beside the others.
      var weight: Int {
        switch self {
        case .round: 9
        case .report, .wait: 7
        case .accept, .advance: 6
        case .request: 3
        case .decline, .cancel, .abandon, .waitLong: 1
        case .shift, .restart, .decide: 1
        }
      }
    }

    let kind: Kind
    let actor: Int
    let amount: Int

    var description: String { "\(kind.rawValue)(\(actor), \(amount))" }
  }

  static func steps(_ count: Int, seed: UInt64) -> [Step] {
    let kinds = Step.Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    var numbers = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      Step(
        kind: kinds[numbers.next(below: kinds.count)], actor: numbers.next(below: 3),
        amount: numbers.next(below: 1000))
    }
  }

  private static let actors = 3
  private let store: SQLStore
  private var model = DispatchModel()
  /// Whether the database was changed, so that it has something else.
  private let hasMistake: Bool
  /// An error that the machine does not say, or that the cloud does not.
  private var difference: String?
  private let cloud: TestCloud
  private var servers: [(dispatcher: Dispatcher, start: Date)] = []
  private let service: DriverService
  private var rideCount = 0
  /// What each driver has seen, newest last.
  private var offers = [[Identifier<RideOffer>]](repeating: [], count: actors)
  private var rides = [[Identifier<Ride>]](repeating: [], count: actors)
  /// What must hold later: who has accepted, since when offers are there, and how rides have ended.
  private var acknowledged: [Identifier<Ride>: Identifier<RiderProfile>] = [:]
  private var declined: Set<Identifier<RideOffer>> = []
  private var offeredAt: [Identifier<RideOffer>: Date] = [:]
  private var ended: [Identifier<Ride>: RideRecord] = [:]
  private var reportedAt: [Identifier<RiderProfile>: Date] = [:]

  /// - Parameter mistake: Changes the database, so that a step goes wrong.
  init(_ store: SQLStore = .sqlite(.memory), mistake: String? = nil) throws {
    self.store = store
    hasMistake = mistake != nil
    var cloud = TestCloud(database: CloudDatabase(store: store))
    cloud.dispatch = { .drivers }
    self.cloud = cloud
    service = DriverService(
      store: store, clock: cloud.clock, needsApproval: false, map: MapService(cloud))
    for index in 0..<Self.actors {
      try store.addRider("rider-\(index)")
      try store.addRider("driver-\(index)")
      let car = DriverCar(plate: "AA \(index)", model: "Mazda 2", option: .wallabee)
      _ = try service.register(car, of: driver(index))
      model.register(car, of: driver(index))
      try make(.startShift(.operaHouse), by: driver(index))
      reportedAt[driver(index)] = now
    }
    servers = [makeServer(), makeServer()]
    if let mistake {
      try store.database.write { (connection, _) throws(StoreError) in
        try connection.execute(mistake)
      }
    }
  }

  private var now: Date { cloud.manualClock.now.inWholeMilliseconds }
  private func driver(_ index: Int) -> Identifier<RiderProfile> {
    Identifier("id-of-driver-\(index)")
  }
  private func rider(_ index: Int) -> Identifier<RiderProfile> {
    Identifier("id-of-rider-\(index)")
  }

  private func makeServer() -> (dispatcher: Dispatcher, start: Date) {
    (CloudContainer(dependencies: cloud).makeDispatcher(), now)
  }

  /// Takes steps until one breaks something; returns what.
  func play(_ steps: [Step]) async throws -> String? {
    if let first = steps.first, first.amount % 2 == 1 { try await askTwoAtOnce() }
    for step in steps {
      // Other tests have requests with real deadlines on the same threads.
      await Task.yield()
      try await take(step)
      if let broken = try findBroken(after: step) { return broken }
    }
    return nil
  }

  /// Publishes the flag by which two drivers are asked at once after an offer has expired.
  private func askTwoAtOnce() async throws {
    let flags = """
      {"flags": {"dispatch-offers": {"state": "ENABLED", "defaultVariant": "two",
        "variants": {"one": "one", "two": "two"}}}}
      """
    _ = try await CloudContainer(dependencies: cloud).makeFlagPublisher().publish(
      Array(flags.utf8), by: "test", message: "Ask two")
  }

  /// Lets all time pass; returns what is left open.
  func rest() async throws -> String? {
    for _ in 0..<3 {
      cloud.manualClock.advance(by: .seconds(700))
      try await makeRound(on: 0)
    }
    return try await makeRound(on: 0) ? "a ride is stuck" : nil
  }

  /// Makes a round of which no part may fail.
  @discardableResult
  private func makeRound(on server: Int) async throws -> Bool {
    var reasons: [String] = []
    let isUnderway = try await servers[server].dispatcher.round { reasons.append($0) }
    model.endOverdue(since: servers[server].start, at: now)
    // Which drivers are asked is the matcher's choice; whether they may be asked is not.
    for offer in try storedOffers() where !model.offers.contains(where: { $0.id == offer.id }) {
      let event = RideEvent.offer(
        offer.id, of: offer.ride, seconds: offer.seconds, approach: offer.approach, atOnce: 2)
      _ = model.apply(event, by: offer.driver, at: now)
    }
    if let reason = reasons.first { throw StoreError.broken(reason: reason) }
    return isUnderway
  }

  private func take(_ step: Step) async throws {
    do {
      switch step.kind {
      case .wait: cloud.manualClock.advance(by: .milliseconds(100 + step.amount * 8))
      case .waitLong: cloud.manualClock.advance(by: .milliseconds(30_000 + step.amount * 100))
      case .round: try await makeRound(on: step.amount % servers.count)
      case .restart: servers[step.amount % servers.count] = makeServer()
      case .request, .cancel: try takeRiders(step)
      default: try takeDrivers(step)
      }
    } catch is APIError {
      // What cannot be is refused.
    }
    for index in 0..<Self.actors {
      guard let status = try service.knownStatus(of: driver(index)) else { continue }
      if let offer = status.offer, !offers[index].contains(offer.id) {
        offers[index].append(offer.id)
      }
      if let ride = status.ride?.ride, !rides[index].contains(ride.id) {
        rides[index].append(ride.id)
      }
    }
  }

  private func takeRiders(_ step: Step) throws {
    let rider = rider(step.actor)
    if step.kind == .request {
      rideCount += 1
      let ride = RideRecord.searching("ride-\(rideCount)", rider: rider, at: now)
      compare(
        model.apply(.request(ride, key: nil), by: rider, at: now),
        try store.change([.request(ride, key: nil, at: now)])[0])
    } else if let ride = try store.rides(of: rider, limit: 1).first {
      // One that was sent a while ago has an earlier time.
      let time = (now - Double(step.amount % 3)).inWholeMilliseconds
      compare(
        model.apply(.cancel(ride.id), by: rider, at: time),
        try store.change([.cancellation(of: ride.id, by: rider, at: time)])[0])
    }
  }

  private func compare(_ refusal: RideRefusal?, _ outcome: RideOutcome) {
    var found: RideRefusal?
    if case .refused(let refusal) = outcome { found = refusal }
    if refusal != found { difference = "\(String(describing: found)), not \(refusal as Any)" }
  }

  /// Makes a step of a driver, on both sides.
  @discardableResult
  private func make(_ event: RideEvent, by driver: RiderID) throws -> DriverStatus {
    let refusal = model.apply(event, by: driver, at: now).map { APIError($0) }
    do {
      let status = try service.make(event, by: driver)
      if let refusal { difference = "not refused: \(refusal)" }
      return status
    } catch let error as APIError {
      if error != refusal { difference = "\(error), not \(refusal as Any)" }
      throw error
    }
  }

  private func takeDrivers(_ step: Step) throws {
    let (driver, amount) = (driver(step.actor), step.amount)
    // Mostly the newest; now and then an old one, or that of another driver.
    let offers = offers[amount % 10 == 9 ? (step.actor + 1) % 3 : step.actor]
    let offer = amount % 10 == 8 ? offers.first : offers.last
    let ride = rides[amount % 10 == 9 ? (step.actor + 1) % 3 : step.actor].last
    switch step.kind {
    case .report:
      let location: Location = amount % 4 == 0 ? .defaultLocation : .operaHouse
      try make(.report(location), by: driver)
      reportedAt[driver] = now
    case .accept:
      guard let offer else { return }
      let status = try make(.accept(offer, name: "Dora"), by: driver)
      if let ride = status.ride?.ride.id { acknowledged[ride] = driver }
    case .decline:
      guard let offer else { return }
      try make(.decline(offer), by: driver)
      declined.insert(offer)
    case .advance:
      guard let ride else { return }
      let code = amount % 10 < 7 ? model.rides.first { $0.id == ride }?.code : "none"
      try make(.advance(ride, RideAdvance.Step.allCases[amount % 3], code: code), by: driver)
    case .abandon:
      guard let ride else { return }
      let reasons = RideAbandonment.Reason.allCases
      try make(.abandon(ride, reasons[amount % reasons.count]), by: driver)
    case .shift:
      if amount % 3 == 0 { try make(.endShift, by: driver) }
      try make(.startShift(.operaHouse), by: driver)
      reportedAt[driver] = now
    case .decide:
      let verdict: DriverDecision.Verdict = amount % 2 == 0 ? .suspended : .approved
      try make(.decide(DriverDecision(verdict, reason: "A complaint.", at: now)), by: driver)
    default: break
    }
  }

  /// The rides, offers and events that there are, for a comparison.
  func trace() throws -> [String] {
    try [
      "SELECT id || ' ' || coalesce(driver, '') || coalesce(completed_at, 0) || phase FROM rides",
      "SELECT id || ' ' || state || ' ' || expires_at FROM offers ORDER BY id",
      "SELECT recipient || ' ' || sequence || ' ' || at FROM events ORDER BY recipient, sequence",
    ].flatMap { sql in try store.all(SQLStatement(once: sql)) { $0.text(0) } }
  }

  // MARK: - What must hold

  private func findBroken(after step: Step) throws -> String? {
    let records = try store.all(SQLStatement(once: "SELECT \(RideColumn.list) FROM rides")) {
      (row) throws(StoreError) in try RideRecord(row.columns(RideColumn.self))
    }
    let offers = try storedOffers()
    let rides = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
    return try broken(rides: records) ?? broken(offers: offers, rides)
      ?? brokenAcknowledgement(after: step, rides, offers) ?? overdue(after: step, records, offers)
      ?? brokenEvents() ?? differing(records, offers)
  }

  private func storedOffers() throws -> [OfferRecord] {
    try store.all(
      SQLStatement(once: "SELECT \(OfferColumn.list) FROM offers"), read: OfferRecord.init)
  }

  /// What the database has otherwise than the machine says.
  private func differing(_ rides: [RideRecord], _ offers: [OfferRecord]) throws -> String? {
    guard !hasMistake else { return nil }
    if let difference { return "the cloud answers otherwise than the machine: \(difference)" }
    func sorted(_ rides: [RideRecord]) -> [RideRecord] {
      rides.sorted { $0.id.rawValue < $1.id.rawValue }
    }
    if sorted(rides) != sorted(model.rides) { return "a ride is not as the machine says" }
    func byID(_ offers: [OfferRecord]) -> [OfferRecord] {
      offers.sorted { $0.id.rawValue < $1.id.rawValue }
    }
    if byID(offers) != byID(model.offers) { return "an offer is not as the machine says" }
    for index in 0..<Self.actors {
      let record = try store.driver(driver(index))
      if record != model.drivers[driver(index)] { return "a driver is not as the machine says" }
    }
    let told = try store.all(SQLStatement(once: "SELECT recipient, last FROM event_counters")) {
      (RiderID($0.text(0)), Int($0.integer(1)))
    }
    return Dictionary(uniqueKeysWithValues: told) == model.told
      ? nil : "others are told than the machine says"
  }

  private func broken(rides: [RideRecord]) -> String? {
    var busy: Set<Identifier<RiderProfile>> = []
    for ride in rides {
      guard let driven = ride.driven else { return "a ride lost its dispatch" }
      let hasEnd = ride.cancelledAt != nil || ride.timetable.completed != nil
      if hasEnd != (driven.phase == .ended) { return "a ride that has ended keeps its driver" }
      if ride.cancelledAt != nil, ride.timetable.completed != nil {
        return "a ride ended twice"
      }
      if let known = ended[ride.id], known != ride { return "a final state changed" }
      if hasEnd { ended[ride.id] = ride }
      if ride.price != RideRecord.searching("", rider: ride.rider, at: now).price {
        return "a fare is not the quoted one"
      }
      if let fare = driven.fare, !(0..<ride.price.minorUnits).contains(fare) {
        return "a fare is above the price"
      }
      if driven.fee != nil, driven.ending == .rider,
        let cancelledAt = ride.cancelledAt,
        cancelledAt.timeIntervalSince(ride.timetable.accepted ?? cancelledAt)
          < DispatchRules.freeCancellation
      {
        return "a cancellation cost something too early"
      }
      if driven.phase == .assigned || driven.phase == .onTrip, let driver = driven.driver,
        !busy.insert(driver).inserted
      {
        return "a driver has two rides"
      }
    }
    return nil
  }

  private func broken(
    offers: [OfferRecord], _ rides: [Identifier<Ride>: RideRecord]
  ) -> String? {
    let open = offers.filter { $0.state == .open }
    if Set(open.map(\.driver)).count < open.count { return "a driver has two open offers" }
    if Set(open.map { "\($0.ride) \($0.slot)" }).count < open.count {
      return "two open offers of a ride have one slot"
    }
    for offer in offers where offeredAt[offer.id] == nil { offeredAt[offer.id] = now }
    for offer in open {
      if rides[offer.ride]?.driven?.phase != .searching {
        return "an offer of a ride that nobody looks for is open"
      }
      if declined.contains(offer.id) { return "a declined offer is open" }
    }
    return nil
  }

  private func brokenAcknowledgement(
    after step: Step, _ rides: [Identifier<Ride>: RideRecord], _ offers: [OfferRecord]
  ) -> String? {
    for (id, driver) in acknowledged {
      guard let driven = rides[id]?.driven else { return "an accepted ride is gone" }
      if driven.driver == driver, driven.phase == .assigned || driven.phase == .onTrip {
        let offer = offers.last { $0.ride == id && $0.driver == driver && $0.state == .accepted }
        guard let offer, let since = offeredAt[offer.id] else { return "a driver without an offer" }
        if step.kind == .accept, let accepted = rides[id]?.timetable.accepted,
          accepted.timeIntervalSince(since) >= DispatchRules.offer
        {
          return "an offer was accepted too late"
        }
        continue
      }
      acknowledged[id] = nil
      let silence = now.timeIntervalSince(reportedAt[driver] ?? .distantPast)
      let isExplained =
        switch step.kind {
        case .abandon: true
        case .cancel: driven.ending == .rider
        case .advance:
          driven.phase == .ended && driven.ending == nil || driven.phase == .searching
        case .round: silence >= DispatchRules.silence
        case .decide: driven.phase == .searching
        default: false
        }
      if !isExplained { return "an acknowledged acceptance is lost" }
    }
    return nil
  }

  /// What a round must not leave.
  private func overdue(
    after step: Step, _ rides: [RideRecord], _ offers: [OfferRecord]
  ) -> String? {
    guard step.kind == .round else { return nil }
    let open = offers.filter { $0.state == .open }
    if open.contains(where: { $0.expiresAt <= now }) { return "an expired offer is open" }
    let start = servers[step.amount % servers.count].start
    for ride in rides {
      guard let driven = ride.driven else { continue }
      let silence = driven.driver.map {
        now.timeIntervalSince(max(start, reportedAt[$0] ?? .distantPast))
      }
      switch driven.phase {
      case .searching:
        guard now.timeIntervalSince(driven.searchedAt) >= DispatchRules.search,
          !open.contains(where: { $0.ride == ride.id })
        else { continue }
        return "a search does not end"
      case .assigned:
        if let silence, silence >= DispatchRules.silence { return "a silent driver has a ride" }
      case .onTrip:
        if let silence, silence >= DispatchRules.tripSilence { return "a trip does not end" }
      case .ended: continue
      }
    }
    return nil
  }

  private func brokenEvents() throws -> String? {
    let gap = try store.first(
      SQLStatement(
        once: """
          SELECT recipient FROM event_counters WHERE last <>
            (SELECT count(*) FROM events WHERE events.recipient = event_counters.recipient)
            AND last <= \(SQLStore.keptEvents)
          """)
    ) { $0.text(0) }
    return gap.map { _ in "an event is lost" }
  }
}

extension RideRecord {
  /// A ride whose driver is looked for.
  static func searching(
    _ id: String, rider: Identifier<RiderProfile>, at time: Date
  ) -> RideRecord {
    RideRecord(
      id: Identifier(id), rider: rider,
      request: RideRequest(
        pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore), option: .wallabee),
      price: Money(currency: "AUD", minorUnits: 1234),
      timetable: RideTimetable(requested: time),
      cancelledAt: nil, seed: 0, approach: [.operaHouse], route: [.operaHouse, .appleStore],
      routeModel: "street-grid",
      driven: DrivenRecord(
        phase: .searching, plan: .init(tripSeconds: 300), searchedAt: time))
  }
}
