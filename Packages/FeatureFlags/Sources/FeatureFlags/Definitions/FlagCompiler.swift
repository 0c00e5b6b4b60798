import Basics

/// One flag, compiled when its definitions were loaded.
final class CompiledFlag: Sendable {
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
    key: String, metadata: FlagMetadata, variants: JSON.Object, targeting: JSON?, behavior: Behavior
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
    case nil: throw .notDefinitions(problem: "it has no member \"flags\"")
    default: throw .notDefinitions(problem: "its member \"flags\" is neither an object nor a list")
    }
  }

  private mutating func compile(_ definition: JSON, key: String) {
    let members = definition.object ?? JSON.Object()
    let metadata = FlagMetadata(
      own: FlagMetadata.usable(members["metadata"]), shared: sharedMetadata)
    flags[CodeUnits(key)] = CompiledFlag(
      key: key, metadata: metadata, variants: members["variants"]?.object ?? JSON.Object(),
      targeting: members["targeting"].map { rules.referenced(by: $0)?.rule ?? $0 },
      behavior: behavior(of: definition, metadata))
  }

  private mutating func behavior(
    of definition: JSON, _ metadata: FlagMetadata
  ) -> CompiledFlag.Behavior {
    func failed(_ message: String) -> CompiledFlag.Behavior {
      .fixed(.failed(.parseError, message, metadata: metadata))
    }
    guard case .object(let members) = definition else {
      return failed("The flag's definition is not an object.")
    }
    switch members["state"]?.text {
    case "DISABLED": return .fixed(.useDefault(reason: .disabled, metadata: metadata))
    case "ENABLED": break
    default: return failed("The flag's state is neither ENABLED nor DISABLED.")
    }
    let targeting = members["targeting"] ?? .null
    let rule = rules.referenced(by: targeting)?.rule ?? targeting
    guard targeting == .null || rule.object != nil else {
      return failed("The flag's targeting is not an object.")
    }
    let isTargeted = rule.object?.isEmpty == false
    let answer = defaultAnswer(members, reason: isTargeted ? .default : .static, metadata)
    guard isTargeted, answer.reason != .error else { return .fixed(answer) }
    return .targeted(rules.compile(targeting), default: answer)
  }

  /// The answer without targeting, or when it chooses nothing.
  private func defaultAnswer(
    _ members: JSON.Object, reason: EvaluationReason, _ metadata: FlagMetadata
  ) -> FlagResolution {
    guard case .object(let variants) = members["variants"], !variants.isEmpty else {
      return .failed(.parseError, "The flag has no variants.", metadata: metadata)
    }
    switch members["defaultVariant"] {
    case .string(let name) where !name.utf8.isEmpty:
      guard let value = variants[name] else {
        return .failed(.general, "The flag's default variant does not exist.", metadata: metadata)
      }
      return .chosen(value, variant: name, reason: reason, metadata: metadata)
    case nil, .null, .string: return .useDefault(reason: .default, metadata: metadata)
    default:
      return .failed(
        .parseError, "The flag's default variant is neither a text nor null.", metadata: metadata)
    }
  }
}
