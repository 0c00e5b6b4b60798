import Basics
import Foundation
import RobustnessKit

/// A server that works on requests while one of its calls fails, and that is then started again.
struct ServerRun {
  let fixtures: Fixtures
  let run: Run
  let point: FaultPoint
  let harmless: [HarmlessFault]

  private var isEncrypted: Bool { point.scenario.isEncrypted == true }

  /// Serves a few requests and returns what is wrong with the answers, with the server's end, or
  /// with what it kept.
  func result(_ variables: [String: String]) throws -> Harness.Result {
    var result = Harness.Result()
    let server = try fixtures.serve(
      run.environment.merging(variables) { $1 }, isEncrypted: isEncrypted)
    guard let port = server.port else {
      // One whose database stays away waits for it, until it is told to end.
      let log = String(decoding: server.process.error, as: UTF8.self)
      let isWaiting = !server.process.hasEnded && log.contains("waiting for the database")
      let outcome = isWaiting ? server.end() : Outcome(of: server.process, within: .seconds(1))
      if !isKilled(outcome) {
        result.problems = [outcome.problem(isFaulty: point.isFaulty)].compactMap(\.self)
      }
      return result
    }
    var workload = Workload(port: port, isFaulty: point.isFaulty)
    let isComplete: Bool
    if isEncrypted {
      let outcomes = try commands(port)
      result.problems = outcomes.compactMap { $0.problem(isFaulty: point.isFaulty) }
      result.isSuccess = outcomes[0].status == 0
      isComplete = outcomes.allSatisfy { $0.status == 0 }
    } else {
      workload.run(adminToken: run.printed?["token"] as? String ?? "")
      result.problems = workload.problems
      result.isSuccess = workload.hasAccount
      isComplete = workload.isComplete
    }
    let outcome = server.end()
    result.messages = outcome.errorText
    result.problems += try problems(of: outcome, isComplete: isComplete)
    result.problems += try missing(workload.expectations)
    if !result.problems.isEmpty {
      result.problems.append("the server's log: \(outcome.errorText.suffix(600))")
    }
    return result
  }

  private func isKilled(_ outcome: Outcome) -> Bool {
    point.kind == .kill && outcome.signal == SIGKILL
  }

  /// The problems of the server's end, and a fault that it hid.
  private func problems(of outcome: Outcome, isComplete: Bool) throws -> [String] {
    guard outcome.status == 0 else {
      return isKilled(outcome) ? [] : ["the server \(outcome.summary)"]
    }
    guard isComplete, !outcome.errorText.contains("\"level\":\"error\"") else { return [] }
    return try FaultReport(run.report, home: run.home).hiddenFaults(at: point, harmless)
  }

  /// The acknowledged changes that a server does not know when it is started again.
  private func missing(_ expectations: [Workload.Expectation]) throws -> [String] {
    guard !expectations.isEmpty else { return [] }
    let server = try fixtures.serve(run.environment, isEncrypted: isEncrypted)
    defer { server.end() }
    guard let port = server.port else { return ["the server does not start again"] }
    var workload = Workload(port: port, isFaulty: false)
    for expectation in expectations { workload.check(expectation) }
    return workload.problems.map { "after a restart: \($0)" }
  }

  /// Runs commands that talk with the server.
  private func commands(_ port: UInt16) throws -> [Outcome] {
    var environment = run.environment
    environment["KOOBER_CLOUD"] = "https://127.0.0.1:\(port)"
    environment["KOOBER_HOME"] = run.clientHome
    let email = ["--email", "ada@example.org", "--password-stdin"]
    return try [
      ["sign-up", "--name", "Ada", "--phone", "0491570156"] + email, ["sign-in"] + email,
      ["places", "search", "opera"], ["profile"],
    ].map { words in
      try Outcome(
        running: "\(fixtures.programs)/koober",
        words + ["--json", "--timeout", "10"] + fixtures.clientOptions,
        environment: environment, input: "correct-horse-battery".utf8)
    }
  }
}
