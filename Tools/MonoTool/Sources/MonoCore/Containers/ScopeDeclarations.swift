/// A `…Dependencies` protocol: the requirements of a scope.
struct ScopeProtocol: Sendable {
  struct Demand: Sendable, Equatable {
    let name: String
    let type: String
  }

  let name: String
  /// Other protocols that it includes.
  let inherited: [String]
  let demands: [Demand]
}

/// Everything one module says about a type that has to do with scopes, extensions included.
struct ScopeType: Sendable {
  let name: String
  /// The types of stored properties.
  var stored: [String: String] = [:]
  /// The expressions of computed properties that consist of one.
  var computed: [String: String] = [:]
  var functions: Set<String> = []
  /// Of the first initializer.
  var parameters: [RuntimeValue] = []
  var conformances: Set<String> = []
  /// Names that are called like functions, types among them.
  var calls: Set<String> = []

  var isContainer: Bool { name.hasSuffix("Container") }

  mutating func merge(_ other: ScopeType) {
    stored.merge(other.stored) { first, _ in first }
    computed.merge(other.computed) { first, _ in first }
    functions.formUnion(other.functions)
    if parameters.isEmpty { parameters = other.parameters }
    conformances.formUnion(other.conformances)
    calls.formUnion(other.calls)
  }
}

extension String {
  /// The type without `any`, `some`, and what makes it optional.
  var bareType: String {
    var text = Substring(self)
    for prefix in ["any ", "some "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    while text.last == "?" || text.last == "!" { text = text.dropLast() }
    return String(text)
  }
}
