import Core
import FoundationEssentials

/// Sends one message to a server and returns the response.
protocol HTTPExchanger: Sendable {
  /// Waits for the whole response, or for the end of a stream.
  ///
  /// - Parameter receive: Takes the body of a stream of events in pieces, and ends the stream with
  ///   `false`; any other body is returned.
  func exchange(_ message: HTTPMessage, receive: BodyReceiver?) async -> HTTPOutcome
}

typealias BodyReceiver = @Sendable ([UInt8]) -> Bool

/// The outcome of one attempt.
enum HTTPOutcome: Equatable, Sendable {
  case reply(HTTPReply)
  /// No connection; the reason ends a sentence. A permanent failure occurs again if repeated.
  case unreachable(reason: String, isPermanent: Bool)
  /// No response to a request that may have arrived; the reason ends a sentence.
  case unanswered(reason: String)
  /// The response violates HTTP or a limit; the reason ends a sentence.
  case unintelligible(reason: String)
}

/// The answer of a server.
struct HTTPReply: Equatable, Sendable {
  let status: Int
  /// By their names in small letters.
  var headers: [String: String] = [:]
  var body = Data()
}

/// A request in the form of HTTP.
struct HTTPMessage: Equatable, Sendable {
  let method: String
  let url: String
  let headers: [String: String]
  let body: Data?

  init(
    _ request: CloudRequest, to settings: HTTPTransport.Settings, id: String,
    accepting type: String = "application/json"
  ) {
    method = request.method.rawValue
    url = settings.address.url(of: request)
    body = request.body ?? (request.method == .post ? Data() : nil)
    var headers = ["Accept": type, "User-Agent": settings.userAgent, "X-Request-Id": id]
    if request.body != nil { headers["Content-Type"] = "application/json" }
    if let token = request.token { headers["Authorization"] = "Bearer \(token.revealed)" }
    headers["Idempotency-Key"] = request.idempotencyKey
    if case .noneMatch(let tag) = request.condition { headers["If-None-Match"] = tag }
    if case .match(let tag) = request.condition { headers["If-Match"] = tag }
    headers["Last-Event-ID"] = request.lastEventID
    self.headers = headers
  }
}
