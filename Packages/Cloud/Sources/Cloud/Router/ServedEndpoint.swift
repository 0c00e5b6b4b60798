package import Core

/// An endpoint of the contract with what serves it.
package struct ServedEndpoint: Sendable {
  package let declaration: any EndpointDeclaration
  /// Answers a request whose path has these values.
  let answer: @Sendable (CloudRequest, [String: String]) throws -> CloudResponse
}
