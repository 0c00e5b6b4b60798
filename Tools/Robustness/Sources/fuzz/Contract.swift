import Foundation
import RobustnessKit

/// The endpoints that `koober-cloud openapi` prints, and requests made from their schemas.
struct Contract {
  struct Request: Sendable, CustomStringConvertible {
    let method: String
    let target: String
    var body = ""
    var path = ""

    var description: String { "\(method) \(target) \(body.prefix(100)) (\(body.utf8.count) bytes)" }
  }

  private let paths: [String: [String: [String: Any]]]
  private let schemas: [String: [String: Any]]
  /// The texts that are sent for fields, by their names; other texts are identifiers.
  private let texts: [String: String]

  init(_ document: Data, texts: [String: String]) {
    let json = jsonObject(document)
    let components = json?["components"] as? [String: Any]
    paths = json?["paths"] as? [String: [String: [String: Any]]] ?? [:]
    schemas = components?["schemas"] as? [String: [String: Any]] ?? [:]
    self.texts = texts
  }

  /// Each endpoint with each identifier in its path, query and body, and with bodies at each limit.
  func requests(with identifiers: [String]) throws -> [Request] {
    try paths.sorted { $0.key < $1.key }.flatMap { path, operations in
      try operations.sorted { $0.key < $1.key }.flatMap { method, operation in
        let body = operation["requestBody"] as? [String: Any]
        let content = body?["content"] as? [String: [String: Any]]
        let schema = content?["application/json"]?["schema"] as? [String: Any]
        func request(_ identifier: String, excess: Int? = nil) throws -> Request {
          let body = try schema.map {
            let value = value(of: $0, "", identifier, excess)
            return String(
              decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
          }
          return Request(
            method: method.uppercased(), target: target(path, operation, identifier),
            body: body ?? "", path: path)
        }
        var requests = try identifiers.map { try request($0) }
        if requests.allSatisfy({ $0.description == requests[0].description }) {
          requests = [requests[0]]
        }
        guard schema != nil else { return requests }
        let limits = try [0, 1].map { try request("x", excess: $0) }
        // The most bytes that a body may have, and one more.
        let padded = [65_536, 65_537].map { size in
          var request = limits[0]
          request.body += String(repeating: " ", count: max(0, size - request.body.utf8.count))
          return request
        }
        return requests + limits + padded
      }
    }
  }

  private func target(_ path: String, _ operation: [String: Any], _ identifier: String) -> String {
    var target = path
    var query: [String] = []
    for parameter in operation["parameters"] as? [[String: Any]] ?? [] {
      let name = parameter["name"] as? String ?? ""
      let value = value(of: parameter["schema"] as? [String: Any] ?? [:], name, identifier, nil)
      if parameter["in"] as? String == "query" { query.append("\(name)=\(value)") }
      target = target.replacing("{\(name)}", with: "\(value)")
    }
    return query.isEmpty ? target : "\(target)?\(query.joined(separator: "&"))"
  }

  /// A value of a schema.
  ///
  /// - Parameter excess: By how much texts and lists go beyond their limits; a list without one
  ///   fills a body. `nil` for short ones.
  private func value(
    of schema: [String: Any], _ name: String, _ identifier: String, _ excess: Int?
  ) -> Any {
    if let reference = schema["$ref"] as? String {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      return value(of: schemas[name] ?? [:], name, identifier, excess)
    }
    if let first = (schema["anyOf"] as? [[String: Any]])?.first {
      return value(of: first, name, identifier, excess)
    }
    if let first = (schema["enum"] as? [Any])?.first { return first }
    switch schema["type"] as? String {
    case "object":
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      let members = properties.map { ($0, value(of: $1, $0, identifier, excess)) }
      return Dictionary(uniqueKeysWithValues: members)
    case "array":
      let item = value(of: schema["items"] as? [String: Any] ?? [:], name, identifier, nil)
      let size = "\(item)".utf8.count + 8
      let count = excess.map { (schema["maxItems"] as? Int ?? 60_000 / size) + $0 } ?? 1
      // Different ones, where they are texts.
      return (0..<count).map { number in
        (item as? String).map { "\($0)\(excess == nil ? "" : "\(number)")" } ?? item
      }
    case "integer", "number": return 1
    case "boolean": return true
    default:
      guard let excess, let length = schema["maxLength"] as? Int else {
        return texts[name] ?? identifier
      }
      return String(repeating: "x", count: length + excess)
    }
  }
}
