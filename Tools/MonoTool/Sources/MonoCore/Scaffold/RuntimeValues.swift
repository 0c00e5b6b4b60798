import SwiftParser
import SwiftSyntax

/// A value that a scope cannot be opened without.
struct RuntimeValue: Sendable, Equatable, Codable {
  let name: String
  let type: String
}

enum RuntimeValues {
  /// The parameters of a container's public initializer, except its dependencies; `nil` when the
  /// files declare no such container.
  static func find(container: String, in files: [String], root: String) -> [RuntimeValue]? {
    for file in files {
      guard let source = Files.text(Path.join(root, file)), source.contains(container) else {
        continue
      }
      let visitor = ContainerVisitor(container: container)
      visitor.walk(Parser.parse(source: source))
      if let values = visitor.values { return values }
    }
    return nil
  }

  private final class ContainerVisitor: SyntaxVisitor {
    var values: [RuntimeValue]?
    private let container: String

    init(container: String) {
      self.container = container
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      read(node.name, node.memberBlock)
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
      read(node.name, node.memberBlock)
    }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
      read(node.name, node.memberBlock)
    }

    private func read(
      _ name: TokenSyntax, _ block: MemberBlockSyntax
    ) -> SyntaxVisitorContinueKind {
      guard name.text == container else { return .skipChildren }
      let initializers = block.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      let parameters = initializers.first?.signature.parameterClause.parameters
      values = (parameters.map(Array.init) ?? []).compactMap { parameter in
        let type = parameter.type.trimmedDescription
        if type.hasSuffix("Dependencies") { return nil }
        return RuntimeValue(name: parameter.firstName.text, type: type)
      }
      return .skipChildren
    }
  }
}
