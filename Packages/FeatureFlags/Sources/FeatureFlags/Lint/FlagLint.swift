public import Basics

/// Finds what is wrong with flag definitions before they are used.
///
/// A document must be valid by flagd's schema, which is that of the daemon when the document's
/// `$schema` ends with "flagd.json". What no schema can say is checked too: names of variants,
/// operators and evaluators that do not exist, members that are misspelt, branches of a rule that
/// are never reached, and splits that do not split.
public struct FlagLint: Sendable {
  /// At most this many problems are reported.
  public static let maximumCount = 1000

  private let schema: FlagSchema
  private let keyOnlyFlags: [String: Set<String>]

  /// - Parameter keyOnlyFlags: The flags that are evaluated with a targeting key and no other
  ///   attribute, so that their rules must read no other; each with the values that its variants can
  ///   have.
  /// - Throws: `JSON.ParseError` if the schema of this package is broken.
  public init(keyOnlyFlags: [String: Set<String>] = [:]) throws(JSON.ParseError) {
    schema = try FlagSchema()
    self.keyOnlyFlags = keyOnlyFlags
  }

  /// The findings in a document, each with its line.
  ///
  /// - Parameters:
  ///   - document: A document of flags.
  ///   - bytes: Its text, where the lines are looked up.
  public func problems(
    in document: JSON, text bytes: [UInt8]
  ) -> [(line: Int, finding: LintFinding)] {
    let findings = problems(in: document)
    guard !findings.isEmpty else { return [] }
    let lines = (try? JSON.Lines(of: bytes)) ?? JSON.Lines()
    return findings.map { (lines.line(of: $0.place.pointer), $0) }
  }

  /// The findings in a document, in the order of the document for each kind.
  public func problems(in document: JSON) -> [LintFinding] {
    let name = document.object?["$schema"]?.text ?? ""
    let isForDaemon = name.utf8.suffix(10).elementsEqual("flagd.json".utf8)
    var check = SchemaCheck(schemas: schema, maximumCount: Self.maximumCount)
    check.run(document, isForDaemon ? FlagSchema.daemonDocument : FlagSchema.document)
    let problems = check.violations + semanticProblems(in: document)
    guard problems.count >= Self.maximumCount else { return problems }
    // Behind so many warnings the review has ended, perhaps before an error.
    return problems.prefix(Self.maximumCount - 1)
      + [LintFinding(.root, "there are too many problems to see all of them")]
  }

  private func semanticProblems(in document: JSON) -> [LintFinding] {
    guard case .object(let members) = document else { return [] }
    let evaluators = members["$evaluators"]?.object ?? JSON.Object()
    var problems = misspeltMembers(
      of: members, .root, ["flags", "$evaluators", "metadata", "$schema"])
    var keyOnlyEvaluators: Set<CodeUnits> = []
    for flag in flags(members) {
      guard problems.count < Self.maximumCount else { break }
      problems += misspeltMembers(
        of: flag.members, flag.path,
        ["state", "variants", "defaultVariant", "targeting", "metadata"])
      problems += defaultVariantProblem(flag)
      let values = keyOnlyFlags[flag.key]
      if let values { problems += unknownValues(of: flag, except: values) }
      let review = RuleReview(
        flag.members["targeting"] ?? .null, flag.path.appending("targeting"), of: flag,
        evaluators: evaluators, isKeyOnly: values != nil)
      problems += review.findings
      if values != nil { keyOnlyEvaluators.formUnion(review.references) }
    }
    for evaluator in evaluators.members {
      problems +=
        RuleReview(
          evaluator.value, JSONPath.root.appending("$evaluators").appending(evaluator.name),
          isKeyOnly: keyOnlyEvaluators.contains(CodeUnits(evaluator.name))
        ).findings
    }
    return problems
  }

  private func flags(_ document: JSON.Object) -> [ReviewedFlag] {
    let path = JSONPath.root.appending("flags")
    let named = document["flags"]?.object?.members.map { member in
      (member.name, member.value, path.appending(member.name))
    }
    let listed = document["flags"]?.elements?.enumerated().map { index, flag in
      (flag.object?["key"]?.text ?? "", flag, path.appending(index))
    }
    return (named ?? listed ?? []).compactMap { key, flag, path in
      flag.object.map { ReviewedFlag(key: key, members: $0, path: path) }
    }
  }

  /// The members that have no meaning and almost the name of one that has.
  private func misspeltMembers(
    of object: JSON.Object, _ path: JSONPath, _ names: [String]
  ) -> [LintFinding] {
    object.members.compactMap { member in
      let missing = names.filter { object[$0] == nil }
      guard !names.contains(where: member.name.hasSameCodeUnits) else { return nil }
      let finding = LintFinding(
        path.appending(member.name), "this member has no meaning", .warning, not: member.name,
        but: missing)
      return finding.suggestions.isEmpty ? nil : finding
    }
  }

  /// The variants with values that mean nothing to who evaluates the flag.
  private func unknownValues(of flag: ReviewedFlag, except known: Set<String>) -> [LintFinding] {
    let names = known.sorted()
    let list = names.map(\.quoted).joined(separator: ", ")
    return flag.variants.members.compactMap { member in
      let text = member.value.text ?? ""
      guard !names.contains(where: text.hasSameCodeUnits) else { return nil }
      return LintFinding(
        flag.path.appending("variants").appending(member.name),
        "the flag has only the values \(list)", not: text, but: names)
    }
  }

  private func defaultVariantProblem(_ flag: ReviewedFlag) -> [LintFinding] {
    guard case .string(let name) = flag.members["defaultVariant"], !name.utf8.isEmpty,
      case .object(let variants) = flag.members["variants"], variants[name] == nil
    else { return [] }
    let path = flag.path.appending("defaultVariant")
    return [
      LintFinding(path, "there is no variant \(name.quoted)", not: name, but: variants.names)
    ]
  }
}

/// A flag's definition and its place.
struct ReviewedFlag {
  let key: String
  let members: JSON.Object
  let path: JSONPath

  var variants: JSON.Object { members["variants"]?.object ?? JSON.Object() }
}
