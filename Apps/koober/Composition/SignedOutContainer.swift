import Core
import FeatureFlags
import Terminal

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
  /// How long a new installation waits for the flags of a cloud on the network.
  private static let flagsTimeout = Duration.seconds(1)

  /// Gets the flags of a cloud on the network before the first scope that they decide in; without an
  /// answer the built-in ones hold.
  func prepareFlags() async {
    guard let networkCloud else { return }
    let cachedFlags = networkCloud.transport.cachedFlags
    guard await cachedFlags.isEmpty else { return }
    await cachedFlags.refresh(
      through: TimeLimitedTransport(
        transport: networkCloud.singleAttemptTransport, limit: Self.flagsTimeout,
        clock: services.screenClock))
    guard options.isVerbose else { return }
    let isEmpty = await cachedFlags.isEmpty
    let line: Styled =
      isEmpty
      ? "the cloud's flags did not come; the built-in ones hold"
      : "the cloud's flags are here"
    // A closed standard error is ignored; the program continues.
    try? terminal.writeErrorLine(line.styled(.muted))
  }

  /// Opens the scope of a signed-out stretch, with the flags as the files say now.
  func openSignedOutScope() -> SignedOutContainer {
    refreshFlags()
    return SignedOutContainer(parent: self)
  }
}
