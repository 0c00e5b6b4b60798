import Core
import FeatureFlags
import FoundationEssentials

/// Records the exposure to the transport with the first request.
struct ExposureTransport: CloudTransport {
  let transport: any CloudTransport
  let flagScope: FlagScope

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    cloudTransportMaker.recordUse(in: flagScope)
    return try await transport.send(request, receive: receive)
  }
}

/// Records conversions when the cloud has confirmed them; the features that ask for it do not know.
struct ConversionObserver: CloudObserver {
  let flagScope: FlagScope

  func received(_ response: any Sendable, of endpoint: any EndpointDeclaration) {
    if let conversion = endpoint.conversion { flagScope.recordConversion(conversion.rawValue) }
    guard endpoint.method == .get else { return }
    if let ride = response as? Ride { return recordCompletion(of: ride) }
    // A ride whose end was not seen is the newest of a later history, which each search for a
    // destination reads; it counts at the time of its request.
    guard let ride = (response as? RideList)?.rides.first else { return }
    recordCompletion(of: ride, at: ride.requestedAt)
  }

  func received(_ event: RiderEvent) {
    if case .ride(let live) = event, live.isOwn { recordCompletion(of: live.ride) }
  }

  /// Records a completed ride with its fare; the same ride counts once, however often it is seen.
  private func recordCompletion(of ride: Ride, at time: Date? = nil) {
    guard ride.state == .completed else { return }
    let name = Conversion.rideCompleted.rawValue
    flagScope.recordConversion(
      name, value: (ride.amountDue ?? ride.price).minorUnits, id: "\(name)-\(ride.id)",
      at: time.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) })
  }
}
