import Basics
import Cloud
import CloudRoutes
import CloudStore
import Console
import Core
import Terminal

/// The context of a command: options, console and databases.
struct CommandContext: ConsoleContext {
  let dependency: AppDependency
  let console: CommandConsole

  /// Finds the database that a command line names; no folder is made for a path that may be mistyped.
  func database(_ values: ParsedValues) throws(Problem) -> DatabaseAddress {
    let database = try DatabaseAddress(
      option: values[DatabaseOption.database], environment: dependency.environment)
    if database.isChosen, let folder = database.file.map(Files.folder(of:)), !Files.exists(folder) {
      throw FileError(
        .missing, path: folder, reason: "the folder of the database does not exist",
        remedy: "Make it, or correct the path."
      ).problem
    }
    return database
  }

  /// Returns the cloud on the database that a command line names.
  func cloud(_ values: ParsedValues) throws -> CloudContainer { cloud(on: try database(values)) }

  /// Returns the cloud on a database, for a command that needs one connection; the initial flags count
  /// as long as none were published.
  func cloud(on database: DatabaseAddress, initialFlags: FlagFile? = nil) -> CloudContainer {
    CloudContainer(
      dependencies: ServedCloud(
        dependency: dependency, database: database.open(connections: 1), workerCount: 1,
        initialFlags: initialFlags))
  }

  /// Names the file of flags; later errors are written to the log.
  func flagFile(_ path: String?, mustExist: Bool = false) -> FlagFile? {
    path.map { path in
      FlagFile(
        path: path, reserved: ServedCloud.reservedFlags, mustExist: mustExist
      ) { [dependency] error in
        dependency.logError("flags", cause: "\(error)")
      }
    }
  }
}

/// The cloud's dependencies in a server.
struct ServedCloud: CloudDependencies {
  /// The flags of the programs that have no effect on a served cloud: it plans the routes itself and
  /// is reached over HTTP.
  static let reservedFlags: Set<String> = ["cloud-transport", "route-model"]

  let dependency: AppDependency
  let database: CloudDatabase
  let workers: WorkerPool
  let flags: FlagFile?
  let initialFlags: FlagFile?
  let routeModel: any RouteModel
  let driversNeedApproval: Bool
  let evaluationToken: Secret?
  var clock: any WallClock { dependency.wallClock }
  var randomBytes: any RandomBytes { dependency.randomBytes }
  var passwordHashing: PasswordHashingCost { dependency.passwordHashing }
  var reservedFlags: Set<String> { Self.reservedFlags }
  var reportAuditFailure: @Sendable (String) -> Void {
    { [dependency] in dependency.logError("audit", cause: $0) }
  }

  /// - Parameter workerCount: How many requests are worked on at once.
  init(
    dependency: AppDependency, database: CloudDatabase, workerCount: Int, flags: FlagFile? = nil,
    initialFlags: FlagFile? = nil, routeModel: any RouteModel = BuiltInRouteModel(),
    driversNeedApproval: Bool = false
  ) {
    self.driversNeedApproval = driversNeedApproval
    (self.dependency, self.database, self.routeModel) = (dependency, database, routeModel)
    (self.flags, self.initialFlags) = (flags, initialFlags)
    workers = WorkerPool(count: workerCount, waiting: 1000)
    evaluationToken = dependency.environment.secret(ServeOptions.evaluationTokenVariable)
  }
}
