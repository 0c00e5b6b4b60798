import Cloud

/// The data of one request for the metrics and the access log.
struct RequestLifecycle: Sendable {
  let requestID: String
  let client: IPAddress
  let method: String
  var endpoint = "none"
  var cause: String?
  private let began = ContinuousClock.now

  init(requestID: String, client: IPAddress, method: String) {
    self.requestID = requestID
    self.client = client
    self.method = method
  }

  /// How long the request has taken so far, in seconds.
  var seconds: Double {
    let passed = (ContinuousClock.now - began).components
    return Double(passed.seconds) + Double(passed.attoseconds) / 1e18
  }
}
