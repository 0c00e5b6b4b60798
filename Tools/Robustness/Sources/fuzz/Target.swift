import Foundation

/// One parser that only a program reaches, and how an input gets there.
struct Target: Sendable {
  let name: String
  let summary: String
  /// Passes an input to the parser and returns the problem, if any.
  let problem: @Sendable (_ input: [UInt8], _ sandbox: Sandbox) throws -> String?

  static let all: [Target] = [
    setting("setting-flags", "the rider's flags", "config/flags.json", ["flags", "list"]),
    setting("setting-cloud", "the rider's cloud", "config/cloud.json", ["status"]),
    setting("setting-location", "the rider's place", "config/location.json", ["location", "show"]),
    setting("cloud-flags", "the cloud's flags", "data/cloud/flags.json", ["flags", "list"]),
    setting("events", "events not sent yet", "state/experiment-events.jsonl", ["profile"]),
    session,
    Target(name: "arguments", summary: "command lines of koober, a word a line") { input, sandbox in
      try sandbox.problem(words(input))
    },
    Target(name: "cloud-arguments", summary: "command lines of koober-cloud") { input, sandbox in
      let words = words(input)
      // It would serve until it is stopped, and that is no finding.
      guard words.first != "serve" || words.contains("--help") else { return nil }
      return try sandbox.problem(words, of: "koober-cloud")
    },
  ]

  private static func setting(
    _ name: String, _ summary: String, _ file: String, _ arguments: [String]
  ) -> Target {
    Target(name: name, summary: summary) { input, sandbox in
      try sandbox.write(input, file)
      return try sandbox.problem(arguments + ["--timeout", "2"])
    }
  }

  private static let session = Target(
    name: "session", summary: "the stored session"
  ) { input, sandbox in
    let folder = "\(sandbox.home)/state/session"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names { try sandbox.write(input, "state/session/\(name)") }
    return try sandbox.problem(["profile", "--json"])
  }

  /// An argument has no NUL, and a command line is at most so long on Linux.
  private static func text(_ input: some Collection<UInt8>) -> String {
    String(decoding: input.filter { $0 != 0 }.prefix(100_000), as: UTF8.self)
  }

  private static func words(_ input: [UInt8]) -> [String] {
    input.prefix(400_000).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .prefix(20_000).map(text)
  }
}
