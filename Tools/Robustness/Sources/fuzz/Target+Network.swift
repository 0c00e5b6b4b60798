import Foundation
import RobustnessKit

extension Target {
  /// Bytes to a server, on a connection of their own.
  static let requests = Target(name: "requests", summary: "requests over a socket") {
    input, place in
    if place.server.map(\.process.hasEnded) != false {
      let home = try place.folder.empty("server-home")
      place.server = try ServerProcess(
        "\(place.programs)/koober-cloud", environment: Bench.variables(home),
        folder: try place.folder.empty("server"))
    }
    guard let server = place.server, let port = server.port else { return "does not start:" }
    guard let connection = Connection(port: port, patience: 0.05) else { return "does not accept:" }
    // Most inputs are unfinished requests, so silence is an answer.
    connection.send(input.count.isMultiple(of: 2) ? input : measured(input))
    connection.finish()
    let answer = connection.receiveAll()
    // A head line that names the status, when anything comes at all.
    let status = answer.prefix(12).split(separator: UInt8(ascii: " ")).dropFirst().first
      .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    if server.process.hasEnded {
      place.server = nil
      return Bench.problem(server.process.outcome(within: 1)) ?? "ends: with a status"
    }
    guard Connection.request(port: port, "GET", "/healthz")?.status == 200 else {
      _ = server.end()
      place.server = nil
      return "is deaf: after this input"
    }
    if !answer.isEmpty, status == nil {
      return "no HTTP: \(String(decoding: answer.prefix(80), as: UTF8.self))"
    }
    if let status, status >= 500, status != 503, status != 501, status != 505 {
      return "status \(status): \(String(decoding: answer.suffix(200), as: UTF8.self))"
    }
    return nil
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
  static let answers = Target(name: "answers", summary: "answers of a cloud") { input, place in
    let server = try place.answers ?? AnswerServer()
    place.answers = server
    server.answer(with: input)
    let commands = [
      ["places", "search", "opera"], ["ride", "options", "--to", "-33.8,151.2"],
      ["flags", "list"], ["places", "search", "opera", "--json"],
    ]
    let command = commands[input.count % commands.count]
    return try place.problem(
      command + ["--cloud", "http://127.0.0.1:\(server.port)", "--timeout", "5"])
  }
}
