import Basics
import CloudTesting
import Foundation
import RobustnessKit

extension Target {
  /// Bytes to a server, on a connection of their own.
  static let requests = Target(name: "requests", summary: "requests over a socket") {
    input, sandbox in
    let server = try sandbox.runningServer()
    guard let port = server.port else { return "does not start:" }
    // Most inputs are unfinished requests, so silence is an answer.
    guard let connection = try? RawConnection(port: port, limit: .milliseconds(50)) else {
      return "does not accept:"
    }
    connection.send(input.count.isMultiple(of: 2) ? input : measured(input))
    connection.finishSending()
    let answer = connection.rest()
    if server.process.hasEnded {
      let outcome = Outcome(of: server.process, within: .seconds(1))
      return Sandbox.problem(outcome) ?? "ends: with a status"
    }
    guard send("GET", "/healthz", port: port)?.status == 200 else {
      sandbox.stopServer()
      return "is deaf: after this input"
    }
    return problem(ofAnswer: answer)
  }

  /// The problem of an answer, which has to begin with a head line that names the status.
  private static func problem(ofAnswer answer: [UInt8]) -> String? {
    if answer.isEmpty { return nil }
    let words = answer.prefix(12).split(separator: UInt8(ascii: " "))
    guard words.count > 1, let status = Int(String(decoding: words[1], as: UTF8.self)) else {
      return "no HTTP: \(String(decoding: answer.prefix(80), as: UTF8.self))"
    }
    if status < 500 || [501, 503, 505].contains(status) { return nil }
    return "status \(status): \(String(decoding: answer.suffix(200), as: UTF8.self))"
  }

  /// The request with the length that its body has, so that the body is read.
  private static func measured(_ input: [UInt8]) -> [UInt8] {
    let name = Array("Content-Length: ".utf8)
    guard let start = input.firstRange(of: name)?.upperBound,
      let end = input[start...].firstIndex(of: UInt8(ascii: "\r")),
      let body = input.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound, end < body
    else { return input }
    return input[..<start] + Array("\(input.count - body)".utf8) + input[end...]
  }

  /// The answers of a cloud to the commands of a rider.
  static let answers = Target(name: "answers", summary: "answers of a cloud") { input, sandbox in
    sandbox.answers.answer(with: input)
    let commands = [
      ["places", "search", "opera"], ["ride", "options", "--to", "-33.8,151.2"],
      ["flags", "list"], ["places", "search", "opera", "--json"],
    ]
    let command = commands[input.count % commands.count]
    return try sandbox.problem(
      command + ["--cloud", "http://127.0.0.1:\(sandbox.answers.port)", "--timeout", "5"])
  }
}
