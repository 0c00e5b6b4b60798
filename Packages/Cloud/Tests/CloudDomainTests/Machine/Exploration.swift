import Core
import FoundationEssentials

@testable import CloudDomain

/// Looks at every world that events can lead to, nearest first, until no new one comes; so the history
/// of the first that breaks an invariant is a shortest one.
struct Exploration {
  typealias Machine = (RideEvent, RideSituation, Date) -> Result<RideTransition, RideRefusal>

  /// An event with its caller, or the passing of milliseconds.
  enum Step: CustomStringConvertible {
    case event(RideEvent, RiderID?)
    case wait(Int)

    var description: String {
      switch self {
      case .wait(let milliseconds): "wait(\(milliseconds) ms)"
      case .event(let event, let caller): "\(caller?.rawValue ?? "round").\(Self.name(of: event))"
      }
    }

    private static func name(of event: RideEvent) -> String {
      switch event {
      case .advance(_, let step, let code): code == "wrong" ? "guess" : step.rawValue
      case .abandon(_, let reason): "abandon(\(reason.rawValue))"
      case .decide(let decision, _): decision.verdict.rawValue
      case .report(let place, _): place == World.near ? "report(near)" : "report(far)"
      default: String("\(event)".prefix { $0 != "(" })
      }
    }
  }

  struct Finding {
    let broken: String
    let history: [Step]
  }

  private(set) var stateCount = 0
  /// How many events changed a state, or were time that passed.
  private(set) var transitionCount = 0
  private(set) var refusalCount = 0
  private(set) var finding: Finding?

  private let machine: Machine
  private var worlds = [World()]
  private var origins: [(parent: Int, step: Step)?] = [nil]
  private var known: Set<[Int]> = [World().identity]

  init(machine: @escaping Machine = { RideMachine.apply($0, to: $1, at: $2) }) async {
    self.machine = machine
    var next = 0
    while next < worlds.count, finding == nil {
      look(at: next)
      // Other tests have requests with real deadlines on the same threads.
      if next.isMultiple(of: 8) { await Task.yield() }
      next += 1
    }
    stateCount = worlds.count
  }

  private mutating func look(at index: Int) {
    let world = worlds[index]
    let identity = world.identity
    for (event, caller) in Self.events(in: world) {
      let situation = world.situation(of: event, by: caller)
      let result = machine(event, situation, World.now)
      guard case .success(let next) = result else {
        refusalCount += 1
        continue
      }
      var after = world
      after.save(next, event)
      // What a round leaves is looked at, too.
      guard caller == nil || after.identity != identity || !next.notices.isEmpty else { continue }
      let step = Step.event(event, caller)
      let broken =
        Invariants(before: world, event: event, caller: caller, next: next, after: after).broken
        ?? (next.refusal == nil ? brokenRepetition(of: event, caller, after) : nil)
      if let broken { return found(broken, index, step) }
      if after.identity != identity { reach(after, index, step) }
    }
    let limits = world.limits.flatMap { [$0 - 1, $0, $0 + 1] }
    guard let wait = limits.filter({ $0 > 0 }).min() else { return }
    var later = world
    later.pass(wait)
    reach(later, index, .wait(wait))
  }

  private mutating func reach(_ world: World, _ parent: Int, _ step: Step) {
    var world = world
    world.forget()
    transitionCount += 1
    guard known.insert(world.identity).inserted else { return }
    worlds.append(world)
    origins.append((parent, step))
  }

  private mutating func found(_ broken: String, _ index: Int, _ step: Step) {
    var history = [step]
    var index = index
    while let origin = origins[index] {
      history.insert(origin.step, at: 0)
      index = origin.parent
    }
    finding = Finding(broken: broken, history: history)
  }

  /// A client that got no response sends its request once more.
  private func brokenRepetition(
    of event: RideEvent, _ caller: RiderID?, _ after: World
  ) -> String? {
    let again = machine(event, after.situation(of: event, by: caller), World.now)
    guard case .success(let next) = again, next.notices.isEmpty else {
      return "a repeated event is refused, or done twice"
    }
    return nil
  }

  // MARK: - Events

  private static func events(in world: World) -> [(RideEvent, RiderID?)] {
    var events = riderEvents(in: world)
    for (index, driver) in World.drivers.enumerated() {
      events += driverEvents(in: world).map { ($0, driver) }
      if index == 1, let ride = world.ride {
        events.append((.advance(ride.id, .start, code: "wrong"), driver))
      }
      // An open shift goes on, but not anywhere.
      let start = world.drivers[index].shift == nil ? World.far : World.elsewhere
      events.append((.startShift(start), driver))
      if let ride = world.ride {
        let offer = RideEvent.offer(
          Identifier("offer-\(driver)"), of: ride.id, seconds: World.approachSeconds,
          approach: [World.far, World.near], atOnce: 2)
        events.append((offer, driver))
      }
      if let offer = world.offers[index] { events.append((.expire(offer.id), nil)) }
    }
    if world.drivers[1].shift != nil {
      events.append((.decide(World.suspension), World.drivers[1]))
    }
    if let ride = world.ride { events.append((.endOverdue(ride.id, since: .distantPast), nil)) }
    return events
  }

  private static func riderEvents(in world: World) -> [(RideEvent, RiderID?)] {
    var events: [(RideEvent, RiderID?)] = []
    for (slot, rider) in [World.rider, World.drivers[0]].enumerated() {
      let name = world.rides[slot]?.id.rawValue == "\(rider)-1" ? "\(rider)-2" : "\(rider)-1"
      let new = RideRecord.searching(name, rider: rider)
      events.append((.request(new, key: World.key(of: new.id)), rider))
      guard let ride = world.rides[slot] else { continue }
      events.append((.cancel(ride.id), rider))
      events.append((.cancel(ride.id, agreed: 0), rider))
      events.append(
        (.request(new, key: RequestKey(key: ride.id.rawValue, fingerprint: [2])), rider))
    }
    return events
  }

  private static func driverEvents(in world: World) -> [RideEvent] {
    var events: [RideEvent] = [
      .endShift, .report(World.near), .report(World.far),
      .report(World.elsewhere),
    ]
    for offer in world.offers.compactMap({ $0?.id }) {
      events += [.accept(offer, name: "Ada"), .decline(offer)]
    }
    guard let record = world.ride else { return events }
    let ride = record.id
    events += RideAdvance.Step.allCases.map { .advance(ride, $0, code: record.code) }
    return events + [.abandon(ride, .other), .abandon(ride, .noShow)]
  }
}

extension RideRecord {
  /// A ride whose driver is looked for from now on.
  fileprivate static func searching(_ id: String, rider: RiderID) -> RideRecord {
    RideRecord(
      id: Identifier(id), rider: rider,
      request: RideRequest(
        pickup: Waypoint(World.near), dropoff: Waypoint(World.far), option: .wallabee),
      price: Money(currency: "AUD", minorUnits: 1234),
      timetable: RideTimetable(requested: World.now), seed: 0, approach: [World.near],
      route: [World.near, World.far], routeModel: "street-grid",
      driven: DrivenRecord(
        phase: .searching, plan: .init(tripSeconds: World.tripSeconds), searchedAt: World.now))
  }
}
