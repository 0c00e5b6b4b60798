public import Core
import FoundationEssentials
import Synchronization

/// Sends requests over the network.
///
/// Connections are kept and used again; certificates are verified; redirections are not followed,
/// because a session's token would go with them. Requests that may be repeated without a second
/// effect are tried again when the network fails.
public struct HTTPTransport: CloudTransport {
  /// How a cloud is reached.
  public struct Settings: Sendable {
    let address: CloudAddress
    /// A file with the certificates to trust instead of the machine's, in PEM form.
    public var certificateAuthority: String?
    /// How often a request that may be repeated is sent, at most.
    public var attempts = 4
    /// The time limit of opening a connection.
    var connectTimeout = Duration.seconds(10)
    /// The time limit of one attempt, connection and response together.
    var timeout = Duration.seconds(30)
    /// A stream of which no line comes so long is broken: the cloud sends one every 4 seconds.
    public var longestSilence = Duration.seconds(30)
    /// A connection that was idle for longer is not used again. Source: the default of libcurl.
    var longestIdle = Duration.seconds(118)
    /// The shortest time in which a reading request is given up of which nothing comes.
    static let shortestPatience = Duration.seconds(4)
    /// Gets what the attempts show of the cloud.
    public var answers: AnswerNotes?
    /// The value of the header `User-Agent`.
    var userAgent = "koober"

    public init(address: CloudAddress) { self.address = address }

    /// The settings for a server beside the cloud, whose answers riders wait for: there is one, or an
    /// error, after four seconds at the latest.
    public static func engine(at address: CloudAddress) -> Settings {
      var settings = Settings(address: address)
      settings.connectTimeout = .seconds(1)
      settings.timeout = .milliseconds(1900)
      // A server may close a connection that was idle just when it is used again.
      settings.attempts = 2
      return settings
    }

    /// How long nothing may come of the next reading request: eight times as long as an answer took,
    /// since a new connection needs several ways to the cloud and back, and twice as long for a cloud
    /// that did not answer, which may only be slow. `nil` where nothing is learned, or nobody listens.
    func patience(after outcome: HTTPOutcome, in duration: Duration) -> Duration? {
      guard answers != nil else { return nil }
      let patience: Duration
      switch outcome {
      case .reply: patience = duration * 8
      case .unanswered: patience = longestSilence * 2
      case .unreachable, .unintelligible: return nil
      }
      return min(timeout, max(Self.shortestPatience, patience))
    }
  }

  private let exchanger: any HTTPExchanger
  private let settings: Settings
  private let retry: RetryPolicy
  private let wallClock: any WallClock
  private let randomBytes: any RandomBytes

  /// Creates a transport; the network is not used before the first request.
  ///
  /// - Parameters:
  ///   - settings: The address and the trusted certificates.
  ///   - wallClock: Waits between two attempts.
  ///   - randomBytes: The source of the retries' jitter and of the requests' identifiers.
  public init(settings: Settings, wallClock: any WallClock, randomBytes: any RandomBytes) {
    self.init(
      settings: settings, exchanger: CurlExchanger(settings: settings), wallClock: wallClock,
      randomBytes: randomBytes)
  }

  init(
    settings: Settings, exchanger: any HTTPExchanger, wallClock: any WallClock,
    randomBytes: any RandomBytes
  ) {
    (self.settings, self.exchanger) = (settings, exchanger)
    (self.wallClock, self.randomBytes) = (wallClock, randomBytes)
    retry = RetryPolicy(attempts: settings.attempts)
  }

  public func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    let id = randomBytes.makeIdentifier()
    if let receive {
      let message = HTTPMessage(request, to: settings, id: id, accepting: "text/event-stream")
      let parser = Mutex(ServerSentEventParser())
      let outcome = await exchanger.exchange(message) { [settings] bytes in
        // What is longer than any event of the contract ends the stream.
        guard let events = parser.withLock({ try? $0.append(bytes) }) else { return false }
        if bytes.contains(CurlReception.lineFeed) { settings.answers?.note(true) }
        for event in events { receive(event) }
        return true
      }
      note(outcome)
      return try Self.response(outcome, id: id)
    }
    let message = HTTPMessage(request, to: settings, id: id)
    let start = wallClock.steadyNow
    var attempt = 0
    while true {
      let outcome = await exchanger.exchange(message, receive: nil)
      note(outcome)
      let delay = retry.delay(
        after: outcome, attempt: attempt, seconds: wallClock.steadyNow.timeIntervalSince(start),
        request: request, randomBytes: randomBytes)
      guard let delay else { return try Self.response(outcome, id: id) }
      do {
        try await wallClock.sleep(for: delay)
      } catch {
        throw .unreachable(reason: "the request was cancelled")
      }
      attempt += 1
    }
  }

  private func note(_ outcome: HTTPOutcome) {
    guard !Task.isCancelled else { return }
    let isAnswered =
      if case .reply(let reply) = outcome { ![502, 503, 504].contains(reply.status) } else { false }
    settings.answers?.note(isAnswered)
  }

  private static func response(
    _ outcome: HTTPOutcome, id: String
  ) throws(CloudTransportError) -> CloudResponse {
    switch outcome {
    case .reply(let reply):
      CloudResponse(
        status: reply.status, body: reply.body,
        retryAfterSeconds: reply.headers["retry-after"].flatMap(Int.init),
        requestID: reply.headers["x-request-id"] ?? id, entityTag: reply.headers["etag"])
    case .unreachable(let reason, _): throw .unreachable(reason: reason)
    case .unanswered(let reason): throw .unanswered(reason: reason)
    case .unintelligible(let reason): throw .unintelligible(reason: "\(reason) (request \(id))")
    }
  }
}
