import Cloud
import Core
import FoundationEssentials
import Terminal

/// Serves the cloud's router through the standard streams, until the input ends.
struct CloudServer {
  let router: CloudRouter
  let terminal: any Terminal

  /// Answers one line to each line.
  func run() async throws {
    while let line = readLine(strippingNewline: true) {
      let answer = try JSONCoding.encode(try await answer(to: Data(line.utf8)))
      try terminal.write(String(decoding: answer, as: UTF8.self) + "\n")
      try terminal.flush()
    }
  }

  private func answer(to line: Data) async throws -> CloudWire.Answer {
    guard let wire = try? JSONCoding.decode(CloudWire.Request.self, from: line),
      let request = wire.request
    else {
      let refusal = CloudRefusal(.invalidRequest, message: "The line is no request.")
      return CloudWire.Answer(
        CloudResponse(status: refusal.error.code.status, body: try JSONCoding.encode(refusal)))
    }
    do throws(FileFailure) {
      return CloudWire.Answer(try await router.respond(to: request))
    } catch {
      return CloudWire.Answer(error)
    }
  }
}
