import Basics

/// The schemas of flag definitions and of targeting rules that are embedded in this package.
///
/// They accept and refuse what flagd's schemas 0.2.15 do. Where those use regular expressions,
/// these name a ``TextFormat``.
struct FlagSchemas: Sendable {
  /// A schema by reference, so that a deep walk does not carry copies on its stack.
  final class Node: Sendable {
    let schema: Schema

    init(_ schema: Schema) {
      self.schema = schema
    }
  }

  private let nodes: [Node]
  private let roots: [String: Int]

  /// Reads the embedded files.
  ///
  /// - Throws: ``JSON.ParseError`` if one is not JSON, which a test excludes.
  init() throws(JSON.ParseError) {
    var reader = SchemaReader()
    try reader.add("flags.json", PackageResources.flags_json)
    try reader.add("flagd.json", PackageResources.flagd_json)
    try reader.add("targeting.json", PackageResources.targeting_json)
    nodes = reader.schemas.map(Node.init)
    roots = reader.indexes
  }

  /// The schema of a whole file; one that accepts everything for an unknown file.
  func root(_ file: String) -> Node {
    roots[file + "#"].map { self[$0] } ?? Node(Schema())
  }

  /// A schema, or the one that it refers to.
  subscript(index: Int) -> Node {
    var node = nodes[index]
    while let reference = node.schema.reference { node = nodes[reference] }
    return node
  }
}
