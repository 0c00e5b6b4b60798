import Core

/// The routes of a cloud, found by path and method.
package struct RouteTable: Sendable {
  /// What a request asks for.
  enum Match {
    case route(ServedEndpoint, values: [String: String])
    /// The path is known, with other methods.
    case otherMethods([HTTPMethod])
    case none
  }

  package private(set) var routes: [ServedEndpoint] = []

  mutating func add(_ route: ServedEndpoint) {
    routes.append(route)
    // Literal segments win over parameters, so routes with fewer parameters are tried first.
    routes.sort { $0.path.parameterCount < $1.path.parameterCount }
  }

  func match(_ method: HTTPMethod, _ path: [String]) -> Match {
    var others: [HTTPMethod] = []
    for route in routes {
      guard let values = route.path.match(path) else { continue }
      if route.method == method { return .route(route, values: values) }
      others.append(route.method)
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
