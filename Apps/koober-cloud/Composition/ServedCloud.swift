import Cloud
import CloudServer
import Core

/// The cloud's dependencies in a server.
struct ServedCloud: CloudDependencies {
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let passwordHashing: PasswordHashingCost
  let routeModel: any RouteModel
  /// The flags of the programs that have no effect on a served cloud: it plans the routes itself and
  /// is reached over HTTP.
  static let reservedFlags: Set<String> = ["cloud-transport", "route-model"]
  let workers: WorkerPool
  let flags: FlagFile?
  let initialFlags: FlagFile?
  var reservedFlags: Set<String> { Self.reservedFlags }
  let evaluationToken: Secret?
  let reportAuditFailure: @Sendable (String) -> Void

  /// - Parameter workerCount: How many requests are worked on at once.
  init(
    dependency: AppDependency, database: CloudDatabase, workerCount: Int, flags: FlagFile? = nil,
    initialFlags: FlagFile? = nil, routeModel: any RouteModel = BuiltInRouteModel()
  ) {
    self.routeModel = routeModel
    self.flags = flags
    self.initialFlags = initialFlags
    reportAuditFailure = { reason in
      var entry = ServerLogEntry(time: dependency.wallClock.now, level: .error, message: "audit")
      entry.cause = reason
      dependency.log.write(entry)
    }
    evaluationToken = dependency.environment.secret(ServeOptions.evaluationTokenVariable)
    self.database = database
    clock = dependency.wallClock
    randomBytes = dependency.randomBytes
    passwordHashing = dependency.passwordHashing
    workers = WorkerPool(count: workerCount, waiting: 1000)
  }
}
