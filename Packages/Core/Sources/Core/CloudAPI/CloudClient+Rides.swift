extension CloudClient {
  /// The characters of a ride's whole identifier.
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
    do throws(CloudError) {
      return try await call(
        CloudAPI.ride, parameters: RideParameters(ride: name), session: session)
    } catch {
      let isShort = (1..<Self.identifierLength).contains(name.rawValue.count)
      guard case .refused(let detail) = error, detail.code == .notFound, isShort else {
        throw error
      }
      let rides = try await call(
        CloudAPI.rideHistory, parameters: PageRequest(limit: PageRequest.largestLimit),
        session: session
      ).rides.filter { $0.id.rawValue.hasPrefix(name.rawValue) }
      guard let ride = rides.first else { throw error }
      guard rides.count == 1 else {
        throw .refused(
          ErrorResponse(
            .notFound, message: "\(rides.count) of your rides begin with '\(name)'.",
            hint: "Type more of the one that you mean."
          ).error)
      }
      return ride
    }
  }
}
