import Basics
import Core
import FeatureFlags

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
      if request.fits(CloudAPI.ride) || request.fits(CloudAPI.currentRide) {
        recordCompletion(in: response)
      }
    }
    return response
  }

  /// Records a completed ride with its fare; the same ride counts once, however often it is seen.
  private func recordCompletion(in response: CloudResponse) {
    guard let ride = try? JSONCoding.decode(Ride.self, from: response.body),
      ride.state == .completed
    else { return }
    flagScope.recordConversion(
      Self.completion, value: ride.price.minorUnits, id: "\(Self.completion)-\(ride.id)")
  }

  /// Every conversion by its name.
  static let names = ["signed_up", "ride_requested", "ride_cancelled", completion, "shared"]

  /// What may be compared: the conversions, and the values of those that have one.
  static let goals = names + ["mean:\(completion)", "ratio:\(completion)"]

  /// A completed ride that the rider was shown; its value is the fare in cents.
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
