import FoundationEssentials

/// A request as it came over the network.
struct HTTPRequest: Sendable {
  /// As the client wrote it: `GET`, `POST`, or anything else.
  let method: String
  /// The path and query as they stand in the request line.
  let target: String
  /// The headers that matter, by lower-case name.
  let headers: [String: String]
  /// The address of the client, or of the proxy in front of the server.
  let peer: String
  var body = Data()
}

/// An answer on its way to the network.
struct HTTPAnswer: Equatable, Sendable {
  let status: Int
  var headers: [String: String] = [:]
  let body: Data
}
