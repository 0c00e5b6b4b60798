import Commands
import Core
import CoreTesting
import FeatureFlags

@testable import Sharing

/// The dependencies of sharing on a cloud of the test's own.
struct TestDependencies: SharingDependencies {
  var session = UserSession.johnny
  let cloudClient: CloudClient
  let flagScope: FlagScope
  let services: SystemServices
}

/// What the commands of sharing work with.
struct TestContext: SharingContext {
  let console: CommandConsole
  let container: SharingContainer

  func sharingContainer() -> SharingContainer { container }
}
