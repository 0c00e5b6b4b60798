public import Basics
public import Core

extension SignedInContainer {
  /// Returns where the rider is.
  @MainActor
  public func currentLocation() async throws(FileError) -> Location {
    try await makeGettingLocationViewModel().locate().get()
  }
}
