import Basics

/// One flag, made ready when its definitions were loaded.
final class CompiledFlag: Sendable {
  /// The result of compiling a flag.
  enum Behavior: Sendable {
    /// Always the same: switched off, unusable, or without targeting.
    case fixed(Answer)
    /// A rule, by its node, and the answer for when it chooses nothing.
    case targeted(Int, default: Answer)
  }

  /// An answer that was prepared when the flag was loaded.
  struct Answer: Sendable {
    /// The value, whose type has to be compared with the requested one; `nil` if there is
    /// nothing to compare.
    let value: JSON?
    let resolution: FlagResolution
  }

  let key: String
  let metadata: FlagMetadata
  let variants: JSON.Object
  let targeting: JSON?
  let behavior: Behavior
  /// For each variant, in the order of ``variants``, the answer that targeting chose it.
  private let matches: [Answer]

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
      Answer($0.value, variant: $0.name, reason: .targetingMatch, metadata: metadata)
    }
  }

  /// The answer for a variant chosen by targeting; `nil` if the variant does not exist.
  func match(_ variant: String) -> Answer? {
    variants.position(of: variant).map { matches[$0] }
  }

  /// The type of the variants' values; `nil` when there are none or they differ in kind.
  var type: FlagType? {
    let values = variants.members.map(\.value)
    return values.isEmpty
      ? nil
      : FlagType.allCases.first { type in values.allSatisfy(type.accepts) }
  }
}

extension CompiledFlag.Answer {
  /// The answer that a variant was chosen.
  init(
    _ value: JSON, variant: String, reason: EvaluationReason, metadata: FlagMetadata
  ) {
    self.value = value
    resolution = .chosen(value, variant: variant, reason: reason, metadata: metadata)
  }

  /// An answer without a value.
  init(_ resolution: FlagResolution) {
    value = nil
    self.resolution = resolution
  }

  /// The answer for a value of the given type, or of any.
  func resolution(as type: FlagType?) -> FlagResolution {
    guard let value, let type, !type.accepts(value) else { return resolution }
    return .failed(
      .typeMismatch, "The flag's value is not of the type \(type.rawValue).",
      metadata: resolution.flagMetadata)
  }
}
