import Core
import Observation

/// Asks where the rider is, as often as needed.
@MainActor
@Observable
final class GettingLocationViewModel {
  enum Phase: Equatable {
    case locating
    /// The rider is told why and may try again.
    case failed(FileFailure)
    case located(Location)
  }

  private(set) var phase = Phase.locating

  private let locator: any Locator

  init(locator: any Locator) {
    self.locator = locator
  }

  /// Asks for the location; also the retry after a failure.
  @discardableResult
  func locate() async -> Result<Location, FileFailure> {
    phase = .locating
    do throws(FileFailure) {
      let location = try await locator.currentLocation()
      phase = .located(location)
      return .success(location)
    } catch {
      phase = .failed(error)
      return .failure(error)
    }
  }
}
