import Foundation
import Synchronization
import RobustnessKit

/// A rider who tries every endpoint with another rider's identifiers, beside a third rider.
final class RiderPairs: Sendable {
  private struct Rider {
    let email: String
    let password: String
    var token = ""
  }

  private let programs: String
  private let folder: RunFolder
  private let databases: DatabaseServer?
  private let environment: [String: String]
  private let requests = Mutex(0)
  /// The texts that only their owner and friends may read.
  private static let secrets = ["Secretive", "0491570199", "secret-text", "secret-pickup"]

  /// - Parameter isPostgreSQL: Whether the server keeps its data there, else in SQLite.
  init(programs: String, isPostgreSQL: Bool) throws {
    self.programs = programs
    folder = try RunFolder()
    databases = isPostgreSQL ? try DatabaseServer() : nil
    var environment = Bench.variables(try folder.empty("home"))
    if let databases {
      environment["KOOBER_CLOUD_DATABASE"] = databases.url(
        of: try databases.makeDatabase(streams: folder.empty("database")))
    }
    self.environment = environment
  }

  /// Returns what the first rider got of the second or did to them, and how long the third waited.
  func findings() throws -> (problems: [String], summary: String) {
    var bob = Rider(email: "bob@example.org", password: "bobs-own-battery")
    var mallory = Rider(email: "mallory@example.org", password: "mallorys-own-battery")
    let server = try serve(rateLimits: "none")
    defer { _ = server.end() }
    guard let port = server.port else { return (["the server does not start"], "") }
    try signIn(&bob, port, name: "Secretive", number: "0491570199")
    try signIn(&mallory, port)
    let contract = try Contract(
      ProgramRun.run(
        "\(programs)/koober-cloud", ["openapi"], environment: environment, folder: folder.path
      ).output,
      texts: [
        "email": bob.email, "password": mallory.password, "current": mallory.password,
        "new": mallory.password, "name": "Mallory", "nickname": "Mallory",
        "mobileNumber": "0491570156", "text": "Hello",
      ])
    let before = try prepare(bob, port)
    let identifiers = Set(before.matches(of: /"id":"([^"]+)"/).map { String($0.output.1) })
    guard identifiers.count >= 5 else { return (["'\(before)' names too little"], "") }
    let all = try contract.requests(with: identifiers.sorted())
    var problems: [String] = []
    for request in all {
      var answer = ask(request, mallory, port)
      if answer?.status == 401 {
        try signIn(&mallory, port)
        answer = ask(request, mallory, port)
      }
      let text = answer.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
      if answer.map({ $0.status >= 500 }) ?? true || Self.secrets.contains(where: text.contains) {
        problems.append("\(request): \(answer?.status ?? 0) \(text.prefix(300))")
      }
    }
    let after = try export(bob, port)
    if before != after { problems.append("changed: \(before)\n  to: \(after)") }
    let times = try waiting(all, mallory)
    return (problems + times.problems, "\(requests.withLock { $0 }) requests, \(times.summary)")
  }

  /// Times a third rider's requests alone and then beside the first rider's, at the usual limits.
  private func waiting(
    _ all: [Contract.Request], _ mallory: Rider
  ) throws -> (problems: [String], summary: String) {
    let server = try serve(rateLimits: "standard")
    defer { _ = server.end() }
    guard let port = server.port else { return (["the server does not start"], "") }
    var carol = Rider(email: "carol@example.org", password: "carols-own-battery")
    var mallory = mallory
    try signIn(&carol, port)
    try signIn(&mallory, port)
    let (rider, attacker) = (carol, mallory)
    // The largest request to each endpoint.
    let largest = Dictionary(grouping: all.filter { $0.body.utf8.count <= 65_536 }) {
      "\($0.method) \($0.path)"
    }.compactMap { $1.max { $0.body.utf8.count < $1.body.utf8.count } }
    let alone = slowest(of: rider, port, for: .seconds(3))
    let all = largest.map { (request: $0, time: slowest(of: rider, port, beside: $0, attacker)) }
    guard let worst = all.max(by: { $0.time < $1.time }) else { return (["no endpoints"], "") }
    let summary = "a third rider waits for \(worst.time) beside \(worst.request), else \(alone)"
    // A machine may be busy with something else, but not each time.
    let isSlow = (0..<3).allSatisfy { _ in
      slowest(of: rider, port, beside: worst.request, attacker)
        > max(.seconds(1), slowest(of: rider, port, for: .seconds(1)) * 20)
    }
    return (isSlow ? [summary] : [], summary)
  }

