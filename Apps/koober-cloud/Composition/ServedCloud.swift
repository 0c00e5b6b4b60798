import Cloud
import Core

/// What the cloud asks for, in a server.
struct ServedCloud: CloudDependencies {
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let passwordHashing: PasswordHashing
  let routeModel: any RouteModel = StreetGridRouteModel()
  let workers: Workers
  let flags: FlagFile?

  /// - Parameter workerCount: How many requests are worked on at once.
  init(
    dependency: AppDependency, database: CloudDatabase, workerCount: Int, flags: FlagFile? = nil
  ) {
    self.flags = flags
    self.database = database
    clock = dependency.wallClock
    randomBytes = dependency.randomBytes
    passwordHashing = dependency.passwordHashing
    workers = Workers(count: workerCount, waiting: 1000)
  }
}
