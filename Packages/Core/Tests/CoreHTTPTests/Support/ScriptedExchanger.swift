import Core
import CoreTesting
import Synchronization

@testable import CoreHTTP

/// Gives the outcomes of a test, in order, and keeps the messages.
final class ScriptedExchanger: HTTPExchanger {
  private let outcomes: Mutex<[HTTPOutcome]>
  private let sent = Mutex<[HTTPMessage]>([])

  var messages: [HTTPMessage] { sent.withLock { $0 } }

  init(_ outcomes: [HTTPOutcome]) {
    self.outcomes = Mutex(outcomes)
  }

  func exchange(_ message: HTTPMessage, receive: BodyReceiver?) async -> HTTPOutcome {
    sent.withLock { $0.append(message) }
    let outcome = outcomes.withLock { outcomes in
      outcomes.isEmpty ? .unintelligible(reason: "the script has ended") : outcomes.removeFirst()
    }
    guard let receive, case .reply(let reply) = outcome, reply.status == 200 else {
      return outcome
    }
    return receive(Array(reply.body))
      ? .reply(HTTPReply(status: 200)) : .unintelligible(reason: "the receiver ended the stream")
  }
}

extension HTTPTransport {
  /// A transport to a server of a test, whose waits have their own bound: beside many others a test may
  /// take its next turn after a minute.
  static func to(
    _ server: LoopbackServer, changing change: (inout Settings) -> Void = { _ in }
  ) throws -> HTTPTransport {
    var settings = Settings(
      address: try CloudAddress(parsing: "http://127.0.0.1:\(server.port)"))
    settings.attempts = 1
    (settings.connectTimeout, settings.timeout) = (.seconds(3600), .seconds(3600))
    (settings.longestSilence, settings.longestIdle) = (.seconds(3600), .seconds(3600))
    change(&settings)
    return HTTPTransport(
      settings: settings, wallClock: ManualWallClock(), randomBytes: SeededRandomBytes())
  }
}
