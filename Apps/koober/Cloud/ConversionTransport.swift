import Basics
import Core
import FeatureFlags
import FoundationEssentials

/// Records the exposure to the transport with the first request, and conversions when the cloud has
/// confirmed them; the features that ask for it do not know.
struct ConversionTransport: CloudTransport {
  let transport: any CloudTransport
  let flagScope: FlagScope

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    cloudTransportMaker.recordUse(in: flagScope)
    let response = try await transport.send(request)
    if (200..<300).contains(response.status) {
      if let conversion = Self.conversion(of: request) {
        flagScope.recordConversion(conversion.rawValue)
      }
      recordCompletion(of: request, response)
    }
    return response
  }

  /// Records a completed ride with its fare; the same ride counts once, however often it is seen.
  ///
  /// A ride whose end was not seen is the newest of a later history, which each search for a
  /// destination reads; it counts at the time of its request.
  private func recordCompletion(of request: CloudRequest, _ response: CloudResponse) {
    if request.fits(CloudAPI.ride) || request.fits(CloudAPI.currentRide) {
      record(try? JSONCoding.decode(Ride.self, from: response.body))
    } else if request.fits(CloudAPI.rideHistory) {
      let rides = try? JSONCoding.decode(RideList.self, from: response.body).rides
      let newest = rides?.first
      record(newest, at: newest?.requestedAt)
    }
  }

  private func record(_ ride: Ride?, at time: Date? = nil) {
    guard let ride, ride.state == .completed else { return }
    let name = Conversion.rideCompleted.rawValue
    flagScope.recordConversion(
      name, value: ride.price.minorUnits, id: "\(name)-\(ride.id)",
      at: time.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) })
  }

  private static func conversion(of request: CloudRequest) -> Conversion? {
    if request.fits(CloudAPI.signUp) { return .signedUp }
    if request.fits(CloudAPI.requestRide) { return .rideRequested }
    if request.fits(CloudAPI.cancelRide) { return .rideCancelled }
    if request.fits(CloudAPI.sharePost) { return .shared }
    return nil
  }
}

extension CloudRequest {
  fileprivate func fits<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>
  ) -> Bool {
    method == endpoint.method && endpoint.path.match(path) != nil
  }
}
