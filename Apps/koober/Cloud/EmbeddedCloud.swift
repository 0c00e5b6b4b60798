import Cloud
import Commands
import Core

/// The cloud in this process, and what it runs on.
struct EmbeddedCloud: CloudDependencies {
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let passwordHashing: PasswordHashingCost
  var routeModel: any RouteModel
  /// One run makes one request after the other.
  let workers = WorkerPool(count: 1, waiting: 16)
  let flags: FlagFile?
  /// Exposures to the flags that are built into the program count, too.
  let countsUnknownFlags = true

  init(
    folders: XDGDirectories, dependency: AppDependency,
    routeModel: any RouteModel = StreetGridRouteModel()
  ) {
    database = .sqlite(path: folders.cloud)
    clock = dependency.wallClock
    randomBytes = dependency.randomBytes
    passwordHashing = dependency.passwordHashing
    self.routeModel = routeModel
    // The levels of flags, which read the same file, report when it is invalid.
    flags = FlagFile(path: folders.cloudFlags, report: { _ in })
  }

  /// The same cloud with another route model.
  func planning(with routeModel: any RouteModel) -> EmbeddedCloud {
    var cloud = self
    cloud.routeModel = routeModel
    return cloud
  }
}
