import Basics
import CoreTesting
import FoundationEssentials
import Testing

/// Answers of a cloud and files with values at and beyond what the programs can hold: each is an
/// error with a message, and none ends the process by a signal.
struct WrongDocumentTests {
  private let home: TemporaryFolder
  private let koober: KooberProcess

  init() throws {
    home = try TemporaryFolder()
    koober = KooberProcess(home: home)
  }

  /// Runs a command of a rider who is signed in at a cloud with one answer to everything.
  private func run(_ command: [String], answer body: String) async throws -> KooberProcess.Outcome {
    let answer = """
      HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\
      Connection: close\r\n\r\n\(body)
      """
    let server = try LoopbackServer(Array(repeating: .last(answer), count: 20))
    let cloud = "http://127.0.0.1:\(server.port)"
    return try await koober.run(command + ["--cloud", cloud])
  }

  private static let brackets = (511...514).flatMap { count in
    [String(repeating: "[", count: count), String(repeating: #"{"a":"#, count: count) + "["]
  }

  @Test(arguments: brackets)
  func `A deep answer is unintelligible`(answer: String) async throws {
    let outcome = try await run(["places", "search", "opera"], answer: answer)

    #expect(outcome.status == 76, "\(outcome)")
  }

  @Test(arguments: [
    #""location": {"latitude": 1e308, "longitude": 0}"#,
    #""location": {"latitude": 90.00000000000001, "longitude": 0}"#,
    #""location": {"latitude": 0, "longitude": -180.00000000000003}"#,
    #""location": {"latitude": 1e309, "longitude": 0}"#,
    #""location": {"latitude": 0, "longitude": 0}, "distanceMeters": 9223372036854775807"#,
    #""location": {"latitude": 0, "longitude": 0}, "distanceMeters": 9223372036854775808"#,
    #""location": {"latitude": 0, "longitude": 0}, "distanceMeters": 50000001"#,
    #""location": {"latitude": 0, "longitude": 0}, "distanceMeters": -1"#,
    #""location": {"latitude": 0, "longitude": 0}, "distanceMeters": 0.5"#,
  ])
  func `A place that cannot be is unintelligible`(fields: String) async throws {
    let outcome = try await run(
      ["places", "search", "opera"],
      answer: #"{"places": [{"id": "a", "name": "A", \#(fields)}]}"#)

    #expect(outcome.status == 76, "\(outcome)")
    #expect(outcome.error.contains("unintelligible"))
  }

  @Test func `A place at the limits is shown`() async throws {
    let outcome = try await run(
      ["places", "search", "opera"],
      answer: """
        {"places": [{"id": "a", "name": "Pole", "distanceMeters": 50000000,
          "location": {"latitude": -90, "longitude": 180}}]}
        """)

    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("50000.0 km"))
  }

  @Test(
    arguments: [
      ("config/flags.json", ["flags", "list"], 0), ("config/cloud.json", ["status"], 0),
      ("config/cloud.json", ["profile"], 78),
      ("config/location.json", ["location", "show"], 65),
      ("state/session/session.json", ["profile"], 65),
      ("data/cloud/flags.json", ["flags", "list"], 0),
    ] as [(String, [String], Int32)], brackets)
  func `A deep file is named`(
    place: (file: String, command: [String], status: Int32), content: String
  ) async throws {
    let path = home.path(of: place.file)
    try PrivateFile(path: path).write(Array(content.utf8))

    let outcome = try await koober.run(place.command)

    #expect(outcome.status == place.status, "\(outcome)")
    #expect(outcome.error.contains(path))
  }

  @Test(
    arguments: [
      ("config/location.json", #"{"latitude": 1e308, "longitude": 0}"#, ["location", "show"], 65),
      ("config/location.json", #"{"latitude": 0, "longitude": 1e400}"#, ["location", "show"], 65),
      ("config/cloud.json", #"{"cloud": 1e400}"#, ["status"], 0),
      ("config/cloud.json", #"{"cloud": 1e400}"#, ["profile"], 78),
      ("config/cloud.json", #"{"cloud": "http://127.0.0.1:65536"}"#, ["status"], 0),
      ("config/cloud.json", #"{"cloud": "http://127.0.0.1:65536"}"#, ["ride", "history"], 78),
      ("config/flags.json", #"{"ride-options-layout": 1e400}"#, ["flags", "list"], 0),
      (
        "state/session/session.json",
        #"{"profile": {}, "remoteSession": {"token": "t", "expiresAt": "9999-12-31T23:59:61Z"}}"#,
        ["profile"], 65
      ),
      (
        "data/cloud/flags.json",
        #"{"flags": {"ride-options-layout": {"state": "ENABLED", "variants": 1e400}}}"#,
        ["flags", "list"], 0
      ),
    ] as [(String, String, [String], Int32)])
  func `A file with values out of range is named`(
    file: String, content: String, command: [String], status: Int32
  ) async throws {
    let path = home.path(of: file)
    try PrivateFile(path: path).write(Array(content.utf8))

    let outcome = try await koober.run(command)

    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.error.contains(path))
  }
}
