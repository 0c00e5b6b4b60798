import CMicroHTTPD
import Core
import FoundationEssentials
import Synchronization

/// One request and its answer, from the request line to the last byte.
final class HTTPExchange: Sendable {
  /// How far it has come.
  enum Phase {
    /// The request line is there.
    case started
    /// The headers are there; the body is being read.
    case reading(HTTPRequest)
    /// The body is longer than it may be; the rest is read and forgotten.
    case overflowing(bytes: Int)
    /// A worker looks for the answer.
    case working
    /// The answer waits for the network thread.
    case answered(HTTPAnswer)
    /// The HTTP library has the answer.
    case sent
  }

  /// What is known of the request, for the log.
  struct Facts {
    var requestID = ""
    var method = ""
    var endpoint = "none"
    var cause: String?
  }

  /// The request's path and query as they stand in the request line.
  let target: String
  let phase = Mutex(Phase.started)
  let facts = Mutex(Facts())
  private let began = ContinuousClock.now

  init(target: String) {
    self.target = target
  }

  /// How long the request has taken so far, in seconds.
  var seconds: Double {
    let passed = (ContinuousClock.now - began).components
    return Double(passed.seconds) + Double(passed.attoseconds) / 1e18
  }
}
