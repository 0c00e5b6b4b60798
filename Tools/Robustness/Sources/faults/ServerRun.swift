import Foundation
import RobustnessKit

/// A server that works on requests while one of its calls fails, and that is then started again.
struct ServerRun {
  let fixtures: Harness.Fixtures
  let run: Run
  let point: FaultPoint
  let harmless: [HarmlessFault]

  private var isEncrypted: Bool { point.scenario.isEncrypted == true }

  /// Serves a few requests and returns what is wrong with the answers, with the server's end, or
  /// with what it kept.
  func result(_ variables: [String: String]) throws -> Harness.Result {
    var result = Harness.Result()
    let server = try start(variables)
    let isKilled = { (outcome: Outcome) in point.kind == .kill && outcome.signal == SIGKILL }
    guard let port = server.port else {
      let outcome = server.process.outcome(within: 1)
      result.problems = [outcome.problem(isFaulty: point.isFaulty)].compactMap { $0 }
      if isKilled(outcome) { result.problems = [] }
      return result
    }
    var conversation = Conversation(port: port, isFaulty: point.isFaulty)
    let isWhole: Bool
    if isEncrypted {
      let outcomes = try commands(port)
      result.problems = outcomes.compactMap { $0.problem(isFaulty: point.isFaulty) }
      result.isSuccess = outcomes[0].status == 0
      isWhole = outcomes.allSatisfy { $0.status == 0 }
    } else {
      try conversation.run(adminToken: adminToken())
      result.problems = conversation.problems
      result.isSuccess = conversation.hasAccount
      isWhole = conversation.isWhole
    }
    let outcome = server.end()
    result.messages = outcome.errorText
    if outcome.status == 0 {
      if isWhole, !result.messages.contains("\"level\":\"error\"") {
        result.problems += try FaultReport(run.report, home: run.home).hiddenFaults(
          at: point, harmless)
      }
    } else if !isKilled(outcome) {
      result.problems.append("the server \(outcome.summary)")
    }
    result.problems += try missing(conversation.promises)
    if !result.problems.isEmpty {
      result.problems.append("the server's log: \(outcome.errorText.suffix(600))")
    }
    return result
  }

  private func start(_ variables: [String: String]) throws -> ServerProcess {
    try ServerProcess(
      "\(fixtures.programs)/koober-cloud", environment: run.environment.merging(variables) { $1 },
      folder: run.streams,
      options: isEncrypted ? fixtures.certificate.serverOptions : [])
  }

  /// The acknowledged changes that a server does not know when it is started again.
  private func missing(_ promises: [Conversation.Promise]) throws -> [String] {
    guard !promises.isEmpty else { return [] }
    let server = try start([:])
    defer { _ = server.end() }
    guard let port = server.port else { return ["the server does not start again"] }
    var conversation = Conversation(port: port, isFaulty: false)
    for promise in promises { conversation.check(promise) }
    return conversation.problems.map { "after a restart: \($0)" }
  }

  /// Runs commands that talk with the server.
  private func commands(_ port: UInt16) throws -> [Outcome] {
    var environment = run.environment
    environment["KOOBER_CLOUD"] = "https://127.0.0.1:\(port)"
    environment["KOOBER_HOME"] = "\(run.client)/home"
    let email = ["--email", "ada@example.org", "--password-stdin"]
    return try [
      ["sign-up", "--name", "Ada", "--phone", "0491570156"] + email, ["sign-in"] + email,
      ["places", "search", "opera"], ["profile"],
    ].map { words in
      try ProgramRun.run(
        "\(fixtures.programs)/koober",
        words + ["--json", "--timeout", "10"] + fixtures.certificate.clientOptions,
        environment: environment, folder: run.client, input: Data("correct-horse-battery".utf8))
    }
  }

  /// The token that was made before.
  private func adminToken() throws -> String {
    let output = try Data(contentsOf: URL(filePath: "\(run.home)/output.json"))
    let document = try JSONSerialization.jsonObject(with: output) as? [String: Any]
    return document?["token"] as? String ?? ""
  }
}
