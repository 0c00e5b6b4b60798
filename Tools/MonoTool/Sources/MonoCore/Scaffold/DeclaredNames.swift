import SwiftParser
import SwiftSyntax

/// The names of the types at the top level of Swift files.
enum DeclaredNames {
  static func scan(_ source: String) -> Set<String> {
    var names: Set<String> = []
    for statement in Parser.parse(source: source).statements {
      // An extension has no name of its own, and functions can share theirs.
      guard let node = statement.item.asProtocol((any NamedDeclSyntax).self),
        !statement.item.is(FunctionDeclSyntax.self)
      else { continue }
      names.insert(node.name.text)
    }
    return names
  }
}

extension FeatureScaffold {
  /// Refuses a name that makes two types of one name where both are seen: in the composition root,
  /// which imports every feature.
  ///
  /// - Throws: `MonoError.usage` that names the type and where it is.
  func refuseCollisions(_ edits: [ScaffoldPlan.Edit]) throws(MonoError) {
    let sources = edits.filter { $0.path.hasSuffix(".swift") && !$0.path.contains("/Tests/") }
    let new = Set(sources.flatMap { DeclaredNames.scan($0.after) })
    let root = workspace.targets.indices.filter {
      workspace.targets[$0].name == settings.rootTarget
    }
    for target in workspace.graph.reachable(from: root).sorted() {
      for file in workspace.swiftFiles(of: target) {
        guard let text = Files.text(Path.join(workspace.root, file)),
          new.contains(where: { text.contains($0) }),
          let taken = DeclaredNames.scan(text).intersection(new).min()
        else { continue }
        throw .usage(
          "The feature would declare \(taken), which \(file) declares, too.",
          hint: "Choose another name.")
      }
    }
  }
}
