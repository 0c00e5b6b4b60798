import Auth
import Cloud
import Composition
import Core
import Terminal

/// The process scope: what lives as long as the program, and the way to the scopes below.
///
/// Nothing is opened before something asks for it.
final class AppContainer: Sendable {
  let folders: Folders
  let options: GlobalOptions
  let terminal: any Terminal
  let wallClock: any WallClock
  let randomBytes: any RandomBytes
  let lifetimeMonitor = LifetimeMonitor()
  let cloudContainer: CloudContainer
  let coreContainer: CoreContainer
  let authContainer: AuthContainer
  let mainViewModel: MainViewModel

  @MainActor
  init(
    dependency: AppDependency, options: GlobalOptions, terminal: any Terminal
  ) throws(Problem) {
    folders = try Folders(environment: dependency.environment)
    self.options = options
    self.terminal = terminal
    wallClock = dependency.wallClock
    randomBytes = dependency.randomBytes
    cloudContainer = CloudContainer(
      dependencies: EmbeddedCloud(folders: folders, dependency: dependency))
    coreContainer = CoreContainer(
      dependencies: TransportChoice(
        cloudContainer: cloudContainer, options: options, terminal: terminal))
    authContainer = AuthContainer(
      dependencies: SessionStorageChoice(
        folders: folders, cloudClient: coreContainer.cloudClient))
    mainViewModel = MainViewModel()
  }
}
