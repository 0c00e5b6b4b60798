import Core

/// One call of an endpoint, read.
struct EndpointCall<Parameters: Sendable, Body: Sendable>: Sendable {
  let parameters: Parameters
  let body: Body
  /// The hash of the session's token, for endpoints of riders.
  let tokenHash: [UInt8]
  /// Present when the client sent a key and the endpoint takes one.
  let key: RequestKey?
  /// Present when the client sent one and the endpoint is tagged.
  let condition: RequestCondition?
}
