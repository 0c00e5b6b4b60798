import FeatureFlags

/// The scope of one stretch without a rider: what flags choose for the installation, fixed as long
/// as it lives.
struct SignedOutContainer: Sendable {
  let parent: AppContainer
  let flagScope: FlagScope

  /// Opens the scope; nothing is read yet.
  init(parent: AppContainer) {
    self.parent = parent
    flagScope = parent.makeFlagScope(subject: parent.installation)
  }
}

extension AppContainer {
  /// Opens the scope of a signed-out stretch, with the flags as the files say now.
  func openSignedOutScope() -> SignedOutContainer {
    refreshFlags()
    return SignedOutContainer(parent: self)
  }
}
