import Basics

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

  var program: CompiledRules { rules.program() }

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
      behavior = .fixed(.init(.failed(error.code, error.message, metadata: metadata)))
    }
    flags[CodeUnits(key)] = CompiledFlag(
      key: key, metadata: metadata, variants: members["variants"]?.object ?? JSON.Object(),
      targeting: members["targeting"].map { rules.referenced(by: $0)?.rule ?? $0 },
      behavior: behavior)
  }

  /// Why every evaluation of a flag fails.
  private struct Fault: Error {
    let code: EvaluationErrorCode
    let message: String
  }

  private mutating func behavior(
    of definition: JSON, _ metadata: FlagMetadata
  ) throws(Fault) -> CompiledFlag.Behavior {
    guard case .object(let members) = definition else {
      throw Fault(code: .parseError, message: "The flag's definition is not an object.")
    }
    switch members["state"]?.text {
    case "DISABLED": return .fixed(.init(.useDefault(reason: .disabled, metadata: metadata)))
    case "ENABLED": break
    default:
      throw Fault(
        code: .parseError, message: "The flag's state is neither ENABLED nor DISABLED.")
    }
    let rule = try rule(members["targeting"])
    let answer = try defaultAnswer(members, reason: rule == nil ? .static : .default, metadata)
    guard let rule else { return .fixed(answer) }
    return .targeted(rules.compile(rule), default: answer)
  }

  /// The targeting rule; `nil` when there is none.
  private func rule(_ targeting: JSON?) throws(Fault) -> JSON? {
    guard let targeting, targeting != .null else { return nil }
    guard case .object(let rule) = rules.referenced(by: targeting)?.rule ?? targeting else {
      throw Fault(code: .parseError, message: "The flag's targeting is not an object.")
    }
    return rule.isEmpty ? nil : targeting
  }

  private func defaultAnswer(
    _ members: JSON.Object, reason: EvaluationReason, _ metadata: FlagMetadata
  ) throws(Fault) -> CompiledFlag.Answer {
    guard case .object(let variants) = members["variants"], !variants.isEmpty else {
      throw Fault(code: .parseError, message: "The flag has no variants.")
    }
    switch members["defaultVariant"] {
    case .string(let name) where !name.utf8.isEmpty:
      guard let value = variants[name] else {
        throw Fault(code: .general, message: "The flag's default variant does not exist.")
      }
      return .init(value, variant: name, reason: reason, metadata: metadata)
    case nil, .null, .string:
      return .init(.useDefault(reason: .default, metadata: metadata))
    default:
      throw Fault(
        code: .parseError, message: "The flag's default variant is neither a text nor null.")
    }
  }
}
