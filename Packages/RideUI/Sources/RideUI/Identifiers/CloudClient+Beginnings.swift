public import Core

extension CloudClient {
  /// The characters of a whole identifier.
  private static let identifierLength = 32
  private static var longestPage: PageRequest { PageRequest(limit: PageRequest.largestLimit) }

  /// Returns one of the rider's rides.
  ///
  /// - Parameters:
  ///   - name: The ride's identifier or its beginning, where only one of the rider's latest
  ///     `PageRequest.largestLimit` rides begins so; without it, the current ride.
  ///   - session: The rider's session.
  public func ride(
    named name: Identifier<Ride>?, session: UserSession
  ) async throws(CloudError) -> Ride {
    guard let name else { return try await call(CloudAPI.currentRide, session: session) }
    do throws(CloudError) {
      return try await call(CloudAPI.ride, parameters: RideReading(ride: name), session: session)
    } catch {
      guard Self.mayBeBeginning(name, error) else { throw error }
      let rides = try await call(
        CloudAPI.rideHistory, parameters: Self.longestPage, session: session
      ).rides
      guard let ride = try rides.only(beginningWith: name.rawValue, \.id, of: "of your rides")
      else { throw error }
      return ride
    }
  }

  /// Returns a post of the rider, or one that was shared with the rider.
  ///
  /// - Parameters:
  ///   - name: The post's identifier or its beginning, where only one of the latest
  ///     `PageRequest.largestLimit` posts in the inbox begins so.
  ///   - session: The rider's session.
  public func post(
    named name: Identifier<Post>, session: UserSession
  ) async throws(CloudError) -> Post {
    do throws(CloudError) {
      return try await call(CloudAPI.post, parameters: PostParameters(post: name), session: session)
    } catch {
      guard Self.mayBeBeginning(name, error) else { throw error }
      let items = try await call(
        CloudAPI.inbox, parameters: Self.longestPage, session: session
      ).items
      guard let item = try items.only(beginningWith: name.rawValue, \.id, of: "posts")
      else { throw error }
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
}
