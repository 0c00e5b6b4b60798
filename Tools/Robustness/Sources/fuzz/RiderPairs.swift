import Basics
import CloudTesting
import Foundation
import Inputs
import RobustnessKit
import Synchronization

/// A rider who tries every endpoint with another rider's identifiers, beside a third rider.
struct RiderPairs {
  private static let secrets = ["Secretive", "0491570199", "secret-text", "secret-pickup"]

  private let programs: String
  private let root: String
  private let folder: TemporaryFolder
  private let databases: PostgreSQLServer?
  private let environment: [String: String]

  /// - Parameter isPostgreSQL: Whether the server keeps its data there, else in SQLite.
  init(_ options: ToolOptions, isPostgreSQL: Bool) throws {
    (programs, root) = (options.programs, options.root)
    folder = try TemporaryFolder()
    databases = isPostgreSQL ? try .started() : nil
    var environment = Sandbox.variables(try folder.makeFolder("home"))
    if let databases {
      environment["KOOBER_CLOUD_DATABASE"] = databases.url(of: try databases.makeDatabase())
    }
    self.environment = environment
  }

  /// Returns what the first rider got of the second or did to them, and how long the third waited.
  func findings() throws -> (problems: [String], summary: String) {
    let server = try serve(rateLimits: "none")
    defer { server.end() }
    guard let port = server.port else { return (["the server does not start"], "") }
    let bob = try Rider("bob", port: port, name: "Secretive", number: "0491570199")
    let mallory = try Rider("mallory", port: port)
    try bob.addBelongings()
    let before = try bob.export()
    let identifiers = Set(before.matches(of: /"id":"([^"]+)"/).map { String($0.output.1) })
    guard identifiers.count >= 5 else { return (["'\(before)' names too little"], "") }
    let requests = try contract(of: mallory, beside: bob).requests(with: identifiers.sorted())
    var problems = try leaks(requests, to: mallory) + damaged(port: port)
    let after = try bob.export()
    if before != after { problems.append("changed: \(before)\n  to: \(after)") }
    let waiting = try waiting(requests)
    return (problems + waiting.problems, "\(requests.count) requests, \(waiting.summary)")
  }

  private func contract(of mallory: Rider, beside bob: Rider) throws -> Contract {
    let document = try Outcome(
      running: "\(programs)/koober-cloud", ["openapi"], environment: environment
    ).output
    return Contract(
      document,
      texts: [
        "email": bob.email, "password": mallory.password, "current": mallory.password,
        "new": mallory.password, "name": "Mallory", "nickname": "Mallory",
        "mobileNumber": "0491570156", "text": "Hello",
      ])
  }

  /// Sends the requests and returns those that the server failed, or answered with a secret.
  private func leaks(_ requests: [Contract.Request], to mallory: Rider) throws -> [String] {
    var mallory = mallory
    return try requests.compactMap { request in
      var response = mallory.send(request)
      if response?.status == 401 {
        try mallory.signIn()
        response = mallory.send(request)
      }
      let text = response.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
      let isFailed = response.map { $0.status >= 500 } ?? true
      guard isFailed || Self.secrets.contains(where: text.contains) else { return nil }
      return "\(request): \(response?.status ?? 0) \(text.prefix(300))"
    }
  }

  /// Sends damaged requests and returns those after which the server is not well.
  private func damaged(port: UInt16) throws -> [String] {
    try Corpus(root: root, every: nil).inputs(for: "requests").compactMap { input in
      let connection = try RawConnection(port: port, limit: .milliseconds(50))
      connection.send(try input.bytes())
      connection.finishSending()
      let answer = String(decoding: connection.rest(), as: UTF8.self)
      let isWell = send("GET", "/healthz", port: port)?.status == 200
      let isAnswered = answer.isEmpty || answer.firstMatch(of: /^HTTP\/1\.1 ([1-4]|50[135])/) != nil
      return isWell && isAnswered
        ? nil : "after damaged request \(input.name): \(answer.prefix(300))"
    }
  }

  /// Times a third rider's requests alone and then beside the first rider's, at the usual limits.
  private func waiting(
    _ requests: [Contract.Request]
  ) throws -> (problems: [String], summary: String) {
    let server = try serve(rateLimits: "standard")
    defer { server.end() }
    guard let port = server.port else { return (["the server does not start"], "") }
    let carol = try Rider("carol", port: port)
    let mallory = try Rider("mallory", port: port)
    // The largest request to each endpoint.
    let largest = Dictionary(grouping: requests.filter { $0.body.utf8.count <= 65_536 }) {
      "\($0.method) \($0.path)"
    }.compactMap { $1.max { $0.body.utf8.count < $1.body.utf8.count } }
    let alone = carol.slowest(for: .seconds(3))
    let times = largest.map { ($0, carol.slowest(beside: $0, from: mallory)) }
    guard let worst = times.max(by: { $0.1 < $1.1 }) else { return (["no endpoints"], "") }
    let summary = "a third rider waits for \(worst.1) beside \(worst.0), else \(alone)"
    // A machine may be busy with something else, but not each time.
    let isSlow = (0..<3).allSatisfy { _ in
      carol.slowest(beside: worst.0, from: mallory)
        > max(.seconds(1), carol.slowest(for: .seconds(1)) * 20)
    }
    return (isSlow ? [summary] : [], summary)
  }

