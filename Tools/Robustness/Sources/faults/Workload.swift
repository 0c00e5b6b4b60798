import Foundation
import RobustnessKit

/// The requests of two riders and an administrator to a server, and what it acknowledged.
struct Workload {
  /// The response that a server gives at any time after it has acknowledged a change.
  struct Expectation {
    var method = "GET"
    let target: String
    let token: String
    var body = ""
    var status = 200
    /// A part of the response.
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
  private(set) var expectations: [Expectation] = []
  private(set) var hasAccount = false
  /// Whether every request had the result that it has without a fault.
  private(set) var isComplete = true

  mutating func run(adminToken: String) {
    let ada = signUp("Ada")
    let grace = signUp("Grace")
    hasAccount = ada != nil
    for (target, status) in [("/healthz", 200), ("/nothing", 404)] {
      _ = request("GET", target, status: status)
    }
    let edited = "\(Self.flags)\"}}}}"
    if request("PUT", "/flags?message=edited", adminToken, body: edited, status: 200) != nil {
      expectations.append(Expectation(target: "/flags", token: "", text: "before"))
    }
    guard let ada else { return }
    ride(ada)
    share(ada, grace)
  }

  private mutating func ride(_ ada: Rider) {
    for target in ["/places?query=opera&limit=5&ranking=match", "/profile", "/rides?limit=5"] {
      _ = request("GET", target, ada.token, status: 200)
    }
    let ends =
      "pickupLatitude=-33.86&pickupLongitude=151.2&dropoffLatitude=-33.9&dropoffLongitude=151.2"
    let options = request("GET", "/ride-options?\(ends)", ada.token, status: 200)
    guard let quote = firstQuote(of: options) else { return }
    let trip = """
      {"pickup":{"latitude":-33.86,"longitude":151.2},\
      "dropoff":{"latitude":-33.9,"longitude":151.2},"option":"wallabee","quote":"\(quote)"}
      """
    let ride = request("POST", "/rides", ada.token, body: trip, status: 201)
    expect(ride?["id"], in: "/rides?limit=5", ada)
  }

  private mutating func share(_ ada: Rider, _ grace: Rider?) {
    let text = #"{"text":"Hello"}"#
    guard let post = request("POST", "/posts", ada.token, body: text, status: 201)?["id"] else {
      return
    }
    expect(post, in: "/posts/\(post)", ada)
    guard let grace else { return }
    let email = #"{"email":"grace@example.org"}"#
    guard request("POST", "/friends", ada.token, body: email, status: 201) != nil,
      request("POST", "/friends/\(ada.id)/acceptance", grace.token, status: 200) != nil
    else { return }
    expect(grace.id, in: "/friends", ada)
    let friend = #"{"friend":"\#(grace.id)"}"#
    if request("POST", "/posts/\(post)/shares", ada.token, body: friend, status: 201) != nil {
      expect(post, in: "/inbox?limit=5", grace)
    }
  }

  private mutating func expect(_ id: Any?, in target: String, _ rider: Rider) {
    guard let id = id as? String else { return }
    expectations.append(Expectation(target: target, token: rider.token, text: id))
  }

  /// Requests what was acknowledged.
  mutating func check(_ expectation: Expectation) {
    let document = request(
      expectation.method, expectation.target, expectation.token, body: expectation.body,
      status: expectation.status)
    if let document, !"\(document)".contains(expectation.text) {
      problems.append("\(expectation.target) lacks '\(expectation.text)': \(document)")
    }
  }

  private mutating func signUp(_ name: String) -> Rider? {
    let credentials =
      #""email":"\#(name.lowercased())@example.org","password":"correct-horse-battery""#
    let body = #"{"name":"\#(name)","nickname":"A","mobileNumber":"0491570156",\#(credentials)}"#
    guard let account = request("POST", "/accounts", body: body, status: 201) else { return nil }
    let session = account["remoteSession"] as? [String: Any]
    let profile = account["profile"] as? [String: Any]
    guard let token = session?["token"] as? String, let id = profile?["id"] as? String else {
      problems.append("POST /accounts was acknowledged without a token")
      return nil
    }
    // The password and the session are right from now on, whatever fails.
    let signIn = Expectation(
      method: "POST", target: "/sessions", token: "", body: "{\(credentials)}", status: 201,
      text: id)
    check(signIn)
    expectations += [signIn, Expectation(target: "/profile", token: token, text: id)]
    return Rider(id: id, token: token)
  }

  /// Sends a request and returns the document of the expected response. With a fault the request may
  /// fail on the server, or lose its connection.
  private mutating func request(
    _ method: String, _ target: String, _ token: String = "", body: String = "", status: Int
  ) -> [String: Any]? {
    let response = send(method, target, token: token, body: body, port: port)
    if let response, response.status == status, let document = jsonObject(response.body) {
      return document
    }
    isComplete = false
    if isFaulty, response.map({ [500, 503].contains($0.status) }) ?? true { return nil }
    let text = response.map { "\($0.status) \(String(decoding: $0.body, as: UTF8.self))" }
    problems.append("\(method) \(target) got \(text ?? "no answer")")
    return nil
  }
}
