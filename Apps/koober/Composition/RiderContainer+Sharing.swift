import Composition
import Core
import FeatureFlags
import Sharing
import Terminal

extension RiderContainer: SharingDependencies {
  /// Opens the sharing scope of a session.
  func makeSharingContainer(session: UserSession) -> SharingContainer {
    SharingContainer(dependencies: self, session: session)
  }
}

extension CommandContext: SharingContext {
  func sharingContainer() async throws -> SharingContainer { try await signedInScope().sharing }
}

extension Feature {
  /// Friends, posts and the inbox.
  static let sharing = Feature(
    commands: { _ in [.friends, .share, .inbox] }, links: LinkDeclaration.sharing(),
    flags: .sharing)
}
