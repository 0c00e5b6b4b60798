import SwiftParser
import SwiftSyntax

/// A thing that a scope asks, or cannot be opened without.
struct TypedName: Sendable, Codable {
  let name, type: String
}

/// What one file says about a type, in its declaration or an extension.
struct ScopeType: Sendable, Codable {
  let name: String
  /// Whether it is declared here, and not only extended.
  var isDeclared = false
  /// What a protocol asks; `nil` for a type that is none.
  var demands: [TypedName]?
  /// The types of stored properties.
  var stored: [String: String] = [:]
  /// The computed properties that consist of names, such as `container.clock`.
  var computed: [String: String] = [:]
  /// Of the first initializer.
  var parameters: [TypedName] = []
  var conformances: [String] = []
  /// The types whose values it makes.
  var made: Set<String> = []

  mutating func merge(_ other: ScopeType) {
    isDeclared = isDeclared || other.isDeclared
    demands = demands ?? other.demands
    stored.merge(other.stored) { first, _ in first }
    computed.merge(other.computed) { first, _ in first }
    if parameters.isEmpty { parameters = other.parameters }
    conformances += other.conformances
    made.formUnion(other.made)
  }
}

/// Reads what a file says about scopes.
final class ScopeScanner: SyntaxAnyVisitor {
  private var types: [ScopeType] = []
  private var open: [ScopeType] = []

  static func scan(_ source: [UInt8]) -> [ScopeType] {
    let scanner = ScopeScanner(viewMode: .sourceAccurate)
    scanner.walk(source.withUnsafeBufferPointer { Parser.parse(source: $0) })
    return scanner.types
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    guard let group = node.asProtocol((any DeclGroupSyntax).self) else { return .visitChildren }
    let inherited = group.inheritanceClause?.inheritedTypes ?? []
    open.append(
      ScopeType(
        name: group.typeName, isDeclared: !group.is(ExtensionDeclSyntax.self),
        demands: group.is(ProtocolDeclSyntax.self) ? [] : nil,
        conformances: inherited.map(\.type.trimmedDescription.bareType)))
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    if node.asProtocol((any DeclGroupSyntax).self) != nil { types.append(open.removeLast()) }
  }

  /// Changes the type whose member a declaration is.
  private func note(_ node: some DeclSyntaxProtocol, _ change: (inout ScopeType) -> Void) {
    if !open.isEmpty, node.parent?.is(MemberBlockItemSyntax.self) == true {
      change(&open[open.count - 1])
    }
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node) { type in
      for binding in node.bindings {
        let name = binding.pattern.trimmedDescription
        let declared = binding.typeAnnotation?.type.trimmedDescription
        let accessors = binding.accessorBlock?.accessors
        type.demands?.append(TypedName(name: name, type: declared ?? ""))
        if accessors == nil {
          let made = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression
          type.stored[name] = declared ?? made?.trimmedDescription ?? ""
        } else if let getter = accessors?.as(CodeBlockItemListSyntax.self)?.trimmedDescription,
          getter.isChain
        {
          // A getter that is more than names makes the property the type's own value.
          type.computed[name] = getter
        }
      }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let type = node.signature.returnClause?.type.trimmedDescription ?? "Void"
    note(node) { $0.demands?.append(TypedName(name: node.name.text, type: type)) }
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node) { type in
      guard type.parameters.isEmpty else { return }
      type.parameters = node.signature.parameterClause.parameters.map {
        TypedName(name: $0.firstName.text, type: $0.type.trimmedDescription)
      }
    }
    return .visitChildren
  }

  /// `RideContainer(…)`, `Ride.RideContainer(…)`, `RideContainer.live(…)`, `map(RideContainer.init)`.
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !open.isEmpty, node.baseName.text.first?.isUppercase == true {
      open[open.count - 1].made.insert(node.baseName.text)
    }
    return .visitChildren
  }
}

extension DeclGroupSyntax {
  /// The name of the type that is declared or extended, without those around it.
  var typeName: String {
    let extended = self.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription.bareType
    let name = extended ?? asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    return name.split(separator: ".").last.map(String.init) ?? name
  }
}

extension String {
  /// Whether a type of this name can be a container.
  var isContainer: Bool { hasSuffix("Container") }
  /// Whether a protocol of this name says what a container asks.
  var isDependencies: Bool { hasSuffix("Dependencies") }
  /// Whether it is made of names with dots between them.
  fileprivate var isChain: Bool { allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) } }

  /// The type without `any`, `some`, attributes, brackets, generic arguments and question marks.
  var bareType: String {
    var text = Substring(self)
    while text.first == "@", let space = text.firstIndex(of: " ") {
      text = text[space...].drop { $0 == " " }
    }
    text = text.drop { "[(".contains($0) }
    for prefix in ["any ", "some "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    return String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
  }
}
