import Foundation
import RobustnessKit

/// The requests of two riders and an administrator to a server, and what it acknowledged.
struct Conversation {
  /// The answer that a server gives at any time after it has acknowledged a change.
  struct Promise {
    var method = "GET"
    let target: String
    let token: String
    var body = ""
    var status = 200
    /// A part of the answer.
    let text: String
  }

  private struct Rider {
    let id: String
    let token: String
  }

  /// The beginning of definitions with a split, up to a description with a word that can be edited.
  static let flags = """
    {"flags":{"ride-options-layout":{"state":"ENABLED","variants":{"table":"table","cards":"cards"},\
    "defaultVariant":"table","targeting":{"fractional":[["table",50],["cards",50]]},\
    "metadata":{"description":"before
    """

  let port: UInt16
  let isFaulty: Bool
  private(set) var problems: [String] = []
  private(set) var promises: [Promise] = []
  private(set) var hasAccount = false
  /// Whether every request had the result that it has without a fault.
  private(set) var isWhole = true

  init(port: UInt16, isFaulty: Bool) {
    self.port = port
    self.isFaulty = isFaulty
  }

  mutating func run(adminToken: String) throws {
    let ada = signUp("Ada")
    let grace = signUp("Grace")
    hasAccount = ada != nil
    for (target, status) in [("/healthz", 200), ("/nothing", 404)] {
      _ = ask("GET", target, status: status)
    }
    if ask("PUT", "/flags?message=edited", adminToken, body: "\(Self.flags)\"}}}}", status: 200)
      != nil
    {
      promises.append(Promise(target: "/flags", token: "", text: "before"))
    }
    guard let ada else { return }
    for target in ["/places?query=opera&limit=5&ranking=match", "/profile", "/rides?limit=5"] {
      _ = ask("GET", target, ada.token, status: 200)
    }
    let from = #"{"latitude":-33.86,"longitude":151.2}"#,
      to = #"{"latitude":-33.9,"longitude":151.2}"#
    let ride = ask(
      "POST", "/rides", ada.token,
      body: #"{"pickup":\#(from),"dropoff":\#(to),"option":"wallabee"}"#, status: 201)
    promise(ride, in: "/rides?limit=5", ada)
    guard let post = ask("POST", "/posts", ada.token, body: #"{"text":"Hello"}"#, status: 201),
      let number = post["id"] as? String
    else { return }
    promise(post, in: "/posts/\(number)", ada)
    guard let grace else { return }
    let email = #"{"email":"grace@example.org"}"#
    guard ask("POST", "/friends", ada.token, body: email, status: 201) != nil,
      ask("POST", "/friends/\(ada.id)/acceptance", grace.token, status: 200) != nil
    else { return }
    promises.append(Promise(target: "/friends", token: ada.token, text: grace.id))
    let recipient = #"{"friend":"\#(grace.id)"}"#
    if ask("POST", "/posts/\(number)/shares", ada.token, body: recipient, status: 201) != nil {
      promise(post, in: "/inbox?limit=5", grace)
    }
  }

  /// Asks for what was promised.
  mutating func check(_ promise: Promise) {
    let answer = ask(
      promise.method, promise.target, promise.token, body: promise.body, status: promise.status)
    if let answer, !"\(answer)".contains(promise.text) {
      problems.append("\(promise.target) lacks '\(promise.text)': \(answer)")
    }
  }

  private mutating func promise(_ document: [String: Any]?, in target: String, _ rider: Rider) {
    guard let id = document?["id"] as? String else { return }
    promises.append(Promise(target: target, token: rider.token, text: id))
  }

  private mutating func signUp(_ name: String) -> Rider? {
    let credentials =
      #""email":"\#(name.lowercased())@example.org","password":"correct-horse-battery""#
    let account = ask(
      "POST", "/accounts",
      body: #"{"name":"\#(name)","nickname":"A","mobileNumber":"0491570156",\#(credentials)}"#,
      status: 201)
    guard let account else { return nil }
    let session = account["remoteSession"] as? [String: Any]
    let profile = account["profile"] as? [String: Any]
    guard let token = session?["token"] as? String, let id = profile?["id"] as? String else {
      problems.append("POST /accounts was acknowledged without a token")
      return nil
    }
    // The password and the session are right from now on, whatever fails.
    let signIn = Promise(
      method: "POST", target: "/sessions", token: "", body: "{\(credentials)}", status: 201,
      text: id)
    check(signIn)
    promises += [signIn, Promise(target: "/profile", token: token, text: id)]
    return Rider(id: id, token: token)
  }

  /// Sends a request and returns the document of the answer that it should get. With a fault it may
  /// fail on the server, or lose its connection.
  private mutating func ask(
    _ method: String, _ target: String, _ token: String = "", body: String = "", status: Int
  ) -> [String: Any]? {
    let headers = token.isEmpty ? [] : ["Authorization: Bearer \(token)", "If-Match: *"]
    let answer = Connection.request(port: port, method, target, headers: headers, body: body)
    let document = answer.flatMap { try? JSONSerialization.jsonObject(with: $0.body) }
    if answer?.status == status, let document = document as? [String: Any] { return document }
    isWhole = false
    let isExcused = isFaulty && (answer == nil || [500, 503].contains(answer?.status))
    if !isExcused {
      let text = answer.map { "\($0.status) \(String(decoding: $0.body, as: UTF8.self))" }
      problems.append("\(method) \(target) got \(text ?? "no answer")")
    }
    return nil
  }
}
