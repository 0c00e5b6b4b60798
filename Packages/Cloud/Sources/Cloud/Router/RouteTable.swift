package import Core

/// The routes of a cloud, found by path and method.
package struct RouteTable: Sendable {
  /// What a request asks for.
  package enum Match {
    case endpoint(ServedEndpoint, values: [String: String])
    /// The path is known, with other methods.
    case otherMethods([HTTPMethod])
    case none
  }

  package private(set) var endpoints: [ServedEndpoint] = []

  mutating func add(_ endpoint: ServedEndpoint) {
    endpoints.append(endpoint)
    // Literal segments win over parameters, so routes with fewer parameters are tried first.
    endpoints.sort { $0.path.parameterCount < $1.path.parameterCount }
  }

  /// Returns the methods that a path is served with, in order.
  package func methods(at path: [String]) -> [HTTPMethod] {
    endpoints.filter { $0.path.match(path) != nil }.map(\.method)
      .sorted { $0.rawValue < $1.rawValue }
  }

  package func match(_ method: HTTPMethod, _ path: [String]) -> Match {
    var others: [HTTPMethod] = []
    for endpoint in endpoints {
      guard let values = endpoint.path.match(path) else { continue }
      if endpoint.method == method { return .endpoint(endpoint, values: values) }
      others.append(endpoint.method)
    }
    return others.isEmpty ? .none : .otherMethods(others)
  }
}

extension PathTemplate {
  fileprivate var parameterCount: Int {
    segments.count { segment in
      if case .parameter = segment { true } else { false }
    }
  }
}
