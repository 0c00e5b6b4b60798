/// A parameter of a pattern without its type.
struct DeclaredParameter {
  let name: String
  let isOptional: Bool

  init<Value>(_ parameter: LinkParameter<Value>) {
    name = parameter.name
    isOptional = parameter.isOptional
  }
}

extension LinkShape {
  /// Parses the text of a pattern and compares the names in it with its parameters.
  init(pattern: String, declared: [DeclaredParameter]) throws(LinkPatternError) {
    do {
      try self.init(pattern)
      try check(declared)
    } catch {
      throw LinkPatternError(pattern: pattern, reason: error.reason)
    }
  }

  /// Refuses parameters that the text does not name exactly once, and names without a parameter.
  private func check(_ declared: [DeclaredParameter]) throws(LinkSyntaxError) {
    let names = pathParameters + query.map(\.parameter)
    for name in names where !declared.contains(where: { $0.name == name }) {
      throw LinkSyntaxError("no parameter was given for '<\(name)>'")
    }
    for parameter in declared {
      switch names.count(where: { $0 == parameter.name }) {
      case 0: throw LinkSyntaxError("it has no '<\(parameter.name)>'")
      case 1: break
      default: throw LinkSyntaxError("it has '<\(parameter.name)>' more than once")
      }
      if parameter.isOptional, pathParameters.contains(parameter.name) {
        throw LinkSyntaxError("'<\(parameter.name)>' is in the path and cannot be optional")
      }
    }
    guard declared.count == names.count else {
      throw LinkSyntaxError("a parameter was given more than once")
    }
  }
}
