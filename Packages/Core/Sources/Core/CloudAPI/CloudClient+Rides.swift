extension CloudClient {
  /// The characters of a whole identifier.
  private static let identifierLength = 32
  private static var longestPage: PageRequest { PageRequest(limit: PageRequest.largestLimit) }

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
    do throws(CloudError) {
      return try await call(CloudAPI.ride, parameters: RideParameters(ride: name), session: session)
    } catch {
      guard Self.mayBeBeginning(name, error) else { throw error }
      let rides = try await call(
        CloudAPI.rideHistory, parameters: Self.longestPage, session: session
      ).rides
      return try Self.only(rides, \.id, name, of: "of your rides", otherwise: error)
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
    do throws(CloudError) {
      return try await call(CloudAPI.post, parameters: PostParameters(post: name), session: session)
    } catch {
      guard Self.mayBeBeginning(name, error) else { throw error }
      let items = try await call(
        CloudAPI.inbox, parameters: Self.longestPage, session: session
      ).items
      let item = try Self.only(items, \.id, name, of: "posts", otherwise: error)
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

  /// The only entry whose identifier begins with a name.
  ///
  /// - Throws: `error` when there is none, another error when there are several.
  private static func only<Entry, Entity>(
    _ entries: [Entry], _ id: KeyPath<Entry, Identifier<Entity>>, _ name: Identifier<Entity>,
    of kind: String, otherwise error: CloudError
  ) throws(CloudError) -> Entry {
    let found = entries.filter { $0[keyPath: id].rawValue.hasPrefix(name.rawValue) }
    guard let first = found.first else { throw error }
    guard found.count > 1 else { return first }
    throw .refused(
      ErrorResponse(
        .notFound, message: "\(found.count) \(kind) begin with '\(name)'.",
        hint: "Type more of the one that you mean."
      ).error)
  }
}
