import Auth
import Cloud
import Console
import Core
import FeatureFlags
import SignedIn
import Terminal

/// The process scope: the objects that live as long as the program, and the child scopes.
///
/// The cloud is opened when it is first used.
final class AppContainer: Sendable {
  let dependency: AppDependency
  let terminal: any Terminal
  let services: SystemServices
  let experimentEvents: ExperimentEvents
  /// The flags of this installation, for what is chosen before a rider is signed in.
  let flagScope: FlagScope
  let userSessionDataStore: any UserSessionDataStore
  let embeddedCloud: EmbeddedCloud
  let networkCloud: NetworkCloud?
  let mainViewModel = MainViewModel()
  let sessionEndings = SessionEndings()
  private let configuration: AppConfiguration
  private let core = Once<CoreContainer>()
  private let auth = Once<AuthContainer>()

  /// Opens the scope; nothing is read or written yet.
  init(dependency: AppDependency, configuration: AppConfiguration, terminal: any Terminal) {
    (self.dependency, self.configuration, self.terminal) = (dependency, configuration, terminal)
    services = SystemServices(
      wallClock: dependency.wallClock, screenClock: dependency.screenClock,
      randomBytes: dependency.randomBytes)
    let selection = configuration.cloudSelection
    let folders = configuration.folders
    experimentEvents = ExperimentEvents(
      path: folders.experimentEvents(for: selection.choice),
      isEnabled: configuration.userSettings[.experiments].value == .on,
      ignoredOrigins: ["build", "built-in", selection.origin], wallClock: dependency.wallClock,
      randomBytes: dependency.randomBytes)
    flagScope = experimentEvents.makeScope(
      configuration.flagLevels, subject: configuration.installation, on: terminal.capabilities)
    userSessionDataStore = ChosenUserSessionDataStore(
      flagScope: flagScope, path: folders.userSession(of: selection.choice),
      hasSessionBus: dependency.environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false)
    embeddedCloud = EmbeddedCloud(
      folders: folders, osrm: selection.osrm.value, dependency: dependency)
    networkCloud = NetworkCloud(selection, folders: folders, dependency: dependency)
  }

  var options: GlobalOptions { configuration.options }
  var folders: XDGDirectories { configuration.folders }
  var cloudSelection: CloudSelection { configuration.cloudSelection }
  var flagLevels: FlagLevels { configuration.flagLevels }
  /// The parts of the configuration that are ignored because they cannot be used.
  var configurationProblems: [Problem] { configuration.problems }
  var userSettings: UserSettings { configuration.userSettings }
  /// Identifies this installation to flags; `nil` when it cannot be kept.
  var installation: String? { configuration.installation }

  /// The way to the cloud before a rider is known.
  var coreContainer: CoreContainer { core(makeCoreContainer) }

  /// The container of sessions.
  var authContainer: AuthContainer { auth(makeAuthContainer) }
}

extension AppContainer {
  /// Begins a scope in which flags choose for a subject: a rider, or this installation.
  func makeFlagScope(subject: String?) -> FlagScope {
    experimentEvents.makeScope(flagLevels, subject: subject, on: terminal.capabilities)
  }

  /// Returns the places as the flags of this installation rank them.
  func makePlaces() -> Places { makePlaces(from: cloudClient, rankedBy: flagScope) }

  /// Returns the places as the flags of a scope rank them.
  func makePlaces(from cloudClient: CloudClient, rankedBy flagScope: FlagScope) -> Places {
    Places(
      remoteAPI: CloudPlaceRemoteAPI(client: cloudClient, flagScope: flagScope),
      locationFile: folders.riderLocation, savedPlacesFile: folders.savedPlaces)
  }

  /// Reads the files of flags again when they have changed.
  func refreshFlags() {
    for problem in flagLevels.refresh() { report(problem) }
  }

  /// Reports an error that does not end the program.
  func report(_ problem: Problem) {
    guard !options.isQuiet, options.output == .text else { return }
    // A closed standard error is ignored; the program continues.
    try? terminal.writeErrorLine("\("koober:", .warning) \(problem.message) \(problem.hint)")
  }
}

extension AppContainer: CoreDependencies {
  var cloudTransport: any CloudTransport {
    SessionEndTransport(transport: makeCloudTransport(in: flagScope), ownEndings: sessionEndings)
  }

  var cloudObserver: (any CloudObserver)? { ConversionObserver(flagScope: flagScope) }

  func makeCoreContainer() -> CoreContainer { CoreContainer(dependencies: self) }

  /// Returns the way to the cloud that the flags of a scope choose.
  func makeCloudTransport(in flagScope: FlagScope) -> any CloudTransport {
    let access = CloudAccess(cloud: embeddedCloud, networkCloud: networkCloud, flagScope: flagScope)
    var transport = cloudTransportMaker.makeUnused(in: flagScope)(access)
    if let timeout = options.timeout {
      transport = TimeLimitedTransport(
        transport: transport, limit: timeout, clock: services.screenClock)
    }
    if options.isVerbose {
      transport = LoggingTransport(transport: transport, terminal: terminal)
    }
    return ExposureTransport(transport: transport, flagScope: flagScope)
  }
}
