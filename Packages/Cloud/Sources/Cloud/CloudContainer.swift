import CloudStore
import Core
public import FoundationEssentials

/// The cloud's long-lived objects, for one process.
public struct CloudContainer: Sendable {
  private let dependencies: any CloudDependencies

  /// Creates the objects; nothing is opened before the first request that needs it.
  public init(dependencies: any CloudDependencies) { self.dependencies = dependencies }

  /// Returns what answers requests.
  public func makeRouter() -> CloudRouter {
    let services = CloudServices(dependencies)
    let store = dependencies.database.store
    return CloudRouter(
      table: RouteTable(services),
      fastPath: store.nonBlocking.map { RouteTable(fastPath: services.on($0)) },
      concurrentBatches: store.concurrentBatches, workers: dependencies.workers)
  }

  /// Returns what offers rides to drivers, who could be heard since a time; since now without it.
  public func makeDispatcher(hearingSince start: Date? = nil) -> Dispatcher {
    Dispatcher(dependencies, start: start ?? dependencies.clock.now)
  }

  /// Returns what reads the events of experiments.
  public func makeExperimentReader() -> ExperimentReader { ExperimentReader(dependencies) }

  /// Returns what starts and stops experiments.
  public func makeExperimentControl() -> ExperimentControl {
    ExperimentControl(dependencies: dependencies)
  }

  /// Returns what makes and revokes administrators' tokens.
  public func makeAdminTokenKeeper() -> AdminTokens { AdminTokens(dependencies: dependencies) }

  /// Returns what approves and suspends drivers.
  public func makeDriverAdministration() -> DriverAdministration {
    DriverAdministration(dependencies: dependencies)
  }

  /// Returns what makes the codes for forgotten passwords.
  public func makePasswordResets() -> PasswordResets { PasswordResets(dependencies: dependencies) }

  /// Returns the log of sign-ins and administrators' acts.
  public func makeAuditLog() -> AuditLog { AuditLog(dependencies) }

  /// Returns what publishes the definitions of flags.
  public func makeFlagPublisher() -> FlagPublisher { FlagPublisher(dependencies: dependencies) }

  /// Returns what brings the database to the newest version.
  public func makeMigrator() -> Migrator { Migrator(dependencies: dependencies) }

  /// Returns what backs up and checks the database.
  public func makeDatabaseMaintenance() -> DatabaseMaintenance {
    DatabaseMaintenance(dependencies: dependencies)
  }

  /// Returns what reads files of places into the cloud.
  public func makePlaceImporter() -> PlaceImporter { PlaceImporter(dependencies: dependencies) }
}
