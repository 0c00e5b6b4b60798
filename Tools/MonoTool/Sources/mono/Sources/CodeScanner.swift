import Basics
import SwiftParser
import SwiftSyntax

/// The code of a source, told in one way however it is laid out.
struct CodeFact: Hashable {
  enum Kind {
    case declaration, use, attribute
  }

  let kind: Kind
  /// Of a declaration `static let name: Type = Callee`, of others the name with the labels of a call.
  let text: String
  /// The comment directly above the declaration in which an attribute stands.
  var comment = ""
  /// The maker of a constant's value: a type or a function.
  var maker: String?
  let position: AbsolutePosition
}

/// Reads declarations, uses of names and attributes, in every `#if` branch.
final class CodeScanner: SyntaxVisitor {
  private var facts: [CodeFact] = []

  static func scan(_ tree: SourceFileSyntax) -> [CodeFact] {
    let scanner = CodeScanner(viewMode: .sourceAccurate)
    scanner.walk(tree)
    return scanner.facts
  }

  private func add(
    _ kind: CodeFact.Kind, _ text: String, _ node: some SyntaxProtocol, maker: String? = nil
  ) -> SyntaxVisitorContinueKind {
    facts.append(
      CodeFact(
        kind: kind, text: text, comment: kind == .attribute ? node.commentAbove : "", maker: maker,
        position: node.positionAfterSkippingLeadingTrivia))
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let place = node.place else { return .visitChildren }
    let bindings = Array(node.bindings)
    for (index, binding) in bindings.enumerated() where binding.isStored {
      // The type behind the last of several names is that of all.
      let type = bindings[index...].lazy.compactMap(\.typeAnnotation).first?.type.oneLine
      let callee = binding.initializer?.value.callee
      let text =
        "\(place) \(node.bindingSpecifier.text) \(binding.pattern.oneLine)"
        + (type.map { ": \($0)" } ?? "") + (callee.map { " = \($0.oneLine)" } ?? "")
      let name = callee.map { $0.makerName ?? type?.bareType ?? "" }
      _ = add(.declaration, text, binding.pattern, maker: name)
    }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let clause = node.genericWhereClause.map { " \($0.oneLine)" } ?? ""
    return add(.declaration, "extension \(node.extendedType.oneLine)\(clause)", node.extendedType)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isPrivate = node.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
    guard !isPrivate, node.parent?.is(MemberBlockItemSyntax.self) == true,
      let type = node.enclosingType
    else { return .visitChildren }
    return add(.declaration, "func \(type).\(node.name.text)", node.name)
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    guard let type = node.enclosingType else { return .visitChildren }
    return add(.declaration, "case \(type).\(node.name.text)", node.name)
  }

  /// The parameters of initializers: what an object is given.
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let type = node.enclosingType else { return .visitChildren }
    for parameter in node.signature.parameterClause.parameters {
      let name = (parameter.secondName ?? parameter.firstName).text
      let value = parameter.defaultValue.map { " = \($0.value.oneLine)" } ?? ""
      _ = add(
        .declaration, "parameter \(type).\(name): \(parameter.type.oneLine)\(value)",
        parameter.firstName)
    }
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.oneLine) ?? []
    let clause = inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", ")
    return add(.declaration, "protocol \(node.name.text)\(clause)", node.name)
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    add(.attribute, node.oneLine, node)
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    if ["public", "open"].contains(node.name.text), let declaration = node.parent?.parent {
      let group = declaration.asProtocol((any DeclGroupSyntax).self)
      let alias = declaration.as(TypeAliasDeclSyntax.self)
      let name = declaration.as(ExtensionDeclSyntax.self)?.extendedType.oneLine
      if let word = group?.introducer.text ?? alias?.typealiasKeyword.text,
        let name = name ?? group?.typeName ?? alias?.name.text
      {
        _ = add(.declaration, "public \(word) \(name)", node)
      }
    }
    return add(.attribute, node.oneLine, node)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let closures =
      (node.trailingClosure == nil ? [] : ["_:"])
      + node.additionalTrailingClosures.map { "\($0.label.text):" }
    let labels = node.arguments.map { "\($0.label?.text ?? "_"):" } + closures
    let (name, place) = node.calledExpression.chain
    return name.isEmpty ? .visitChildren : add(.use, "\(name)(\(labels.joined()))", place)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if Syntax(node).isCallee { return .visitChildren }
    let (name, place) = ExprSyntax(node).chain
    return add(.use, node.declName.baseName.text == "init" ? "\(name)(_:)" : name, place)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember =
      node.parent?.as(MemberAccessExprSyntax.self).map { $0.declName.id == node.id } ?? false
    return isMember || Syntax(node).isCallee
      ? .visitChildren : add(.use, node.trimmedDescription, node)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    add(.use, node.name.text, node)
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    add(.use, node.oneLine.bareType, node)
  }
}