  /// The longest time that a rider waits while another one repeats a request on four connections.
  private func slowest(
    of rider: Rider, _ port: UInt16, beside request: Contract.Request, _ attacker: Rider
  ) -> Duration {
    let isOver = Mutex(false)
    let threads = DispatchGroup()
    for _ in 0..<4 {
      threads.enter()
      Thread.detachNewThread { [self] in
        while !isOver.withLock({ $0 }) { _ = ask(request, attacker, port) }
        threads.leave()
      }
    }
    defer {
      isOver.withLock { $0 = true }
      threads.wait()
    }
    return slowest(of: rider, port, for: .milliseconds(150))
  }

  /// The longest time that a rider waits for an answer.
  private func slowest(of rider: Rider, _ port: UInt16, for time: Duration) -> Duration {
    let end = ContinuousClock.now + time
    var slowest = Duration.zero
    repeat {
      for request in [
        Contract.Request(method: "GET", target: "/sessions"),
        Contract.Request(method: "POST", target: "/posts", body: #"{"text":"Hello"}"#),
      ] {
        var isAnswered = false
        let time = ContinuousClock().measure {
          isAnswered = ask(request, rider, port).map { $0.status != 429 } ?? true
        }
        // What is refused at once is no measurement.
        if isAnswered { slowest = max(slowest, time) }
      }
      usleep(20_000)
    } while ContinuousClock.now < end
    return slowest
  }

  /// Gives a rider something of each kind, and returns what the cloud keeps of them.
  private func prepare(_ bob: Rider, _ port: UInt16) throws -> String {
    var fred = Rider(email: "fred@example.org", password: "freds-own-battery")
    try signIn(&fred, port)
    let waypoints =
      #""pickup":{"latitude":1,"longitude":2,"name":"secret-pickup"},"dropoff":{"latitude":1,"longitude":3}"#
    _ = try post("/friends", #"{"email":"\#(bob.email)"}"#, fred, port)
    _ = try post("/friends", #"{"email":"\#(fred.email)"}"#, bob, port)
    _ = try post("/friends", #"{"email":"gina@example.org"}"#, bob, port)
    let ride = try post("/rides", #"{\#(waypoints),"option":"wallabee"}"#, bob, port)
    let document = try JSONSerialization.jsonObject(with: ride) as? [String: Any]
    // A ride that is under way changes by itself.
    _ = try post("/rides/\(document?["id"] ?? "")/cancellation", "", bob, port)
    _ = try post("/posts", #"{"text":"secret-text"}"#, bob, port)
    return try export(bob, port)
  }

  private func post(_ target: String, _ body: String, _ rider: Rider, _ port: UInt16) throws -> Data
  {
    let answer = ask(Contract.Request(method: "POST", target: target, body: body), rider, port)
    guard let answer, answer.status < 300 else {
      throw ToolOptions.Failure(message: "POST \(target) fails: \(answer?.status ?? 0)")
    }
    return answer.body
  }

  /// The data that the cloud keeps of a rider, but for invitations, which anybody may send.
  private func export(_ rider: Rider, _ port: UInt16) throws -> String {
    let answer = ask(Contract.Request(method: "GET", target: "/account"), rider, port)
    var document = try JSONSerialization.jsonObject(with: answer?.body ?? Data()) as? [String: Any]
    var friends = document?["friends"] as? [String: Any]
    friends?["received"] = nil
    document?["friends"] = friends
    let data = try JSONSerialization.data(withJSONObject: document ?? [:], options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  /// Signs a rider in, or up where there is no account.
  private func signIn(
    _ rider: inout Rider, _ port: UInt16, name: String = "Mallory", number: String = "0491570156"
  ) throws {
    let credentials = #""email":"\#(rider.email)","password":"\#(rider.password)""#
    let profile = #""name":"\#(name)","nickname":"A","mobileNumber":"\#(number)""#
    let data =
      try (try? post("/sessions", "{\(credentials)}", rider, port))
      ?? post("/accounts", "{\(credentials),\(profile)}", rider, port)
    let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    rider.token = (document?["remoteSession"] as? [String: Any])?["token"] as? String ?? ""
  }

  private func serve(rateLimits: String) throws -> ServerProcess {
    try ServerProcess(
      "\(programs)/koober-cloud", environment: environment, folder: folder.empty(rateLimits),
      rateLimits: rateLimits)
  }

  private func ask(
    _ request: Contract.Request, _ rider: Rider, _ port: UInt16
  ) -> (status: Int, body: Data)? {
    requests.withLock { $0 += 1 }
    let headers = rider.token.isEmpty ? [] : ["Authorization: Bearer \(rider.token)"]
    return Connection.request(
      port: port, request.method, request.target, headers: headers + ["If-Match: *"],
      body: request.body)
  }
}
