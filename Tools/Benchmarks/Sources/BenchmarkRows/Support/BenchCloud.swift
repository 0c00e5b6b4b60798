import CloudStore
import Basics
import Cloud
@_spi(SessionIssuer) import Core
import CloudRoutes
import FoundationEssentials
import Synchronization

/// An embedded cloud with riders, on a clock that only requests move.
final class BenchCloud: Sendable {
  let client: CloudClient
  let importer: PlaceImporter
  let experiments: ExperimentReader
  let flags: FlagPublisher
  private let clock = StepClock()
  private let riders = Mutex<[UserSession]>([])
  private let rideCount = Atomic(0)

  /// Opens a cloud; in memory without a path.
  convenience init(path: String? = nil, workers: Int = 1, dispatch: RideDispatch = .simulated) {
    self.init(
      path.map { .sqlite(path: $0, connections: workers) } ?? .inMemory(), workers: workers,
      dispatch: dispatch)
  }

  init(_ database: CloudDatabase, workers: Int = 1, dispatch: RideDispatch = .simulated) {
    let container = CloudContainer(
      dependencies: BenchDependencies(
        database: database, clock: clock, workers: WorkerPool(count: workers, waiting: 16),
        dispatch: { dispatch }))
    client = CloudClient(transport: RouterTransport(router: container.makeRouter()))
    importer = container.makePlaceImporter()
    experiments = container.makeExperimentReader()
    flags = container.makeFlagPublisher()
  }

  /// Opens accounts until there are so many; their passwords cost as little as possible.
  func signUpRiders(upTo count: Int) async throws {
    for number in riders.withLock(\.count)..<count {
      let account = NewAccount(
        name: "Rider \(number)", nickname: "R", email: Self.email(of: number),
        mobileNumber: "0491570156", password: Self.password)
      let session = try await client.call(CloudAPI.signUp, body: account).session
      riders.withLock { $0.append(session) }
    }
  }

  /// Begins the shift of a rider: of the first twenty in the city, of the others all over the world.
  func startShift(_ number: Int) async throws {
    let car = DriverCar(plate: "B \(number)", model: "Mazda 2", option: .wallabee)
    let place =
      number < 20
      ? Location(nearestTo: -33.86 + 0.001 * Double(number), 151.21)
      : Location(nearestTo: Double(number * 7919 % 140) - 70, Double(number * 104_729 % 360) - 180)
    _ = try await client.call(CloudAPI.registerDriver, body: car, session: rider(number))
    _ = try await client.call(
      CloudAPI.startShift, body: DriverPosition(place), session: rider(number))
  }

  func signIn(_ rider: Int) async throws -> UserSession {
    let credentials = Credentials(email: Self.email(of: rider), password: Self.password)
    return try await client.call(CloudAPI.signIn, body: credentials).session
  }

  /// Records exposures to a variant of a flag, each of another rider, until there are so many.
  func exposeRiders(upTo count: Int, to variant: String, of flag: String) async throws {
    let now = Int64(clock.now.timeIntervalSince1970 * 1000)
    for start in stride(from: 0, to: count, by: ExperimentEventBatch.largestCount) {
      let events = (start..<min(start + ExperimentEventBatch.largestCount, count)).map { number in
        ExperimentEventRecord(
          id: "\(number)", subject: "rider-\(number)", milliseconds: now, kind: .exposure,
          flag: flag, variant: variant, origin: "cloud")
      }
      _ = try await client.call(
        CloudAPI.recordExperimentEvents, body: ExperimentEventBatch(events: events))
    }
  }

  private static let password = Secret("correct horse")

  static func email(of rider: Int) -> String { "rider\(rider)@example.org" }
  /// One of the riders who have signed up.
  func rider(_ number: Int) -> UserSession { riders.withLock { $0[number] } }

  /// Asks for a price and requests a ride for the next rider, when each rider's last one has ended.
  func requestRide() async throws {
    let number = rideCount.add(1, ordering: .relaxed).newValue
    let riderCount = riders.withLock(\.count)
    clock.advance(bySeconds: Self.longestRide / Double(riderCount))
    let session = try await liveSession(of: number % riderCount)
    _ = try await client.call(
      CloudAPI.requestRide, body: quotedTrip(session), session: session,
      idempotencyKey: "key-\(number)")
  }

  /// A trip through Sydney with a quote of now.
  func quotedTrip(_ session: UserSession) async throws -> RideRequest {
    let trip = Trip(pickup: .operaHouse, dropoff: .appleStore)
    let options = try await client.call(CloudAPI.rideOptions, parameters: trip, session: session)
    return RideRequest(
      pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore), option: .wallabee,
      quote: options.options.first?.quote.id)
  }

  /// Longer than the trip takes from the request to its end, in seconds.
  private static let longestRide = 3600.0

  func liveSession(of rider: Int) async throws -> UserSession {
    let session = self.rider(rider)
    guard session.remoteSession.expiresAt <= clock.now else { return session }
    let renewed = try await signIn(rider)
    riders.withLock { $0[rider] = renewed }
    return renewed
  }
}

extension Location {
  static let operaHouse = Location(nearestTo: -33.858667, 151.214028)
  static let appleStore = Location(nearestTo: -33.868781, 151.206645)
}

private struct BenchDependencies: CloudDependencies {
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes = SystemRandomBytes()
  let passwordHashing = PasswordHashingCost.cheapest
  let routeModel: any RouteModel = BuiltInRouteModel()
  let workers: WorkerPool
  let dispatch: (@Sendable () -> RideDispatch)?
  let countsUnknownFlags = true
}

/// A clock that stands still between two requests.
private final class StepClock: WallClock {
  private let time = Mutex(Date())

  var now: Date { time.withLock { $0 } }
  func advance(bySeconds seconds: Double) { time.withLock { $0 += seconds } }
  func sleep(for duration: Duration) async throws { advance(bySeconds: duration / .seconds(1)) }
}
