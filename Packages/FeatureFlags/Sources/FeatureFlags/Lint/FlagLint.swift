public import Basics

/// Finds what is wrong with flag definitions before they are used.
///
/// A document must be valid by flagd's schema, which is that of the daemon when the document's
/// `$schema` ends with "flagd.json". What no schema can say is checked too: that a default variant
/// exists and that a reference has a target.
public struct FlagLint: Sendable {
  /// At most this many problems are reported.
  public static let maximumCount = 1000

  private let schemas: FlagSchemas

  /// Creates a lint.
  ///
  /// - Throws: `JSON.ParseError` if a schema of this package is broken.
  public init() throws(JSON.ParseError) {
    schemas = try FlagSchemas()
  }

  /// The findings in a document, in the order of the document for each kind.
  public func problems(in document: JSON) -> [LintFinding] {
    let schema = document.object?["$schema"]?.text ?? ""
    let isForDaemon = schema.utf8.suffix(10).elementsEqual("flagd.json".utf8)
    var check = SchemaCheck(schemas: schemas, maximumCount: Self.maximumCount)
    check.run(document, schemas.root(isForDaemon ? "flagd.json" : "flags.json"))
    let misfits = check.misfits.map { LintFinding($0.path, $0.message) }
    return Array((misfits + semanticProblems(in: document)).prefix(Self.maximumCount))
  }

  private func semanticProblems(in document: JSON) -> [LintFinding] {
    guard case .object(let members) = document else { return [] }
    let evaluators = members["$evaluators"]?.object ?? JSON.Object()
    var problems: [LintFinding] = []
    for (flag, path) in Self.flags(members) {
      problems += Self.defaultVariantProblem(flag, path).map { [$0] } ?? []
      var references = ReferenceSearch()
      references.search(flag["targeting"] ?? .null, path.appending("targeting"), depth: 0)
      problems += references.found.filter { evaluators[$0.name] == nil }.map {
        LintFinding($0.path, "there is no evaluator \(JSON.string($0.name).serialized())")
      }
    }
    for evaluator in evaluators.members {
      var references = ReferenceSearch()
      let path = JSONPath.root.appending("$evaluators").appending(evaluator.name)
      references.search(evaluator.value, path, depth: 0)
      problems += references.found.map {
        LintFinding($0.path, "an evaluator cannot refer to another one")
      }
    }
    return problems
  }

  private static func flags(_ document: JSON.Object) -> [(JSON.Object, JSONPath)] {
    let path = JSONPath.root.appending("flags")
    switch document["flags"] {
    case .object(let flags):
      return flags.members.compactMap { member in
        member.value.object.map { ($0, path.appending(member.name)) }
      }
    case .array(let flags):
      return flags.enumerated().compactMap { index, flag in
        flag.object.map { ($0, path.appending(index)) }
      }
    default:
      return []
    }
  }

  private static func defaultVariantProblem(_ flag: JSON.Object, _ path: JSONPath) -> LintFinding? {
    guard case .string(let name) = flag["defaultVariant"], !name.utf8.isEmpty,
      case .object(let variants) = flag["variants"], variants[name] == nil
    else { return nil }
    return LintFinding(
      path.appending("defaultVariant"),
      "there is no variant \(JSON.string(name).serialized())")
  }
}

/// The objects in a rule that are exactly `{"$ref": "<name>"}`.
private struct ReferenceSearch {
  private(set) var found: [(name: String, path: JSONPath)] = []

  mutating func search(_ value: JSON, _ path: JSONPath, depth: Int) {
    guard depth <= JSON.ReadingOptions().maximumDepth, found.count < FlagLint.maximumCount else {
      return
    }
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        search(element, path.appending(index), depth: depth + 1)
      }
    case .object(let object):
      if object.count == 1, case .string(let name) = object["$ref"] {
        found.append((name, path))
        return
      }
      for member in object.members {
        search(member.value, path.appending(member.name), depth: depth + 1)
      }
    default: return
    }
  }
}
