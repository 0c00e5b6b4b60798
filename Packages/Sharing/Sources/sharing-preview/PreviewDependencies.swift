import Core
import CoreTesting
import FeatureFlags
import Sharing

/// The dependencies of sharing, with a cloud in memory and the built-in flags.
struct PreviewDependencies: SharingDependencies {
  let session = UserSession.johnny
  let cloudClient = CloudClient(transport: PreviewCloud())
  let flagScope: FlagScope
  let services = SystemServices()

  init() throws { flagScope = try FlagSet.sharing.makeScope() }
}
