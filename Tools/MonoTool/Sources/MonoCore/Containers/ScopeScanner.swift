import SwiftParser
import SwiftSyntax

/// Reads the declarations of a file that concern scopes.
final class ScopeScanner: SyntaxVisitor {
  private(set) var protocols: [ScopeProtocol] = []
  private(set) var types: [ScopeType] = []
  private var open: [ScopeType] = []

  static func scan(_ source: [UInt8]) -> (protocols: [ScopeProtocol], types: [ScopeType]) {
    let scanner = ScopeScanner(viewMode: .sourceAccurate)
    scanner.walk(source.withUnsafeBufferPointer { Parser.parse(source: $0) })
    return (scanner.protocols, scanner.types)
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.name.text.hasSuffix("Dependencies") else { return .skipChildren }
    let demands = node.memberBlock.members.flatMap { member -> [ScopeProtocol.Demand] in
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        return variable.bindings.map {
          ScopeProtocol.Demand(
            name: $0.pattern.trimmedDescription,
            type: $0.typeAnnotation?.type.trimmedDescription ?? "")
        }
      }
      guard let function = member.decl.as(FunctionDeclSyntax.self) else { return [] }
      return [
        ScopeProtocol.Demand(
          name: function.name.text,
          type: function.signature.returnClause?.type.trimmedDescription ?? "Void")
      ]
    }
    let inherited = Self.names(node.inheritanceClause)
    protocols.append(
      ScopeProtocol(name: node.name.text, inherited: inherited, demands: demands))
    return .skipChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription, node.inheritanceClause)
  }

  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  private func enter(
    _ name: String, _ inheritance: InheritanceClauseSyntax?
  ) -> SyntaxVisitorContinueKind {
    open.append(ScopeType(name: name, conformances: Set(Self.names(inheritance))))
    return .visitChildren
  }

  private func leave() {
    if let type = open.popLast() { types.append(type) }
  }

  private static func names(_ inheritance: InheritanceClauseSyntax?) -> [String] {
    inheritance?.inheritedTypes.map(\.type.trimmedDescription) ?? []
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !open.isEmpty, node.parent?.is(MemberBlockItemSyntax.self) == true else {
      return .visitChildren
    }
    for binding in node.bindings {
      let name = binding.pattern.trimmedDescription
      if let expression = Self.getter(binding.accessorBlock) {
        open[open.count - 1].computed[name] = expression
      } else {
        let made = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression
        let type = binding.typeAnnotation?.type ?? nil
        open[open.count - 1].stored[name] =
          type?.trimmedDescription ?? made?.trimmedDescription ?? ""
      }
    }
    return .visitChildren
  }

  /// The text of a computed property; `nil` for a stored one.
  private static func getter(_ block: AccessorBlockSyntax?) -> String? {
    guard let accessors = block?.accessors else { return nil }
    if let items = accessors.as(CodeBlockItemListSyntax.self) { return items.trimmedDescription }
    let get = accessors.as(AccessorDeclListSyntax.self)?.first { accessor in
      accessor.accessorSpecifier.text == "get"
    }
    return get.map { $0.body?.statements.trimmedDescription ?? "" }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if !open.isEmpty { open[open.count - 1].functions.insert(node.name.text) }
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if !open.isEmpty, open[open.count - 1].parameters.isEmpty {
      open[open.count - 1].parameters = node.signature.parameterClause.parameters.map {
        RuntimeValue(name: $0.firstName.text, type: $0.type.trimmedDescription)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if !open.isEmpty, let callee = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      open[open.count - 1].calls.insert(callee.baseName.text)
    }
    return .visitChildren
  }
}
