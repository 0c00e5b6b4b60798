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
      if let name = Self.conversion(of: request) { flagScope.recordConversion(name) }
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
    flagScope.recordConversion(
      Self.completion, value: ride.price.minorUnits, id: "\(Self.completion)-\(ride.id)",
      at: time.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) })
  }

  /// Every conversion by its name.
  static let names = ["signed_up", "ride_requested", "ride_cancelled", completion, "shared"]

  /// What may be compared: the conversions, and the values of those that have one.
  static let goals = names + ["mean:\(completion)", "ratio:\(completion)"]

  /// A completed ride; its value is the fare in cents.
  private static let completion = "ride_completed"

  private static func conversion(of request: CloudRequest) -> String? {
    if request.fits(CloudAPI.signUp) { return "signed_up" }
    if request.fits(CloudAPI.requestRide) { return "ride_requested" }
    if request.fits(CloudAPI.cancelRide) { return "ride_cancelled" }
    if request.fits(CloudAPI.sharePost) { return "shared" }
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
