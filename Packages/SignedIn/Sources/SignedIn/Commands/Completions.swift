import Core
public import Terminal

extension Completion {
  /// Offers the rider's latest rides to a shell.
  ///
  /// - Parameter scope: Opens the scope of the rider; `nil` when no rider is signed in. A shell that
  ///   completes must not be disturbed, so a failure offers nothing.
  public static func rides(
    _ scope: @escaping @Sendable () async -> SignedInContainer?
  ) -> Completion {
    .dynamic { _ in
      guard let rides = try? await scope()?.makeRideRemoteAPI().rideHistory(limit: 20) else {
        return []
      }
      return rides.map { ride in
        CompletionCandidate(
          ride.id.rawValue,
          "\(Formatters.time(ride.requestedAt)), to \(ride.dropoff), \(ride.state.name)")
      }
    }
  }

  /// Offers the names of places to a shell.
  ///
  /// - Parameter places: Opens the places; `nil` when they cannot be opened. A shell that completes
  ///   must not be disturbed, so a failure offers nothing.
  public static func places(_ places: @escaping @Sendable () async -> Places?) -> Completion {
    .dynamic { request in
      guard !request.prefix.isEmpty,
        let found = try? await places()?.search(for: request.prefix, near: nil, limit: 20)
      else { return [] }
      return found.map { CompletionCandidate($0.name, $0.location.description) }
    }
  }
}
