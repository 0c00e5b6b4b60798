import Basics
import Core
import FeatureFlags
import FoundationEssentials

/// Records the exposure to the transport with the first request, and conversions when the cloud has
/// confirmed them; the features that ask for it do not know.
struct ConversionTransport: CloudTransport {
  let transport: any CloudTransport
  let flagScope: FlagScope

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    cloudTransportMaker.recordUse(in: flagScope)
    if let receive {
      return try await transport.send(request) { event in
        // Most events are positions, which need not be read.
        if event.name == "ride", case .ride(let live)? = try? RiderEvent(event), live.isOwn {
          recordCompletion(of: live.ride)
        }
        receive(event)
      }
    }
    let response = try await transport.send(request)
    if (200..<300).contains(response.status) {
      let endpoint = CloudAPI.all.first {
        $0.method == request.method && $0.path.match(request.path) != nil
      }
      if let conversion = endpoint?.conversion { flagScope.recordConversion(conversion.rawValue) }
      if endpoint?.method == .get { recordCompletion(endpoint?.response, response) }
    }
    return response
  }

  /// Records a completed ride with its fare; the same ride counts once, however often it is seen.
  ///
  /// A ride whose end was not seen is the newest of a later history, which each search for a
  /// destination reads; it counts at the time of its request.
  private func recordCompletion(_ document: Any.Type?, _ response: CloudResponse) {
    var (ride, time): (Ride?, Date?)
    if document == Ride.self {
      ride = try? JSONCoding.decode(Ride.self, from: response.body)
    } else if document == RideList.self {
      ride = try? JSONCoding.decode(RideList.self, from: response.body).rides.first
      time = ride?.requestedAt
    }
    if let ride { recordCompletion(of: ride, at: time) }
  }

  private func recordCompletion(of ride: Ride, at time: Date? = nil) {
    guard ride.state == .completed else { return }
    let name = Conversion.rideCompleted.rawValue
    flagScope.recordConversion(
      name, value: ride.price.minorUnits, id: "\(name)-\(ride.id)",
      at: time.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) })
  }
}
