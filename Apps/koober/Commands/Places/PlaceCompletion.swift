import Core
import SignedIn
import Terminal

/// Offers the names of places to a shell.
struct PlaceCompletion {
  let dependency: AppDependency

  var completion: Completion {
    .dynamic { [dependency] request in
      guard !request.prefix.isEmpty else { return [] }
      return await Self.candidates(for: request.prefix, dependency: dependency)
    }
  }

  /// A shell that completes must not be disturbed, so a failure offers nothing.
  @MainActor
  private static func candidates(
    for prefix: String, dependency: AppDependency
  ) async -> [CompletionCandidate] {
    let terminal = dependency.makeTerminal(.never)
    guard
      let container = try? AppContainer(
        dependency: dependency, options: GlobalOptions(), terminal: terminal),
      let places = try? await SignedInContainer.findPlaces(
        matching: prefix, near: nil, limit: 20,
        dependencies: RiderContainer(parent: container, session: nil))
    else { return [] }
    return places.map { CompletionCandidate($0.name, $0.location.description) }
  }
}
