package import Core

/// An endpoint of the contract with what serves it.
package struct ServedEndpoint: Sendable {
  package let name: String
  package let method: HTTPMethod
  package let path: PathTemplate
  package let access: EndpointAccess
  package let isIdempotentByKey: Bool
  package let isTagged: Bool
  package let summary: String
  package let parameters: any (Codable & Sendable).Type
  package let body: any (Codable & Sendable).Type
  package let response: any (Codable & Sendable).Type
  /// Answers a request whose path has these values.
  let answer: @Sendable (CloudRequest, [String: String]) throws -> CloudResponse
}
