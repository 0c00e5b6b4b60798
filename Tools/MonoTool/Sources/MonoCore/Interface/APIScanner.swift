import SwiftParser
import SwiftSyntax

/// Collects the public declarations of a module's files.
struct APIScanner {
  private(set) var elements: Set<APIElement> = []
  private let module: String

  init(module: String) { self.module = module }

  mutating func scan(_ source: [UInt8]) {
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    for item in tree.statements { read(Syntax(item.item), in: Scope(path: module)) }
  }

  /// What surrounds a declaration.
  private struct Scope {
    var path: String
    /// Whether members are public without saying so.
    var isOpen = false
    var role = APIElement.Role.member
  }

  private mutating func read(_ node: Syntax, in scope: Scope) {
    if let conditional = node.as(IfConfigDeclSyntax.self) {
      for clause in conditional.clauses {
        switch clause.elements {
        case .statements(let items): for item in items { read(Syntax(item.item), in: scope) }
        case .decls(let members): for member in members { read(Syntax(member.decl), in: scope) }
        default: break
        }
      }
    } else if let declaration = node.as(ExtensionDeclSyntax.self) {
      readExtension(declaration, in: scope)
    } else if let declaration = node.as(EnumCaseDeclSyntax.self) {
      guard scope.isOpen else { return }
      for var element in declaration.elements {
        element.trailingComma = nil
        add("\(scope.path).\(element.name.text)", "case \(element.trimmedDescription)", .enumCase)
      }
    } else if let group = node.asProtocol((any DeclGroupSyntax).self),
      let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text
    {
      readType(group, name, in: scope)
    } else if let declaration = node.asProtocol((any WithModifiersSyntax).self),
      isVisible(declaration, in: scope)
    {
      readMember(node, in: scope)
    }
  }

  private mutating func readExtension(_ node: ExtensionDeclSyntax, in scope: Scope) {
    let path = "\(scope.path).\(node.extendedType.trimmedDescription)"
    let inner = Scope(path: path, isOpen: isPublic(node.modifiers))
    for member in node.memberBlock.members { read(Syntax(member.decl), in: inner) }
    for inherited in node.inheritanceClause?.inheritedTypes ?? [] {
      let name = inherited.type.trimmedDescription
      add("\(path): \(name)", "extension \(node.extendedType.trimmedDescription): \(name)", .type)
    }
  }

  private mutating func readType(_ group: any DeclGroupSyntax, _ name: String, in scope: Scope) {
    guard isPublic(group.modifiers) || scope.isOpen && !isHidden(group.modifiers) else { return }
    let path = "\(scope.path).\(name)"
    var head = Syntax(group)
    if var copy = group.asProtocol((any DeclGroupSyntax).self) {
      copy.memberBlock = MemberBlockSyntax(members: [])
      head = Syntax(copy)
    }
    var signature = Self.normalized(head)
    if signature.hasSuffix("{}") { signature = String(signature.dropLast(2)) }
    add(path, signature.trimmed, .type)
    let isProtocol = group.is(ProtocolDeclSyntax.self)
    let inner = Scope(
      path: path, isOpen: isProtocol || group.is(EnumDeclSyntax.self),
      role: isProtocol ? .requirement : .member)
    let isEnum = group.is(EnumDeclSyntax.self)
    for member in group.memberBlock.members {
      // Cases are as public as their enum; its other members are not.
      let isCase = member.decl.is(EnumCaseDeclSyntax.self)
      var scope = inner
      if isEnum, !isCase { scope.isOpen = false }
      read(Syntax(member.decl), in: scope)
    }
  }

  private mutating func readMember(_ node: Syntax, in scope: Scope) {
    if let variable = node.as(VariableDeclSyntax.self) {
      for binding in variable.bindings { add(variable, binding, in: scope) }
    } else if var function = node.as(FunctionDeclSyntax.self) {
      function.body = nil
      let isOperator = function.name.text.first.map { !$0.isLetter && !"_`".contains($0) } ?? false
      function.signature.parameterClause = Self.withoutDetails(
        function.signature.parameterClause, isOperator ? .operator : .function)
      let labels = Self.labels(function.signature.parameterClause)
      let name = "\(scope.path).\(function.name.text)(\(labels.joined()))"
      add(name, Self.normalized(Syntax(function)), scope.role)
    } else if var initializer = node.as(InitializerDeclSyntax.self) {
      initializer.body = nil
      let labels = Self.labels(initializer.signature.parameterClause)
      let parameters = Self.withoutDetails(initializer.signature.parameterClause)
      initializer.signature.parameterClause = parameters
      add(
        "\(scope.path).init(\(labels.joined()))", Self.normalized(Syntax(initializer)), scope.role)
    } else if var subscripted = node.as(SubscriptDeclSyntax.self) {
      let access = Self.access(subscripted.accessorBlock)
      subscripted.accessorBlock = nil
      subscripted.parameterClause = Self.withoutDetails(
        subscripted.parameterClause, .subscript)
      let parameters = subscripted.parameterClause.parameters.map {
        "\($0.firstName.text): \($0.type.trimmedDescription)"
      }
      add(
        "\(scope.path).subscript(\(parameters.joined(separator: ", ")))",
        Self.normalized(Syntax(subscripted)) + access, scope.role)
    } else if let named = node.asProtocol((any NamedDeclSyntax).self) {
      add("\(scope.path).\(named.name.text)", Self.normalized(node), scope.role)
    }
  }

