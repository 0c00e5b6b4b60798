public import Basics
public import Core

/// Finds out where the rider is.
public protocol Locator: Sendable {
  func currentLocation() async throws(FileError) -> Location
}
