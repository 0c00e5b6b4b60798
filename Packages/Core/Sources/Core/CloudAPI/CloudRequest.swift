public import Basics
public import FoundationEssentials

/// One request to the cloud, before a transport gives it a form.
public struct CloudRequest: Equatable, Sendable {
  public let method: HTTPMethod
  /// The path's segments, not percent-encoded.
  public let path: [String]
  /// The query's values by name, not percent-encoded.
  public let query: [String: String]
  /// The session's token, for a request in a rider's name.
  public let token: Secret?
  /// Makes repeated requests idempotent; 1 to 64 visible ASCII characters.
  public let idempotencyKey: String?
  /// When the request is to be done, for endpoints whose answers carry an entity tag.
  public let condition: RequestCondition?
  /// A JSON document, for requests that carry one.
  public let body: Data?
  /// The id of the last event that the client has seen of a stream.
  public let lastEventID: String?
  /// The client's network address, set by the server that received the request; not sent.
  public var clientAddress: String?

  public init(
    method: HTTPMethod, path: [String], query: [String: String] = [:], token: Secret? = nil,
    idempotencyKey: String? = nil, condition: RequestCondition? = nil, body: Data? = nil,
    lastEventID: String? = nil
  ) {
    (self.method, self.path, self.query) = (method, path, query)
    (self.token, self.idempotencyKey) = (token, idempotencyKey)
    (self.condition, self.body, self.lastEventID) = (condition, body, lastEventID)
  }
}

/// The precondition of a request. Source: RFC 9110, section 13.1.
public enum RequestCondition: Equatable, Sendable {
  /// The answer has none of these entity tags, `If-None-Match`; otherwise the status is 304.
  case noneMatch(String)
  /// The current document has one of these entity tags, `If-Match`.
  case match(String)
}

/// The cloud's answer to one request.
public struct CloudResponse: Equatable, Sendable {
  /// The HTTP status. Source: RFC 9110, section 15.
  public let status: Int
  /// A JSON document: the endpoint's response, or an ``ErrorResponse`` from 400 on; empty with 304.
  public let body: Data
  /// When to try again, in seconds, for statuses 429 and 503.
  public let retryAfterSeconds: Int?
  /// The identifier of the request in the cloud's log, if it went over the network.
  public let requestID: String?
  /// The entity tag of the response, in quotation marks, for endpoints that are tagged.
  public let entityTag: String?

  public init(
    status: Int, body: Data, retryAfterSeconds: Int? = nil, requestID: String? = nil,
    entityTag: String? = nil
  ) {
    (self.status, self.body, self.retryAfterSeconds) = (status, body, retryAfterSeconds)
    (self.requestID, self.entityTag) = (requestID, entityTag)
  }
}

/// The port that sends a request to the cloud and returns its response.
public protocol CloudTransport: Sendable {
  /// Delivers a request and returns the answer, whatever its status.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - receive: Opens a stream and takes its events until it ends or the task is cancelled; the
  ///     answer is status 200 after a stream that has ended, or a refusal.
  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse
}

/// Takes each event of a stream, on any thread.
public typealias EventReceiver = @Sendable (ServerSentEvent) -> Void

extension CloudTransport {
  /// Delivers a request for no stream and returns the answer, whatever its status.
  public func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    try await send(request, receive: nil)
  }
}

extension CloudResponse {
  /// The answer of a cloud without streams to a request for one.
  public static var noStream: CloudResponse {
    let error = ErrorResponse(.noSuchEndpoint, message: "There is no live stream.")
    // An error consists of texts only, which always can be written as JSON.
    return CloudResponse(
      status: error.error.code.status, body: (try? JSONCoding.encode(error)) ?? Data())
  }
}

/// An error of a request without a response.
public enum CloudTransportError: Error, Equatable {
  /// The cloud cannot be reached; the reason ends a sentence.
  case unreachable(reason: String)
  /// The request may have arrived, but no response came; the reason ends a sentence.
  case unanswered(reason: String)
  /// The response cannot be read; the reason ends a sentence.
  case unintelligible(reason: String)
  /// The cloud runs in this process and its own file failed.
  case storage(FileError)
}
