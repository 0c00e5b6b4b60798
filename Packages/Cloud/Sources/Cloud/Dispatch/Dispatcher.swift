import CloudDomain
import CloudRoutes
import CloudStore
import Core
import FoundationEssentials

/// Offers rides to drivers, and ends what time has ended. Any number may work on one database: each
/// step looks again at what it relies on.
public struct Dispatcher: Sendable {
  private let store: SQLStore
  private let clock: any WallClock
  private let randomBytes: any RandomBytes
  private let routeModel: any RouteModel
  private let flags: DispatchFlags
  private let needsApproval: Bool
  private let workers: WorkerPool
  private let experiment: MatchingExperiment
  /// The start of the server; the silence of a driver counts from then at the earliest.
  private let start: Date

  init(_ dependencies: any CloudDependencies, start: Date) {
    store = dependencies.database.store
    clock = dependencies.clock
    randomBytes = dependencies.randomBytes
    routeModel = dependencies.routeModel
    flags = DispatchFlags(dependencies)
    needsApproval = dependencies.driversNeedApproval
    workers = dependencies.workers
    experiment = MatchingExperiment(dependencies)
    self.start = start
  }

  /// Makes a round; returns whether something will have to be done as time passes.
  ///
  /// - Parameter report: Takes why a part has failed; the others are done nevertheless.
  @discardableResult
  public func round(report: (_ reason: String) -> Void = { _ in }) async throws -> Bool {
    let board = try await onWorker { () throws -> Board? in
      guard try store.hasDispatch() else { return nil }
      let failures = try store.endOverdue(since: start) { clock.now.inWholeMilliseconds }
      return try makeBoard(failures)
    }
    guard let board else { return false }
    for failure in board.failures { report(failure.reason) }
    for (ride, driver) in try await matches(board, report) {
      do {
        try await offer(ride, to: driver, by: board)
      } catch {
        report(Self.reason(error))
      }
    }
    return true
  }

  private func offer(
    _ ride: RideRecord, to driver: DriverRecord, by board: Board
  ) async throws {
    guard let shift = driver.shift else { return }
    let approach = try await routeModel.route(from: shift.location, to: ride.route[0])
    let offer = RideEvent.offer(
      Identifier(randomBytes.makeIdentifier()), of: ride.id,
      seconds: Int(approach.duration.rounded(.up)), approach: approach.corners,
      atOnce: board.offersAtOnce(ride))
    try await onWorker { [matching = board.matching] in
      _ = try store.apply(offer, by: driver.rider, matching: matching) { clock.now }
    }
  }

  /// Makes rounds as long as a ride is under way, and waits without a timer while there is none.
  /// The first round in which a window can be measured records it.
  ///
  /// - Parameter report: Takes why a round or a part has failed, unless the last one failed so too.
  public func run(report: @Sendable (_ reason: String) -> Void) async {
    let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = store.changes.listen(isLocal: true) { signal in
      if case .keys(let keys) = signal, keys.contains(ChangeSignals.dispatch) {
        continuation.yield()
      }
    }
    defer { store.changes.remove(number) }
    // What an earlier server has left.
    continuation.yield()
    var recorded: MatchingWindow?
    var reported: Set<String> = []
    for await _ in wakes {
      while await makeRound(&recorded, &reported, report) {
        guard (try? await clock.sleep(for: DispatchRules.round)) != nil else { return }
      }
    }
  }

