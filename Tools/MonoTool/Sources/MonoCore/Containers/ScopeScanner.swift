import SwiftParser
import SwiftSyntax

/// Reads what a file says about scopes.
final class ScopeScanner: SyntaxAnyVisitor {
  private var file = ScopeFile()
  private var open: [ScopeType] = []

  static func scan(_ source: [UInt8]) -> ScopeFile {
    let scanner = ScopeScanner(viewMode: .sourceAccurate)
    scanner.walk(source.withUnsafeBufferPointer { Parser.parse(source: $0) })
    return scanner.file
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    file.imports.append(node.path.first?.name.text ?? "")
    return .skipChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    file.aliases[node.name.text] = node.initializer.value.trimmedDescription.bareType
    return .skipChildren
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
    let inherited = Self.names(node.inheritanceClause)
    file.protocols.append(
      ScopeProtocol(name: node.name.text, inherited: inherited, demands: demands))
    return .skipChildren
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    guard let group = node.asProtocol((any DeclGroupSyntax).self) else { return .visitChildren }
    let conformances = Set(Self.names(group.inheritanceClause))
    if let type = group.as(ExtensionDeclSyntax.self) {
      let name = type.extendedType.trimmedDescription.bareType
      let own = name.split(separator: ".").last.map(String.init) ?? name
      open.append(ScopeType(name: own, conformances: conformances))
    } else if let type = group.asProtocol((any NamedDeclSyntax).self) {
      open.append(ScopeType(name: type.name.text, isDeclared: true, conformances: conformances))
    }
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    if node.asProtocol((any DeclGroupSyntax).self) != nil, !node.is(ProtocolDeclSyntax.self) {
      leave()
    }
  }

  private func leave() { if let type = open.popLast() { file.types.append(type) } }

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
        // Anything else is the property's own value.
        if expression.isChain { open[open.count - 1].computed[name] = expression }
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
    if open.isEmpty {
      open.append(ScopeType(name: node.name.text, isDeclared: true))
    } else {
      open[open.count - 1].functions.insert(node.name.text)
    }
    return .visitChildren
  }

  override func visitPost(_ node: FunctionDeclSyntax) {
    // A function outside all types has been entered like one.
    if open.count == 1, node.isOutsideTypes { leave() }
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if !open.isEmpty, open[open.count - 1].parameters.isEmpty {
      open[open.count - 1].parameters = node.signature.parameterClause.parameters.map {
        TypedName(name: $0.firstName.text, type: $0.type.trimmedDescription)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.calledExpression.nameOfCallee { create(.named(name)) }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.base == nil {
      if let creation = Syntax(node).wantedCreation { create(creation) }
    } else if node.declName.baseName.text == "init", let name = node.base?.nameOfCallee {
      // Also as a value, as in "map(RideContainer.init)".
      create(.named(name))
    }
    return .visitChildren
  }

  private func create(_ creation: ScopeType.Creation) {
    if !open.isEmpty { open[open.count - 1].creations.insert(creation) }
  }
}

extension FunctionDeclSyntax {
  fileprivate var isOutsideTypes: Bool {
    var parent = self.parent
    while let node = parent {
      if node.is(MemberBlockSyntax.self) || node.is(FunctionDeclSyntax.self) { return false }
      parent = node.parent
    }
    return true
  }
}

extension ExprSyntax {
  /// The type or function that a call with this expression makes a value of: `RideContainer`,
  /// `Ride.RideContainer`, `RideContainer<Int>`, and the type of a static function.
  fileprivate var nameOfCallee: String? {
    if let reference = self.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    if let generic = self.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.nameOfCallee
    }
    guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base?.nameOfCallee
    else { return nil }
    let isType = base.split(separator: ".").last?.first?.isUppercase == true
    if !isType { return nil }
    let name = member.declName.baseName.text
    return name.first?.isUppercase == true ? "\(base).\(name)" : base
  }
}

extension Syntax {
  /// The type that an expression without one of its own, such as `.init(…)`, has to make.
  fileprivate var wantedCreation: ScopeType.Creation? {
    var node = self
    while let parent = node.parent {
      if let binding = parent.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.creation
      }
      if let function = parent.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.creation
      }
      if let parameter = parent.as(FunctionParameterSyntax.self) { return parameter.type.creation }
      if let type = parent.as(ClosureExprSyntax.self)?.signature?.returnClause?.type {
        return type.creation
      }
      if let sequence = parent.as(ExprListSyntax.self), sequence.count > 2,
        let second = sequence.dropFirst().first, second.is(AssignmentExprSyntax.self),
        let target = sequence.first, target.id != node.id
      {
        let name = target.trimmedDescription
        return .property(name.hasPrefix("self.") ? String(name.dropFirst(5)) : name)
      }
      if let argument = parent.as(LabeledExprSyntax.self), argument.expression.id == node.id,
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      {
        guard let name = call.calledExpression.nameOfCallee, let label = argument.label?.text else {
          return nil
        }
        return .argument(ofCall: name, label: label)
      }
      if parent.is(MemberBlockItemSyntax.self) { return nil }
      node = parent
    }
    return nil
  }
}

extension TypeSyntax {
  /// The creation of a value of the type.
  fileprivate var creation: ScopeType.Creation { .named(trimmedDescription.bareType) }
}

extension String {
  /// Whether it is made of names with dots between them.
  fileprivate var isChain: Bool { allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) } }
}
