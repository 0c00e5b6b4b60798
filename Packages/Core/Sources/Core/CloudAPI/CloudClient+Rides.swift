extension CloudClient {
  /// The characters of a whole identifier.
  private static let identifierLength = 32

  /// Returns one of the rider's rides.
  ///
  /// - Parameters:
  ///   - name: The ride's identifier or its beginning, where only one of the rider's latest
  ///     ``PageRequest/largestLimit`` rides begins so; without it, the current ride.
  ///   - session: The rider's session.
  public func ride(
    named name: Identifier<Ride>?, session: UserSession
  ) async throws(CloudError) -> Ride {
    guard let name else { return try await call(CloudAPI.currentRide, session: session) }
    let limit = PageRequest(limit: PageRequest.largestLimit)
    do throws(CloudError) {
      return try await call(CloudAPI.ride, parameters: RideParameters(ride: name), session: session)
    } catch {
      guard Self.mayBeBeginning(name, error) else { throw error }
      let rides = try await call(CloudAPI.rideHistory, parameters: limit, session: session).rides
        .filter { $0.id.rawValue.hasPrefix(name.rawValue) }
      guard rides.count < 2 else { throw Self.ambiguous(name, "\(rides.count) of your rides") }
      guard let ride = rides.first else { throw error }
      return ride
    }
  }

  /// Returns a post of the rider, or one that was shared with the rider.
  ///
  /// - Parameters:
  ///   - name: The post's identifier or its beginning, where only one of the latest
  ///     ``PageRequest/largestLimit`` posts in the inbox begins so.
  ///   - session: The rider's session.
  public func post(
    named name: Identifier<Post>, session: UserSession
  ) async throws(CloudError) -> Post {
    let limit = PageRequest(limit: PageRequest.largestLimit)
    do throws(CloudError) {
      return try await call(CloudAPI.post, parameters: PostParameters(post: name), session: session)
    } catch {
      guard Self.mayBeBeginning(name, error) else { throw error }
      let items = try await call(CloudAPI.inbox, parameters: limit, session: session).items
        .filter { $0.id.rawValue.hasPrefix(name.rawValue) }
      guard items.count < 2 else { throw Self.ambiguous(name, "\(items.count) posts") }
      guard let item = items.first else { throw error }
      return try await call(
        CloudAPI.post, parameters: PostParameters(post: item.id), session: session)
    }
  }

  /// Whether a name that the cloud does not know may be the beginning of one.
  private static func mayBeBeginning<Entity>(
    _ name: Identifier<Entity>, _ error: CloudError
  ) -> Bool {
    guard case .refused(let detail) = error, detail.code == .notFound else { return false }
    return (1..<identifierLength).contains(name.rawValue.count)
  }

  private static func ambiguous<Entity>(_ name: Identifier<Entity>, _ found: String) -> CloudError {
    .refused(
      ErrorResponse(
        .notFound, message: "\(found) begin with '\(name)'.",
        hint: "Type more of the one that you mean."
      ).error)
  }
}
