import Foundation
import Trials

/// A server that works on requests while one of its calls fails.
struct ServerTrial {
  let fixtures: Laboratory.Fixtures
  let trial: Trial
  /// Whether the server speaks TLS.
  let isEncrypted: Bool
  let isFaulty: Bool

  /// Serves a few requests and returns what is wrong with the answers or with the server's end.
  func problem(_ variables: [String: String]) throws -> String? {
    let server = try TrialServer(
      "\(fixtures.programs)/koober-cloud",
      environment: trial.environment.merging(variables) { $1 }, folder: trial.streams,
      options: isEncrypted ? fixtures.certificate.serverOptions : [])
    guard let port = server.port else {
      let outcome = server.process.outcome(within: 1)
      return outcome.problem(isFaulty: isFaulty)
    }
    var problems = isEncrypted ? try commandProblems(port) : requestProblems(port)
    let outcome = server.end()
    if outcome.status != 0 { problems.append("the server \(outcome.summary)") }
    guard !problems.isEmpty else { return nil }
    return (problems + ["the server's log: \(outcome.errorText.suffix(600))"])
      .joined(separator: "\n  ")
  }

  /// What is wrong with how commands end that talk with the server.
  private func commandProblems(_ port: UInt16) throws -> [String] {
    var environment = trial.environment
    environment["KOOBER_CLOUD"] = "https://127.0.0.1:\(port)"
    return try Scenario.conversation.compactMap { step in
      let outcome = try TrialProcess.run(
        "\(fixtures.programs)/koober",
        step.arguments + ["--timeout", "10"] + fixtures.certificate.clientOptions,
        environment: environment, folder: trial.client, input: Data(step.input.utf8))
      return outcome.problem(isFaulty: isFaulty).map { "\(step.arguments[0]): \($0)" }
    }
  }

  /// What is wrong with the responses to requests.
  private func requestProblems(_ port: UInt16) -> [String] {
    var problems: [String] = []
    let token = Self.signUp(port, isFaulty, &problems)
    let signIn = Connection.request(
      port: port, "POST", "/sessions",
      body: #"{"email":"ada@example.org","password":"correct-horse-battery"}"#)
    // The account is there when its creation was acknowledged; then the password is right.
    if token != nil, signIn?.status == 401 { problems.append("the right password was refused") }
    Self.note("POST /sessions", signIn, isFaulty, &problems)
    let authorization = token.map { ["Authorization: Bearer \($0)"] } ?? []
    for target in [
      "/healthz", "/readyz", "/places?query=opera&limit=5&ranking=match", "/profile", "/rides",
      "/nothing",
    ] {
      let answer = Connection.request(port: port, "GET", target, headers: authorization)
      // The session was handed out, whatever failed since.
      if token != nil, answer?.status == 401 { problems.append("\(target) refused the session") }
      Self.note("GET \(target)", answer, isFaulty, &problems)
    }
    return problems
  }

  private static func signUp(
    _ port: UInt16, _ isFaulty: Bool, _ problems: inout [String]
  ) -> String? {
    let answer = Connection.request(
      port: port, "POST", "/accounts",
      body: """
        {"name":"Ada","nickname":"Ada","email":"ada@example.org","mobileNumber":"0491570156",\
        "password":"correct-horse-battery"}
        """)
    note("POST /accounts", answer, isFaulty, &problems)
    guard let answer, answer.status == 201 else { return nil }
    let document = try? JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
    let session = document?["remoteSession"] as? [String: Any]
    guard let token = session?["token"] as? String else {
      problems.append("POST /accounts was acknowledged without a token")
      return nil
    }
    return token
  }

  /// A request may fail, or lose its connection, but what comes has to be an answer.
  private static func note(
    _ request: String, _ answer: (status: Int, body: Data)?, _ isFaulty: Bool,
    _ problems: inout [String]
  ) {
    guard let answer else {
      if !isFaulty { problems.append("\(request) got no answer") }
      return
    }
    if !(200..<600).contains(answer.status) {
      problems.append("\(request) got status \(answer.status)")
    }
  }
}
