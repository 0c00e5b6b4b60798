import Basics

/// One flag, compiled when its definitions were loaded.
final class CompiledFlag: Sendable {
  /// The result of compiling a flag.
  enum Behavior: Sendable {
    /// Always the same: switched off, unusable, or without targeting.
    case fixed(FlagResolution)
    /// A rule, and the answer for when it chooses nothing.
    case targeted(Rule, default: FlagResolution)
  }

  let key: String
  let metadata: FlagMetadata
  let variants: JSON.Object
  let targeting: JSON?
  let behavior: Behavior
  /// For each variant, in the order of ``variants``, the answer that targeting chose it.
  private let matches: [FlagResolution]

  init(
    key: String, metadata: FlagMetadata, variants: JSON.Object, targeting: JSON?,
    behavior: Behavior
  ) {
    self.key = key
    self.metadata = metadata
    self.variants = variants
    self.targeting = targeting
    self.behavior = behavior
    matches = variants.members.map {
      .chosen($0.value, variant: $0.name, reason: .targetingMatch, metadata: metadata)
    }
  }

  /// The answer for a variant chosen by targeting; `nil` if the variant does not exist.
  func match(_ variant: String) -> FlagResolution? {
    variants.position(of: variant).map { matches[$0] }
  }

  /// The type of the variants' values; `nil` when there are none or they differ in kind.
  var type: FlagType? {
    let values = variants.members.map(\.value)
    guard !values.isEmpty else { return nil }
    return FlagType.allCases.first { values.allSatisfy($0.accepts) }
  }
}

/// Reads the flags of one definition document.
struct FlagCompiler {
  private let document: JSON.Object
  private let sharedMetadata: JSON.Object
  private var rules: RuleCompiler
  private(set) var flags: [CodeUnits: CompiledFlag] = [:]

  init(document: JSON.Object, sharedMetadata: JSON.Object) {
    self.document = document
    self.sharedMetadata = sharedMetadata
    rules = RuleCompiler(evaluators: document["$evaluators"]?.object ?? JSON.Object())
  }

  /// Reads all flags: an object by key, or a list of flags that carry their key.
  mutating func compileFlags() throws(FlagDefinitionsError) {
    switch document["flags"] {
    case .object(let flags):
      for member in flags.members { compile(member.value, key: member.name) }
    case .array(let list):
      for flag in list {
        guard case .string(let key) = flag.object?["key"], !key.utf8.isEmpty else { continue }
        compile(flag, key: key)
      }
    case nil:
      throw .notDefinitions(problem: "it has no member \"flags\"")
    default:
      throw .notDefinitions(problem: "its member \"flags\" is neither an object nor a list")
    }
  }

  private mutating func compile(_ definition: JSON, key: String) {
    let members = definition.object ?? JSON.Object()
    let metadata = FlagMetadata(
      own: FlagMetadata.usable(members["metadata"]), shared: sharedMetadata)
    let behavior: CompiledFlag.Behavior
    do {
      behavior = try self.behavior(of: definition, metadata)
    } catch {
      behavior = .fixed(.failed(error.code, error.message, metadata: metadata))
    }
    flags[CodeUnits(key)] = CompiledFlag(
      key: key, metadata: metadata, variants: members["variants"]?.object ?? JSON.Object(),
      targeting: members["targeting"].map { rules.referenced(by: $0)?.rule ?? $0 },
      behavior: behavior)
  }

  /// The error of every evaluation of a flag.
  private struct FlagError: Error {
    let code: EvaluationErrorCode
    let message: String

    init(_ message: String, code: EvaluationErrorCode = .parseError) {
      self.code = code
      self.message = message
    }
  }

  private mutating func behavior(
    of definition: JSON, _ metadata: FlagMetadata
  ) throws(FlagError) -> CompiledFlag.Behavior {
    guard case .object(let members) = definition else {
      throw FlagError("The flag's definition is not an object.")
    }
    switch members["state"]?.text {
    case "DISABLED": return .fixed(.useDefault(reason: .disabled, metadata: metadata))
    case "ENABLED": break
    default: throw FlagError("The flag's state is neither ENABLED nor DISABLED.")
    }
    let rule = try rule(members["targeting"])
    let answer = try defaultAnswer(members, reason: rule == nil ? .static : .default, metadata)
    return rule.map { .targeted(rules.compile($0), default: answer) } ?? .fixed(answer)
  }

  /// The targeting rule; `nil` when there is none.
  private func rule(_ targeting: JSON?) throws(FlagError) -> JSON? {
    guard let targeting, targeting != .null else { return nil }
    guard case .object(let rule) = rules.referenced(by: targeting)?.rule ?? targeting else {
      throw FlagError("The flag's targeting is not an object.")
    }
    return rule.isEmpty ? nil : targeting
  }

  private func defaultAnswer(
    _ members: JSON.Object, reason: EvaluationReason, _ metadata: FlagMetadata
  ) throws(FlagError) -> FlagResolution {
    guard case .object(let variants) = members["variants"], !variants.isEmpty else {
      throw FlagError("The flag has no variants.")
    }
    switch members["defaultVariant"] {
    case .string(let name) where !name.utf8.isEmpty:
      guard let value = variants[name] else {
        throw FlagError("The flag's default variant does not exist.", code: .general)
      }
      return .chosen(value, variant: name, reason: reason, metadata: metadata)
    case nil, .null, .string:
      return .useDefault(reason: .default, metadata: metadata)
    default:
      throw FlagError("The flag's default variant is neither a text nor null.")
    }
  }
}