  private func serve(rateLimits: String) throws -> ServerProcess {
    try ServerProcess("\(programs)/koober-cloud", environment: environment, rateLimits: rateLimits)
  }
}

/// A rider with an account and a session on a server.
private struct Rider: Sendable {
  let email: String
  let password: String
  private let profile: String
  private let port: UInt16
  private var token = ""

  /// Signs in, or up where there is no account.
  init(
    _ word: String, port: UInt16, name: String = "Mallory", number: String = "0491570156"
  ) throws {
    email = "\(word)@example.org"
    password = "\(word)s-own-battery"
    profile = #""name":"\#(name)","nickname":"A","mobileNumber":"\#(number)""#
    self.port = port
    try signIn()
  }

  mutating func signIn() throws {
    let credentials = #""email":"\#(email)","password":"\#(password)""#
    let data =
      try (try? post("/sessions", "{\(credentials)}"))
      ?? post("/accounts", "{\(credentials),\(profile)}")
    let session = jsonObject(data)?["remoteSession"] as? [String: Any]
    token = session?["token"] as? String ?? ""
  }

  func send(_ request: Contract.Request) -> (status: Int, body: Data)? {
    RobustnessKit.send(request.method, request.target, token: token, body: request.body, port: port)
  }

  @discardableResult
  private func post(_ target: String, _ body: String = "") throws -> Data {
    let response = send(Contract.Request(method: "POST", target: target, body: body))
    guard let response, response.status < 300 else {
      throw ToolError("POST \(target) fails: \(response?.status ?? 0)")
    }
    return response.body
  }

  func addBelongings() throws {
    let fred = try Rider("fred", port: port)
    try fred.post("/friends", #"{"email":"\#(email)"}"#)
    try post("/friends", #"{"email":"\#(fred.email)"}"#)
    try post("/friends", #"{"email":"gina@example.org"}"#)
    let ends = "pickupLatitude=1&pickupLongitude=2&dropoffLatitude=1&dropoffLongitude=3"
    let options = send(Contract.Request(method: "GET", target: "/ride-options?\(ends)"))
    let quote = firstQuote(of: options.flatMap { jsonObject($0.body) }) ?? ""
    let ride = try post(
      "/rides",
      """
      {"pickup":{"latitude":1,"longitude":2,"name":"secret-pickup"},\
      "dropoff":{"latitude":1,"longitude":3},"option":"wallabee","quote":"\(quote)"}
      """)
    // A ride that is under way changes by itself.
    try post("/rides/\(jsonObject(ride)?["id"] ?? "")/cancellation")
    try post("/posts", #"{"text":"secret-text"}"#)
  }

  /// The data that the cloud keeps of the rider, but for invitations, which anybody may send.
  func export() throws -> String {
    let response = send(Contract.Request(method: "GET", target: "/account"))
    var document = response.flatMap { jsonObject($0.body) } ?? [:]
    var friends = document["friends"] as? [String: Any]
    friends?["received"] = nil
    document["friends"] = friends
    let data = try JSONSerialization.data(withJSONObject: document, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  /// The longest time that the rider waits while another one repeats a request on four connections.
  func slowest(beside request: Contract.Request, from attacker: Rider) -> Duration {
    let isOver = Mutex(false)
    let threads = DispatchGroup()
    for _ in 0..<4 {
      threads.enter()
      Thread.detachNewThread {
        while !isOver.withLock({ $0 }) { _ = attacker.send(request) }
        threads.leave()
      }
    }
    defer {
      isOver.withLock { $0 = true }
      threads.wait()
    }
    return slowest(for: .milliseconds(150))
  }

  func slowest(for time: Duration) -> Duration {
    let end = ContinuousClock.now + time
    var slowest = Duration.zero
    repeat {
      for request in [
        Contract.Request(method: "GET", target: "/sessions"),
        Contract.Request(method: "POST", target: "/posts", body: #"{"text":"Hello"}"#),
      ] {
        var isAnswered = false
        let time = ContinuousClock().measure {
          isAnswered = send(request).map { $0.status != 429 } ?? true
        }
        // A request refused at once is no measurement.
        if isAnswered { slowest = max(slowest, time) }
      }
      usleep(20_000)
    } while ContinuousClock.now < end
    return slowest
  }
}
