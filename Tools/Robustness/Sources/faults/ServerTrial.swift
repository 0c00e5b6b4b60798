import Foundation
import Trials

/// A server that works on requests while one of its calls fails.
enum ServerTrial {
  /// Serves a few requests and returns what is wrong with the answers or with the server's end.
  static func problem(
    _ program: String, environment: [String: String], folder: String, isFaulty: Bool
  ) throws -> String? {
    let server = try TrialServer(program, environment: environment, folder: folder)
    guard let port = server.port else {
      let outcome = server.process.outcome(within: 1)
      return outcome.problem(isFaulty: isFaulty)
    }
    var problems: [String] = []
    let token = signUp(port, &problems)
    let signIn = Connection.request(
      port: port, "POST", "/sessions",
      body: #"{"email":"ada@example.org","password":"correct-horse-battery"}"#)
    // The account is there when its creation was acknowledged; then the password is right.
    if token != nil, signIn?.status == 401 { problems.append("the right password was refused") }
    note("POST /sessions", signIn, isFaulty, &problems)
    let authorization = token.map { ["Authorization: Bearer \($0)"] } ?? []
    for target in ["/healthz", "/readyz", "/places?q=opera", "/profile", "/rides", "/nothing"] {
      let answer = Connection.request(port: port, "GET", target, headers: authorization)
      note("GET \(target)", answer, isFaulty, &problems)
    }
    let outcome = server.end()
    if outcome.status != 0 {
      problems.append("the server \(outcome.summary): \(outcome.errorText.suffix(600))")
    }
    return problems.isEmpty ? nil : problems.joined(separator: "\n  ")
  }

  private static func signUp(_ port: UInt16, _ problems: inout [String]) -> String? {
    let answer = Connection.request(
      port: port, "POST", "/accounts",
      body: """
        {"name":"Ada","nickname":"Ada","email":"ada@example.org","mobileNumber":"0491570156",\
        "password":"correct-horse-battery"}
        """)
    guard let answer, answer.status == 200 || answer.status == 201 else { return nil }
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
