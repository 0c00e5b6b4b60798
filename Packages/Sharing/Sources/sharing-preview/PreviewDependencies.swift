import Core
import FeatureFlags
import Sharing

/// What sharing asks for, on a cloud that answers from memory; the built-in flags hold.
struct PreviewDependencies: SharingDependencies {
  let cloudClient = CloudClient(transport: PreviewCloud())
  let flagScope: FlagScope
  let services = SystemServices()

  init() throws {
    flagScope = try FlagSet.sharing.makeScope()
  }
}
