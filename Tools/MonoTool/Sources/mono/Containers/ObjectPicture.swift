import SwiftParser
import SwiftSyntax

extension Picture {
  /// The types and globals of a target that make objects, what they keep, and what they make: the
  /// classes, structures and actors of the target and of those that it depends on.
  ///
  /// - Parameter sources: What was read of the workspace already.
  static func objects(
    _ workspace: Workspace, focus: String, sources: SourceIndex? = nil
  ) throws -> Picture {
    let sources = try sources ?? SourceIndex(workspace: workspace)
    let own = try workspace.targets(meaning: focus)
    func facts(of targets: some Sequence<Int>) throws -> [ObjectFacts] {
      let files = targets.sorted().flatMap { sources.files[$0] }
      return try workspace.facts.facts(
        "objects", of: files.map(sources.source), read: ObjectScanner.scan)
    }
    let parts = try facts(of: own).flatMap(\.makers)
    let makers = Dictionary(grouping: parts, by: \.name)
    let made = Set(try facts(of: workspace.graph.reachable(from: own)).flatMap(\.declared))
    let globals = Set(parts.filter(\.isGlobal).map(\.name))
    let edges = makers.flatMap { name, parts -> [Edge] in
      let uses = parts.flatMap(\.uses).filter {
        $0 != name && (made.contains($0) || globals.contains($0))
      }
      return Dictionary(grouping: uses, by: \.self).map { other, places in
        let times = places.count > 1 ? "\(places.count) ×" : nil
        let verb = globals.contains(other) ? "uses" : nil
        let words = [verb, times].compactMap(\.self)
        return Edge(
          from: name, to: other, label: words.isEmpty ? nil : words.joined(separator: " "))
      }
    }
    let names = Set(edges.flatMap { [$0.from, $0.to] })
    return Picture(
      nodes: names.map { name in
        let parts = makers[name] ?? []
        let isMaker = edges.contains { $0.from == name } || globals.contains(name)
        return Node(
          name: name, details: isMaker ? parts.flatMap(\.kept) : [],
          kind: globals.contains(name) ? "global" : "object")
      }, edges: edges, direction: "LR")
  }
}

/// What one file says about objects and those who make them.
struct ObjectFacts: Sendable, Codable {
  /// A type, or a global with what its value is made of.
  struct Maker: Sendable, Codable {
    let name: String
    let isGlobal: Bool
    /// The stored properties with their types, one line each.
    var kept: [String] = []
    /// The types of which it makes values and the names that it uses, once for each place.
    var uses: [String] = []
  }

  var makers: [Maker] = []
  /// The classes, structures and actors.
  var declared: [String] = []
}

/// Reads who makes objects.
private final class ObjectScanner: SyntaxAnyVisitor {
  private var facts = ObjectFacts()
  private var open: [ObjectFacts.Maker] = []

  static func scan(_ source: [UInt8]) -> ObjectFacts {
    let scanner = ObjectScanner(viewMode: .sourceAccurate)
    scanner.walk(source.withUnsafeBufferPointer { Parser.parse(source: $0) })
    return scanner.facts
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let type = node.asProtocol((any DeclGroupSyntax).self) {
      open.append(ObjectFacts.Maker(name: type.typeName, isGlobal: false))
      if [.classDecl, .structDecl, .actorDecl].contains(node.kind) {
        facts.declared.append(type.typeName)
      }
    } else if let name = Self.global(node) {
      open.append(ObjectFacts.Maker(name: name, isGlobal: true, kept: ["global"]))
    }
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    if node.asProtocol((any DeclGroupSyntax).self) != nil || Self.global(node) != nil {
      facts.makers.append(open.removeLast())
    }
  }

  /// The name of a global that holds a value.
  private static func global(_ node: Syntax) -> String? {
    guard let variable = node.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
      binding.accessorBlock == nil,
      variable.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
    else { return nil }
    return binding.pattern.trimmedDescription
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if !open.isEmpty, node.accessorBlock == nil,
      node.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true
    {
      let call = node.initializer?.value.as(FunctionCallExprSyntax.self)
      let type =
        node.typeAnnotation?.type.trimmedDescription
        ?? call?.calledExpression.trimmedDescription
      open[open.count - 1].kept.append("keeps \(node.pattern.trimmedDescription): \(type ?? "")")
    }
    return .visitChildren
  }

  /// `Ride(…)`, `Ride.init`, and names that may be those of globals.
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    let isType = name.first?.isUppercase == true
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let isMade =
      node.parent?.is(FunctionCallExprSyntax.self) == true
      || node.parent?.is(GenericSpecializationExprSyntax.self) == true
      || member?.base?.id == node.id && member?.declName.baseName.text == "init"
    let isMember = member != nil && member?.base?.id != node.id
    if !open.isEmpty, isType ? isMade : !isMember { open[open.count - 1].uses.append(name) }
    return .visitChildren
  }
}
