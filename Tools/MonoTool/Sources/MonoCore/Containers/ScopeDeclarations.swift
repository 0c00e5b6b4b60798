/// Everything about scopes in one file.
struct ScopeFile: Sendable, Codable {
  var imports: [String] = []
  var protocols: [ScopeProtocol] = []
  var types: [ScopeType] = []
  /// The types for which the names of type aliases stand.
  var aliases: [String: String] = [:]
}

/// A protocol such as `…Dependencies`: the requirements of a scope.
struct ScopeProtocol: Sendable, Codable {
  let name: String
  /// Other protocols that it includes.
  let inherited: [String]
  let demands: [TypedName]
}

/// A thing that a scope asks, or cannot be opened without.
package struct TypedName: Sendable, Codable {
  let name, type: String

  var text: String { "\(name): \(type)" }
}

/// The scopes' part of what one module says about a type, or about a function outside all types.
struct ScopeType: Sendable, Codable {
  /// The expression that a value is made with.
  enum Creation: Sendable, Hashable, Codable {
    /// A call of a type, of one of its static functions, or of a function.
    case named(String)
    /// `.init(…)` or `.live` for a stored property of the type.
    case property(String)
    /// `.init(…)` or `.live` for an argument in a call of a type.
    case argument(ofCall: String, label: String)
  }

  let name: String
  /// Whether it is declared here, and not only extended.
  var isDeclared = false
  /// The types of stored properties.
  var stored: [String: String] = [:]
  /// The computed properties that consist of names, such as `container.clock`.
  var computed: [String: String] = [:]
  var functions: Set<String> = []
  /// Of the first initializer.
  var parameters: [TypedName] = []
  var conformances: Set<String> = []
  var creations: Set<Creation> = []

  mutating func merge(_ other: ScopeType) {
    isDeclared = isDeclared || other.isDeclared
    stored.merge(other.stored) { first, _ in first }
    computed.merge(other.computed) { first, _ in first }
    functions.formUnion(other.functions)
    if parameters.isEmpty { parameters = other.parameters }
    conformances.formUnion(other.conformances)
  }
}

extension String {
  /// Whether a type of this name can be a container.
  var isContainer: Bool { hasSuffix("Container") }
  /// Whether a protocol of this name says what a container asks.
  var isDependencies: Bool { hasSuffix("Dependencies") }

  /// The type without `any`, `some`, attributes, brackets, generic arguments and question marks.
  var bareType: String {
    var text = Substring(self)
    while text.first == "@", let space = text.firstIndex(of: " ") {
      text = text[space...].drop { $0 == " " }
    }
    while let first = text.first, "[(".contains(first) { text = text.dropFirst() }
    for prefix in ["any ", "some "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    return String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
  }
}
