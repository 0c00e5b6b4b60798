package import CloudDomain
package import CloudStore
package import Core
import Synchronization

/// One call of an endpoint, read.
struct EndpointCall<Parameters: Sendable, Body: Sendable>: Sendable {
  let parameters: Parameters
  let body: Body
  let caller: Caller
  /// Present when the client sent a key and the endpoint takes one.
  let key: RequestKey?
  /// Present when the client sent one and the endpoint is tagged.
  let condition: RequestCondition?
  /// The client's network address; absent for a call within the process.
  let address: String?

  /// The rider whose session's token was sent; an endpoint open by mistake refuses every call.
  var rider: RiderID {
    get throws(APIError) {
      guard case .rider(let rider, _) = caller else { throw .notSignedIn }
      return rider
    }
  }

  /// The hash of the session's token.
  var tokenHash: [UInt8] {
    get throws(APIError) {
      guard case .rider(_, let tokenHash) = caller else { throw .notSignedIn }
      return tokenHash
    }
  }

  /// The name of the administrator's token that was sent.
  var adminToken: String {
    get throws(APIError) {
      guard case .administrator(let name) = caller else { throw .notAdministrator }
      return name
    }
  }
}

extension EndpointCall where Parameters: Codable, Body: Codable {
  init<Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, _ routed: RoutedRequest, caller: Caller
  ) throws {
    let request = routed.request
    parameters = try RequestDecoding.parameters(Parameters.self, from: routed.names)
    body = try RequestDecoding.body(Body.self, from: request.body)
    self.caller = caller
    key =
      endpoint.isIdempotentByKey
      ? try RequestDecoding.key(request.idempotencyKey, of: body) : nil
    condition = endpoint.isTagged ? request.condition : nil
    address = request.clientAddress
  }
}

/// A request whose endpoint was found, with the values in its path.
package struct RoutedRequest: Sendable {
  package let request: CloudRequest
  package let endpoint: ServedEndpoint
  /// The request has arrived now.
  package var deadline = RequestDeadline()
  let values: [String: String]
  /// The result of checking the token that was sent.
  package let token = TokenCheck()
  /// The planned change, where the endpoint plans one.
  var change: RideChange?
  /// Identifies the network that the request comes from.
  package var network = 0
  /// Identifies the caller whose turn the request takes.
  package var caller = 0
  /// Whether it is the first sign-in of the network to an account that many guess at.
  package var isFirstGuess = false
  package var standing = CallerStanding.other

  package init(_ request: CloudRequest, at endpoint: ServedEndpoint, values: [String: String]) {
    self.request = request
    self.endpoint = endpoint
    self.values = values
  }

  /// The parameters' texts by their names.
  var names: [String: String] {
    request.query.isEmpty ? values : values.merging(request.query) { inPath, _ in inPath }
  }
}

/// Takes what authorization finds out about a request's token; shared by the copies of the request.
package final class TokenCheck: Sendable {
  package enum Result: Equatable, Sendable {
    /// It is that of an open session.
    case rider(RiderID)
    /// It is missing, or that of no open session or administrator.
    case refused
  }

  private let state = Mutex<Result?>(nil)

  /// `nil` before the check, and for an endpoint that needs no token.
  package var result: Result? { state.withLock { $0 } }

  /// Runs a part of the check, and keeps that the token was refused.
  func run<Value>(_ check: () throws -> Value) throws -> Value {
    do {
      return try check()
    } catch let error as APIError {
      state.withLock { $0 = .refused }
      throw error
    }
  }

  func keep(_ rider: RiderID) { state.withLock { $0 = .rider(rider) } }
}