extension VariableDeclSyntax {
  /// Whose variable it is: `global`, `static`, `member`, or `nil` for a local one.
  fileprivate var place: String? {
    if parent?.is(MemberBlockItemSyntax.self) == true {
      return modifiers.contains { ["static", "class"].contains($0.name.text) } ? "static" : "member"
    }
    let isLocal = sequence(first: Syntax(self), next: \.parent).contains {
      [.codeBlock, .closureExpr, .accessorBlock, .switchCase].contains($0.kind)
    }
    return isLocal ? nil : "global"
  }
}

extension PatternBindingSyntax {
  /// Observers do not make a variable computed.
  fileprivate var isStored: Bool {
    guard let accessors = accessorBlock?.accessors else { return true }
    guard let list = accessors.as(AccessorDeclListSyntax.self) else { return false }
    return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension SyntaxProtocol {
  /// The name of the type in whose declaration or extension the node stands.
  fileprivate var enclosingType: String? {
    sequence(first: Syntax(self), next: \.parent).dropFirst()
      .first { $0.isProtocol((any DeclGroupSyntax).self) }?
      .asProtocol((any DeclGroupSyntax).self)?.typeName
  }

  /// The comment above the declaration around the node, without a blank line between them.
  fileprivate var commentAbove: String {
    let declaration = sequence(first: Syntax(self), next: \.parent).first { $0.is(DeclSyntax.self) }
    var lines: [String] = []
    for piece in declaration?.leadingTrivia.pieces ?? [] {
      switch piece {
      case .newlines(let count) where count > 1: lines = []
      case .lineComment(let text), .docLineComment(let text), .blockComment(let text),
        .docBlockComment(let text):
        lines.append(text)
      default: break
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The text without comments and line breaks.
  fileprivate var oneLine: String {
    tokens(viewMode: .sourceAccurate).reduce(into: "") { text, token in
      let next = token.nextToken(viewMode: .sourceAccurate)
      let isApart = !token.trailingTrivia.isEmpty || next?.leadingTrivia.isEmpty == false
      text += isApart ? token.text + " " : token.text
    }.trimmingBlanks
  }
}

extension Syntax {
  /// Whether a call, which says its labels, stands around it.
  fileprivate var isCallee: Bool {
    if let call = parent?.as(FunctionCallExprSyntax.self) { return call.calledExpression.id == id }
    return parent.map { $0.is(GenericSpecializationExprSyntax.self) && $0.isCallee } ?? false
  }
}

extension ExprSyntax {
  /// The expression behind `try`, `await`, brackets, `?` and `!`, and before `as`.
  private var core: ExprSyntax {
    switch self.as(ExprSyntaxEnum.self) {
    case .tryExpr(let node): node.expression.core
    case .awaitExpr(let node): node.expression.core
    case .unsafeExpr(let node): node.expression.core
    case .optionalChainingExpr(let node): node.expression.core
    case .forceUnwrapExpr(let node): node.expression.core
    case .genericSpecializationExpr(let node): node.expression.core
    case .sequenceExpr(let node): node.elements.first?.core ?? self
    case .tupleExpr(let node) where node.elements.count == 1:
      node.elements.first?.expression.core ?? self
    default: self
    }
  }

  /// The function that is called to make the value, when it is the value of a call.
  fileprivate var callee: ExprSyntax? { core.as(FunctionCallExprSyntax.self)?.calledExpression }

  /// The first name of a callee: the type, the function, or what has the function; empty for a closure
  /// and `nil` for `.init`, which says no name.
  fileprivate var makerName: String? {
    if let node = core.as(DeclReferenceExprSyntax.self) { return node.baseName.text }
    if let node = core.as(FunctionCallExprSyntax.self) { return node.calledExpression.makerName }
    if let node = core.as(MemberAccessExprSyntax.self) { return node.base?.makerName }
    return core.is(ClosureExprSyntax.self) ? "" : core.oneLine.bareType
  }

  /// The names that lead to a value, such as `Task.sleep`, and where the last one is. What is no name
  /// is `_`, and nothing where an implicit member begins; `.init` is left out.
  fileprivate var chain: (name: String, place: Syntax) {
    if let node = core.as(DeclReferenceExprSyntax.self) {
      return (node.trimmedDescription, Syntax(node))
    }
    guard let node = core.as(MemberAccessExprSyntax.self) else {
      return (core.is(ClosureExprSyntax.self) ? "" : "_", Syntax(core))
    }
    let base = node.base.map(\.chain)
    if node.declName.baseName.text == "init", let base { return base }
    return ("\(base?.name ?? "").\(node.declName.oneLine)", Syntax(node.declName))
  }
}
