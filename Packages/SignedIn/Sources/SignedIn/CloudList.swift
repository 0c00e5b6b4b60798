import Core
import Observation

/// A list of the cloud that a screen loads, and renews while it is shown.
@MainActor @Observable final class CloudList<Element: Equatable & Sendable> {
  typealias Change = () async throws(CloudError) -> Void

  /// Whether the list is being loaded; a renewal is not shown.
  private(set) var isLoading = true
  /// The newest elements; `nil` before the first response.
  private(set) var known: [Element]?
  /// The error of the last request; `nil` without one.
  private(set) var failure: CloudError?
  private let request: () async throws(CloudError) -> [Element]
  init(_ request: @escaping () async throws(CloudError) -> [Element]) { self.request = request }
  var elements: [Element] { known ?? [] }

  /// Loads the elements, after a change of them in the cloud; also the retry after a failure.
  func load(after change: Change = { () throws(CloudError) in }) async {
    isLoading = true
    await refresh(after: change)
    isLoading = false
  }

  /// Renews the elements; after a failure the last known ones stay.
  func refresh(after change: Change = { () throws(CloudError) in }) async {
    do throws(CloudError) {
      try await change()
      let newest = try await request()
      // An unchanged value is not set, so that nothing is drawn again.
      if known != newest { known = newest }
      if failure != nil { failure = nil }
    } catch {
      failure = error
    }
  }
}
