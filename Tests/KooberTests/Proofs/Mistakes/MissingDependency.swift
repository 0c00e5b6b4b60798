import Core
import FeatureFlags
import Sharing

/// Another app that opens the sharing scope.
struct KioskDependencies: SharingDependencies {
  let session: UserSession
  let cloudClient: CloudClient
  let services: SystemServices
  #if !MISTAKE
    let flagScope: FlagScope
  #endif
}
