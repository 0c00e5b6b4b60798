import CloudStore
import Core

/// One service per topic of the contract.
struct CloudServices: Sendable {
  private(set) var accounts: AccountService
  let accountExports: AccountExportService
  private(set) var places: PlaceService
  private(set) var rides: RideService
  let map: MapService
  let friends: FriendService
  let posts: PostService
  let live: LiveService
  let drivers: DriverService
  let experimentEvents: ExperimentEventService
  let experimentReports: ExperimentReporter
  let flags: FlagService
  let administrators: AdminTokenAuthenticator
  let evaluationToken: Secret?

  init(_ dependencies: any CloudDependencies) {
    let store = dependencies.database.store
    let clock = dependencies.clock
    let randomBytes = dependencies.randomBytes
    let audit = AuditLog(dependencies)
    accounts = AccountService(
      store: store, clock: clock, randomBytes: randomBytes,
      hasher: PasswordHasher(cost: dependencies.passwordHashing), audit: audit)
    places = PlaceService(store: store)
    map = MapService(dependencies)
    rides = RideService(dependencies, map: map)
    friends = FriendService(store: store, clock: clock)
    posts = PostService(store: store, clock: clock, randomBytes: randomBytes)
    live = LiveService(store: store, accounts: accounts, clock: clock, randomBytes: randomBytes)
    drivers = DriverService(
      store: store, clock: clock, needsApproval: dependencies.driversNeedApproval, map: map)
    accountExports = AccountExportService(
      store: store, posts: posts, drivers: drivers, clock: clock, audit: audit)
    let source = dependencies.makeFlagSource()
    experimentEvents = ExperimentEventService(
      store: store, clock: clock, flags: source,
      countsUnknownFlags: dependencies.countsUnknownFlags)
    experimentReports = ExperimentReporter(store: store)
    flags = FlagService(source: source, reserved: dependencies.reservedFlags, audit: audit)
    administrators = AdminTokenAuthenticator(store: store, clock: clock)
    evaluationToken = dependencies.evaluationToken
  }

  /// Returns the services with another store for the requests that come most often.
  func on(_ store: SQLStore) -> CloudServices {
    var services = self
    services.accounts.store = store
    services.places.store = store
    services.rides.store = store
    return services
  }
}