  private mutating func add(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, in scope: Scope
  ) {
    let isConstant = variable.bindingSpecifier.text == "let"
    let setterIsHidden = variable.modifiers.contains { $0.detail?.detail.text == "set" }
    let access =
      isConstant || setterIsHidden
      ? " { get }" : binding.accessorBlock.map { Self.access($0) } ?? " { get set }"
    let shown = variable.modifiers.filter { $0.detail == nil }.map(\.trimmedDescription)
    let attributes = variable.attributes.map(\.trimmedDescription)
    let type = binding.typeAnnotation?.trimmedDescription ?? Self.literal(binding)
    let words = attributes + shown + ["var", "\(binding.pattern.trimmedDescription)\(type)"]
    add(
      "\(scope.path).\(binding.pattern.trimmedDescription)",
      Self.spaced(words.joined(separator: " ")) + access, scope.role)
  }

  /// The type of a variable without an annotation, as far as its value shows it.
  private static func literal(_ binding: PatternBindingSyntax) -> String {
    guard let value = binding.initializer?.value else { return "" }
    if value.is(IntegerLiteralExprSyntax.self) { return ": Int" }
    if value.is(FloatLiteralExprSyntax.self) { return ": Double" }
    if value.is(BooleanLiteralExprSyntax.self) { return ": Bool" }
    if value.is(StringLiteralExprSyntax.self) { return ": String" }
    let made = value.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return made?.first?.isUppercase == true ? ": \(made ?? "")" : " = …"
  }

  private static func access(_ block: AccessorBlockSyntax?) -> String {
    guard let list = block?.accessors.as(AccessorDeclListSyntax.self) else {
      return block == nil ? "" : " { get }"
    }
    let kinds = list.map { accessor in
      let effects = accessor.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
      return accessor.accessorSpecifier.text + effects
    }
    // Observers belong to a stored property.
    if kinds.contains(where: { $0 == "didSet" || $0 == "willSet" }) { return " { get set }" }
    return " { \(kinds.joined(separator: " ")) }"
  }

  private static func labels(_ clause: FunctionParameterClauseSyntax) -> [String] {
    clause.parameters.map { "\($0.firstName.text):" }
  }

  /// Where a parameter's only name is a label.
  private enum Labels { case function, `subscript`, `operator` }

  /// That there is a default matters, which one it is does not; nor does the name inside.
  private static func withoutDetails(
    _ clause: FunctionParameterClauseSyntax, _ labels: Labels = .function
  ) -> FunctionParameterClauseSyntax {
    var copy = clause
    copy.parameters = FunctionParameterListSyntax(
      clause.parameters.map { parameter in
        var parameter = parameter
        if labels == .operator || labels == .subscript && parameter.secondName == nil {
          parameter.firstName = .wildcardToken(leadingTrivia: parameter.firstName.leadingTrivia)
        }
        parameter.secondName = nil
        guard parameter.defaultValue != nil else { return parameter }
        parameter.defaultValue = InitializerClauseSyntax(
          equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
          value: DeclReferenceExprSyntax(baseName: .identifier("…")))
        return parameter
      })
    return copy
  }

  private mutating func add(_ name: String, _ signature: String, _ role: APIElement.Role) {
    // What follows says the same of all that is offered, or only how it is compiled.
    let silent =
      #/
      (public|override|@frozen|@inlinable|@inline\([^)]*\)
      |@available\((?:[^)"]|"[^"]*")*deprecated(?:[^)"]|"[^"]*")*\))\s
      /#
    let signature = Self.spaced(signature).replacing(silent, with: "")
    elements.insert(APIElement(name: name, signature: signature, role: role))
  }

  private func isVisible(_ node: any WithModifiersSyntax, in scope: Scope) -> Bool {
    isPublic(node.modifiers) || scope.isOpen && !isHidden(node.modifiers)
  }

  private func isPublic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { $0.detail == nil && ["public", "open"].contains($0.name.text) }
  }

  private func isHidden(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains {
      $0.detail == nil && ["internal", "package", "fileprivate", "private"].contains($0.name.text)
    }
  }

  /// The source text of a node without comments, on one line.
  private static func normalized(_ node: Syntax) -> String {
    node.tokens(viewMode: .sourceAccurate).map { token in
      let follows =
        token.trailingTrivia.isEmpty
        && token.nextToken(viewMode: .sourceAccurate)?
          .leadingTrivia.isEmpty != false
      return token.text + (follows ? "" : " ")
    }.joined().trimmed
  }

  private static func spaced(_ text: String) -> String {
    var text = text
    for sign in [",", ":"] { text = text.replacing(sign, with: sign + " ") }
    for sign in ["->", "&", "=="] { text = text.replacing(sign, with: " \(sign) ") }
    text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for sign in ["(", "["] { text = text.replacing(sign + " ", with: sign) }
    for sign in [")", "]", ",", ":"] { text = text.replacing(" " + sign, with: sign) }
    return text
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
