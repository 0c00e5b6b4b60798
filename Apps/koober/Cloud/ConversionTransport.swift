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
    if (200..<300).contains(response.status), let name = Self.conversion(of: request) {
      flagScope.recordConversion(name)
    }
    return response
  }

  /// Every conversion by its name.
  static let names = ["signed_up", "ride_requested", "ride_cancelled", "shared"]

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
