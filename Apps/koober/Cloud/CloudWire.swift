import Core
import FoundationEssentials

/// The form in which requests and answers go through a pipe: one JSON document a line.
enum CloudWire {
  /// A request, on a line.
  struct Request: Codable {
    let method: String
    let path: [String]
    let query: [String: String]
    let token: Secret?
    let idempotencyKey: String?
    let body: Data?
  }

  /// An answer, on a line: a response or the failure of the cloud's own file.
  struct Answer: Codable {
    var status: Int?
    var body: Data?
    var retryAfterSeconds: Int?
    var failure: Failure?
  }

  /// A file that failed.
  struct Failure: Codable {
    let kind: FileFailure.Kind
    let path: String
    let reason: String
    let remedy: String
  }
}

extension CloudWire.Request {
  init(_ request: CloudRequest) {
    self.init(
      method: request.method.rawValue, path: request.path, query: request.query,
      token: request.token, idempotencyKey: request.idempotencyKey, body: request.body)
  }

  /// The request that was sent; `nil` for a method that does not exist.
  var request: CloudRequest? {
    HTTPMethod(rawValue: method).map { method in
      CloudRequest(
        method: method, path: path, query: query, token: token, idempotencyKey: idempotencyKey,
        body: body)
    }
  }
}

extension CloudWire.Answer {
  init(_ response: CloudResponse) {
    self.init(
      status: response.status, body: response.body,
      retryAfterSeconds: response.retryAfterSeconds)
  }

  init(_ failure: FileFailure) {
    self.init(
      failure: CloudWire.Failure(
        kind: failure.kind, path: failure.path, reason: failure.reason, remedy: failure.remedy))
  }

  /// What was answered; `nil` when the line says nothing.
  var result: Result<CloudResponse, CloudTransportError>? {
    if let failure {
      let cause = FileFailure(
        failure.kind, path: failure.path, reason: failure.reason, remedy: failure.remedy)
      return .failure(.storage(cause))
    }
    guard let status, let body else { return nil }
    return .success(
      CloudResponse(status: status, body: body, retryAfterSeconds: retryAfterSeconds))
  }
}
