import Auth
import Cloud
import Commands
import Composition
import Core
import FeatureFlags
import Terminal

/// The process scope: what lives as long as the program, and the way to the scopes below.
///
/// Nothing of the cloud is opened before something asks for it.
final class AppContainer: Sendable {
  let dependency: AppDependency
  let folders: Folders
  let cloudSelection: CloudSelection
  let options: GlobalOptions
  let terminal: any Terminal
  let services: SystemServices
  let flagLevels: FlagLevels
  let experimentEvents: ExperimentEvents
  /// The flags of this installation, for what is chosen before anybody is signed in.
  let flagScope: FlagScope
  let embeddedCloud: EmbeddedCloud
  let networkCloud: NetworkCloud?
  let mainViewModel = MainViewModel()
  private let core = Once<CoreContainer>()
  private let auth = Once<AuthContainer>()

  init(
    dependency: AppDependency, options: GlobalOptions, terminal: any Terminal
  ) throws(Problem) {
    self.dependency = dependency
    folders = try Folders(environment: dependency.environment)
    self.options = options
    self.terminal = terminal
    services = SystemServices(
      wallClock: dependency.wallClock, screenClock: dependency.screenClock,
      randomBytes: dependency.randomBytes)
    cloudSelection = try CloudSelection(
      options: options, environment: dependency.environment, folders: folders)
    flagLevels = try FlagLevels(
      options: options.flags, environment: dependency.environment, folders: folders,
      cloud: cloudSelection)
    experimentEvents = ExperimentEvents(
      path: folders.experimentEvents(for: cloudSelection.choice),
      ignoredOrigins: ["built-in", cloudSelection.origin], wallClock: dependency.wallClock,
      randomBytes: dependency.randomBytes)
    let installation = Installation(path: folders.installation, randomBytes: dependency.randomBytes)
    flagScope = experimentEvents.makeScope(flagLevels, subject: installation.identifier())
    embeddedCloud = EmbeddedCloud(folders: folders, dependency: dependency)
    networkCloud = NetworkCloud(cloudSelection, folders: folders, dependency: dependency)
  }

  // What a feature of `mono new feature` asks for first.
  var screenClock: any Clock<Duration> { services.screenClock }
  var lifetimeMonitor: LifetimeMonitor { services.lifetimeMonitor }

  /// The way to the cloud before a rider is known.
  var coreContainer: CoreContainer { core(makeCoreContainer) }

  /// Who is signed in.
  var authContainer: AuthContainer { auth(makeAuthContainer) }
}
