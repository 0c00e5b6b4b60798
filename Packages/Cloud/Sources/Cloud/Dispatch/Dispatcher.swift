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
  private let workers: WorkerPool
  private let experiment: MatchingExperiment
  /// Since when there is somebody who could hear drivers.
  private let start: Date

  init(_ dependencies: any CloudDependencies, start: Date) {
    store = dependencies.database.store
    clock = dependencies.clock
    randomBytes = dependencies.randomBytes
    routeModel = dependencies.routeModel
    flags = DispatchFlags(dependencies)
    workers = dependencies.workers
    experiment = MatchingExperiment(dependencies)
    self.start = start
  }

  /// Does what is to be done now.
  ///
  /// - Returns: Whether something will have to be done as time passes.
  @discardableResult
  public func round() async throws -> Bool {
    let board = try await onWorker { () throws -> Board? in
      guard try store.hasDispatch() else { return nil }
      try store.endOverdue(since: start) { clock.now.inWholeMilliseconds }
      return try makeBoard()
    }
    guard let board else { return false }
    for match in try await matches(board) {
      guard
        let approach = try? await routeModel.route(from: match.location, to: match.ride.route[0])
      else { continue }
      let id = Identifier<RideOffer>(randomBytes.makeIdentifier())
      try await onWorker {
        try store.offer(id, match.ride, to: match.driver, approach, by: board.matching) {
          clock.now
        }
      }
    }
    return true
  }

  /// Makes rounds as long as a ride is under way, and waits without a timer while there is none.
  ///
  /// The first round in which a window can be measured records it.
  ///
  /// - Parameter report: Takes why a round has failed; the next one comes nevertheless.
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
    for await _ in wakes {
      while await makeRound(&recorded, report) {
        guard (try? await clock.sleep(for: DispatchRules.round)) != nil else { return }
      }
    }
  }

  /// - Parameter recorded: The last window that was looked at.
  private func makeRound(
    _ recorded: inout MatchingWindow?, _ report: (String) -> Void
  ) async -> Bool {
    do {
      let isUnderway = try await round()
      let last = experiment.lastWindow
      if recorded != last {
        try await onWorker { try experiment.record(through: last) }
        recorded = last
      }
      return isUnderway
    } catch let error as StoreError {
      report(error.reason)
    } catch {
      report("\(error)")
    }
    return true
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

  /// The rides and drivers of a round.
  private struct Board: Sendable {
    var now: Date
    var rides: [RideRecord]
    var drivers: [DriverRecord]
    /// Who cannot be offered each ride.
    var excluded: [Set<Identifier<RiderProfile>>]
    /// `nil` where no flag chooses it.
    var matching: DispatchMatching?
  }

  private struct Match: Sendable {
    let ride: RideRecord
    let driver: Identifier<RiderProfile>
    let location: Location
  }

  private func makeBoard() throws -> Board? {
    let now = clock.now.inWholeMilliseconds
    let matching = try flags.matching(at: now)
    let drivers = try store.freeDrivers(reportedAfter: now - DispatchRules.freshness)
    let waiting = try store.waitingRides().filter { ride in
      guard let driven = ride.driven, matching != .batched || Self.isCollected(driven, at: now)
      else { return false }
      return drivers.contains { Self.canReach(ride, driven, $0, at: now) }
    }
    return Board(
      now: now, rides: waiting, drivers: drivers,
      excluded: try waiting.map { try store.excludedDrivers(of: $0) }, matching: matching)
  }

  /// Whether the two seconds in which a ride was requested are over.
  private static func isCollected(_ driven: DrivenRecord, at now: Date) -> Bool {
    func batch(_ time: Date) -> Double {
      (time.timeIntervalSince1970 / DispatchRules.batch).rounded(.down)
    }
    return batch(driven.searchedAt) < batch(now)
  }

  private static func canReach(
    _ ride: RideRecord, _ driven: DrivenRecord, _ driver: DriverRecord, at now: Date
  ) -> Bool {
    guard let shift = driver.shift, driver.car.option == ride.request.option else { return false }
    let radius = DispatchRules.radius(after: now.timeIntervalSince(driven.searchedAt))
    return shift.location.distance(to: ride.route[0]) <= radius
  }

  /// Returns which driver each ride is offered to; a ride without a way to it waits.
  private func matches(_ board: Board) async throws -> [Match] {
    var times: [[Double?]] = []
    for (ride, excluded) in zip(board.rides, board.excluded) {
      times.append(try await self.times(to: ride, board, excluded: excluded))
    }
    let waited = board.rides.map { board.now.timeIntervalSince($0.driven?.searchedAt ?? board.now) }
    let assigned = (board.matching ?? .nearest).assign(times, waited: waited)
    return zip(board.rides, assigned).compactMap { ride, index in
      guard let index, let shift = board.drivers[index].shift else { return nil }
      return Match(ride: ride, driver: board.drivers[index].rider, location: shift.location)
    }
  }

  /// Returns the time of each driver to a ride's pick-up; only the nearest ones are asked about.
  private func times(
    to ride: RideRecord, _ board: Board, excluded: Set<Identifier<RiderProfile>>
  ) async throws -> [Double?] {
    guard let driven = ride.driven else { return board.drivers.map { _ in nil } }
    let pickup = ride.route[0]
    let near = board.drivers.enumerated().compactMap { index, driver -> (Int, Location, Double)? in
      guard let shift = driver.shift, !excluded.contains(driver.rider),
        Self.canReach(ride, driven, driver, at: board.now)
      else { return nil }
      return (index, shift.location, shift.location.distance(to: pickup))
    }.sorted { ($0.2, $0.0) < ($1.2, $1.0) }.prefix(DispatchRules.mostCompared)
    var times = [Double?](repeating: nil, count: board.drivers.count)
    // Where nobody knows a way, the ride waits for the next round.
    guard !near.isEmpty,
      let durations = try? await routeModel.durations(from: near.map(\.1), to: pickup)
    else { return times }
    for ((index, _, _), duration) in zip(near, durations) { times[index] = duration }
    return times
  }
}