  /// - Parameters:
  ///   - recorded: The last window that was looked at.
  ///   - reported: The reasons of the failures of the last round.
  private func makeRound(
    _ recorded: inout MatchingWindow?, _ reported: inout Set<String>, _ report: (String) -> Void
  ) async -> Bool {
    var reasons: Set<String> = []
    var isUnderway: Bool?
    do {
      isUnderway = try await round { reasons.insert($0) }
    } catch {
      reasons.insert(Self.reason(error))
    }
    for reason in reasons.subtracting(reported).sorted() { report(reason) }
    reported = reasons
    let last = experiment.lastWindow
    guard isUnderway != nil, recorded != last else { return isUnderway ?? true }
    // After a failure the windows are recorded together with the next one.
    recorded = last
    do {
      try await onWorker { try experiment.record(through: last) }
    } catch {
      report("windows of dispatch-matching were not recorded: \(Self.reason(error))")
    }
    return isUnderway ?? true
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as StoreError: error.reason
    case RouteError.unavailable(let reason): "routes cannot be planned: \(reason)"
    case RouteError.noRoad: "no road leads from a driver to the pick-up of a ride"
    default: "\(error)"
    }
  }

  /// Runs what waits for the database on a thread that may wait.
  private func onWorker<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    guard let result = await workers.run({ Result { try work() } }) else {
      throw StoreError.unavailable(reason: "too much waits for the database")
    }
    return try result.get()
  }

  // MARK: - Matching

  /// The drivers and rides of a round.
  private struct Board: Sendable {
    private(set) var drivers: [DriverRecord] = []
    private var known: Set<RiderID> = []
    var searches: [Search] = []
    /// `nil` where no flag chooses it.
    let matching: DispatchMatching?
    private let mostAtOnce: Int
    /// The errors of what could not be ended or read.
    var failures: [StoreError]

    init(matching: DispatchMatching?, mostAtOnce: Int, failures: [StoreError]) {
      (self.matching, self.mostAtOnce) = (matching, mostAtOnce)
      self.failures = failures
    }

    /// How many drivers are asked for a ride at once: more than one when somebody has not answered.
    func offersAtOnce(_ ride: RideRecord) -> Int {
      ride.driven?.plan.hasLapsed == true ? mostAtOnce : 1
    }

    /// Adds those that are not there yet; the others keep their places.
    mutating func add(_ drivers: [DriverRecord]) {
      self.drivers += drivers.filter { known.insert($0.rider).inserted }
    }
  }

  /// A ride that waits.
  private struct Search: Sendable {
    let ride: RideRecord
    /// How long it has waited, in seconds.
    let waited: Double
    /// The nearest drivers who can take it: their indexes, and by how many seconds each counts as farther
    /// away than the way takes.
    let near: [(driver: Int, handicap: Double)]
  }

  private func makeBoard(_ failures: [StoreError]) throws -> Board {
    let now = clock.now.inWholeMilliseconds
    var board = Board(
      matching: try flags.matching(at: now), mostAtOnce: try flags.offersAtOnce, failures: failures)
    var waiting: [(ride: RideRecord, waited: Double)] = []
    for result in try store.waitingRides() {
      switch result {
      case .success(let ride):
        guard let driven = ride.driven,
          board.matching != .batched || Self.isCollected(driven, at: now)
        else { continue }
        waiting.append((ride, now.timeIntervalSince(driven.searchedAt)))
      case .failure(let error): board.failures.append(error)
      }
    }
    var rest = waiting[...]
    while !rest.isEmpty, board.searches.count < DispatchRules.mostMatched {
      let part = rest.prefix(DispatchRules.mostMatched)
      rest = rest.dropFirst(part.count)
      let boxes = part.flatMap { ride, _ in
        BoundingBox.around(ride.route[0], meters: radius(of: ride, at: now))
      }
      board.add(
        try store.freeDrivers(
          in: boxes, reportedAfter: now - DispatchRules.freshness, needApproval: needsApproval))
      for (ride, waited) in part where board.searches.count < DispatchRules.mostMatched {
        let near = try nearest(
          board.drivers, to: ride, within: radius(of: ride, at: now),
          atOnce: board.offersAtOnce(ride))
        guard !near.isEmpty else { continue }
        board.searches.append(Search(ride: ride, waited: waited, near: near))
      }
    }
    // A second driver for a ride comes after the first one for all others.
    board.searches += board.searches.filter { board.offersAtOnce($0.ride) > 1 }.map {
      Search(ride: $0.ride, waited: -DispatchMatching.waiting / 2, near: $0.near)
    }
    return board
  }

  /// Whether the two seconds in which a ride was requested are over.
  private static func isCollected(_ driven: DrivenRecord, at now: Date) -> Bool {
    func batch(_ time: Date) -> Double {
      (time.timeIntervalSince1970 / DispatchRules.batch).rounded(.down)
    }
    return batch(driven.searchedAt) < batch(now)
  }

  /// From the request on, so that who gives the ride back does not make it smaller.
  private func radius(of ride: RideRecord, at now: Date) -> Double {
    DispatchRules.radius(after: now.timeIntervalSince(ride.timetable.requested))
  }

  /// Returns the nearest drivers who can take a ride. Who has passed offers by counts as farther away. Who
  /// is in a network where somebody was asked for the ride before comes last, and waits until nobody can
  /// come into reach any more, unless several are asked at once.
  private func nearest(
    _ drivers: [DriverRecord], to ride: RideRecord, within radius: Double, atOnce: Int
  ) throws -> [(driver: Int, handicap: Double)] {
    let reachable = drivers.enumerated().compactMap { index, driver -> (Double, Int)? in
      guard let shift = driver.shift, driver.car.option == ride.request.option else { return nil }
      let distance = shift.location.distance(to: ride.route[0])
      return distance <= radius ? (distance, index) : nil
    }
    guard !reachable.isEmpty else { return [] }
    let excluded = try store.excludedDrivers(of: ride)
    let asked = Set(ride.driven?.plan.asked ?? [])
    let near = reachable.compactMap {
      distance, index -> (order: (Double, Int), handicap: Double)? in
      let driver = drivers[index]
      guard !excluded.contains(driver.rider) else { return nil }
      let isAsked = driver.network.map(asked.contains) ?? false
      if isAsked, atOnce == 1, radius < DispatchRules.farthest { return nil }
      let handicap = driver.handicap + (isAsked ? DispatchRules.sameNetwork : 0)
      return ((distance / Location.citySpeed + handicap, index), handicap)
    }
    return near.sorted { $0.order < $1.order }.prefix(DispatchRules.mostCompared)
      .map { ($0.order.1, $0.handicap) }
  }

  /// Returns which driver each ride is offered to; a ride without a way to it waits.
  private func matches(
    _ board: Board, _ report: (String) -> Void
  ) async throws -> [(RideRecord, DriverRecord)] {
    var times: [[Double?]] = []
    for search in board.searches {
      var row = [Double?](repeating: nil, count: board.drivers.count)
      do {
        let approaches = try await routeModel.approaches(
          from: search.near.compactMap { board.drivers[$0.driver].shift?.location },
          to: search.ride.route[0])
        for (near, approach) in zip(search.near, approaches) {
          row[near.driver] = approach.map { $0.duration + near.handicap }
        }
      } catch {
        report(Self.reason(error))
      }
      times.append(row)
    }
    let assigned = try await onWorker { [times] in
      (board.matching ?? .nearest).assign(times, waited: board.searches.map(\.waited))
    }
    return zip(board.searches, assigned).compactMap { search, index in
      index.map { (search.ride, board.drivers[$0]) }
    }
  }
}
