public import Core

extension SignedInContainer {
  /// Returns where the rider is.
  @MainActor
  public func currentLocation() async throws(FileFailure) -> Location {
    try await makeGettingLocationViewModel().locate().get()
  }
}
