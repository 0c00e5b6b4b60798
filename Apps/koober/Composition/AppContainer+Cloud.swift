import Cloud
import Core

/// What the embedded cloud asks for.
struct EmbeddedCloud: CloudDependencies {
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let passwordHashing: PasswordHashing
  let routeModel: any RouteModel = StreetGridRouteModel()
  /// One run makes one request after the other.
  let workers = Workers(count: 1, waiting: 16)

  init(folders: Folders, dependency: AppDependency) {
    database = .sqlite(path: folders.cloud)
    clock = dependency.wallClock
    randomBytes = dependency.randomBytes
    passwordHashing = dependency.passwordHashing
  }
}
