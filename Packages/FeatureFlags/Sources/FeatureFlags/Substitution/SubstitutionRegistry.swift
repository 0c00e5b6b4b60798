import Basics

/// The flag of a substitution, and the variants that have an implementation.
public protocol SubstitutionDeclaration: Sendable {
  /// The key of the flag that chooses.
  var flag: String { get }
  /// The variants that have an implementation.
  var variants: [String] { get }
  /// The variant whose implementation a scope is given.
  func variant(in scope: FlagScope) -> String
}

/// All substitutions of a program, to be compared with its flag definitions.
public struct SubstitutionRegistry: Sendable {
  private let substitutions: [any SubstitutionDeclaration]

  public init(_ substitutions: [any SubstitutionDeclaration]) { self.substitutions = substitutions }

  /// Every flag that is missing, every variant without an implementation and every implementation
  /// that no variant names.
  public func problems(in definitions: FlagDefinitions) -> [LintFinding] {
    substitutions.flatMap { substitution in
      let path = JSONPath.root.appending("flags").appending(substitution.flag)
      guard let variants = definitions.variants(of: substitution.flag) else {
        return [LintFinding(path, "a substitution needs this flag, which is not defined")]
      }
      let defined = Set(variants.map(CodeUnits.init))
      let implemented = Set(substitution.variants.map(CodeUnits.init))
      let list = path.appending("variants")
      let withoutImplementation = variants.filter { !implemented.contains(CodeUnits($0)) }
      let withoutVariant = substitution.variants.filter { !defined.contains(CodeUnits($0)) }
      return withoutImplementation.map {
        LintFinding(
          list.appending($0), "no implementation stands for this variant", not: $0,
          but: substitution.variants)
      }
        + withoutVariant.map {
          LintFinding(list, "the implementation for \($0.quoted) has no variant")
        }
    }
  }
}
