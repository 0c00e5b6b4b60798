import SwiftParser
import SwiftSyntax

/// What one file says about scopes.
struct ScopeFile: Sendable, Codable {
  var protocols: [ScopeProtocol] = []
  var types: [ScopeType] = []
}

/// A protocol `…Dependencies`: the requirements of a scope.
struct ScopeProtocol: Sendable, Codable {
  let name: String
  let inherited: [String]
  let demands: [TypedName]
}

/// A thing that a scope asks, or cannot be opened without.
package struct TypedName: Sendable, Codable {
  let name, type: String

  var text: String { "\(name): \(type)" }
}

/// What one file says about a type, in its declaration or an extension.
struct ScopeType: Sendable, Codable {
  let name: String
  /// Whether it is declared here, and not only extended.
  var isDeclared = false
  /// The types of stored properties.
  var stored: [String: String] = [:]
  /// The computed properties that consist of names, such as `container.clock`.
  var computed: [String: String] = [:]
  /// Of the first initializer.
  var parameters: [TypedName] = []
  var conformances: Set<String> = []
  /// The types whose values it makes.
  var made: Set<String> = []

  mutating func merge(_ other: ScopeType) {
    isDeclared = isDeclared || other.isDeclared
    stored.merge(other.stored) { first, _ in first }
    computed.merge(other.computed) { first, _ in first }
    if parameters.isEmpty { parameters = other.parameters }
    conformances.formUnion(other.conformances)
    made.formUnion(other.made)
  }
}

/// Reads what a file says about scopes.
final class ScopeScanner: SyntaxAnyVisitor {
  private var file = ScopeFile()
  private var open: [ScopeType] = []

  static func scan(_ source: [UInt8]) -> ScopeFile {
    let scanner = ScopeScanner(viewMode: .sourceAccurate)
    scanner.walk(source.withUnsafeBufferPointer { Parser.parse(source: $0) })
    return scanner.file
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.name.text.isDependencies else { return .skipChildren }
    let demands = node.memberBlock.members.flatMap { member -> [TypedName] in
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        return variable.bindings.map {
          TypedName(
            name: $0.pattern.trimmedDescription,
            type: $0.typeAnnotation?.type.trimmedDescription ?? "")
        }
      }
      guard let function = member.decl.as(FunctionDeclSyntax.self) else { return [] }
      let type = function.signature.returnClause?.type.trimmedDescription
      return [TypedName(name: function.name.text, type: type ?? "Void")]
    }
    file.protocols.append(
      ScopeProtocol(
        name: node.name.text, inherited: Self.names(node.inheritanceClause), demands: demands))
    return .skipChildren
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    guard let group = node.asProtocol((any DeclGroupSyntax).self) else { return .visitChildren }
    let conformances = Set(Self.names(group.inheritanceClause))
    let name =
      group.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription.bareType
      ?? group.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    open.append(
      ScopeType(
        name: name.split(separator: ".").last.map(String.init) ?? name,
        isDeclared: !group.is(ExtensionDeclSyntax.self), conformances: conformances))
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    guard node.asProtocol((any DeclGroupSyntax).self) != nil, !node.is(ProtocolDeclSyntax.self),
      let type = open.popLast()
    else { return }
    file.types.append(type)
  }

  private static func names(_ inheritance: InheritanceClauseSyntax?) -> [String] {
    inheritance?.inheritedTypes.map(\.type.trimmedDescription.bareType) ?? []
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !open.isEmpty, node.parent?.is(MemberBlockItemSyntax.self) == true else {
      return .visitChildren
    }
    for binding in node.bindings {
      let name = binding.pattern.trimmedDescription
      if let accessors = binding.accessorBlock?.accessors {
        // A getter that is more than names makes the property the type's own value.
        if let items = accessors.as(CodeBlockItemListSyntax.self), items.trimmedDescription.isChain
        {
          open[open.count - 1].computed[name] = items.trimmedDescription
        }
      } else {
        let made = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression
        open[open.count - 1].stored[name] =
          binding.typeAnnotation?.type.trimmedDescription ?? made?.trimmedDescription ?? ""
      }
    }
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if !open.isEmpty, open[open.count - 1].parameters.isEmpty {
      open[open.count - 1].parameters = node.signature.parameterClause.parameters.map {
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

  /// `.init(…)` in a member that names the container's type, but not for a parameter.
  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    var next = Syntax(node).parent
    while let parent = next, !parent.is(FunctionParameterSyntax.self) {
      if parent.is(MemberBlockItemSyntax.self) {
        if !open.isEmpty, node.name.text.isContainer, parent.description.contains(".init(") {
          open[open.count - 1].made.insert(node.name.text)
        }
        break
      }
      next = parent.parent
    }
    return .visitChildren
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
    while let first = text.first, "[(".contains(first) { text = text.dropFirst() }
    for prefix in ["any ", "some "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    return String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
  }
}
