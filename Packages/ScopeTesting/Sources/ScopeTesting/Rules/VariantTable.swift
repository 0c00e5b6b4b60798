public import FeatureFlags

/// The implementation of each variant of a substitution, as the tests of a feature expect it.
public struct VariantTable: Sendable {
  let flag: String
  /// The makers and commands where the flag is met.
  let doors: Set<String>
  private let expected: [String: String]
  private let made: @Sendable (FlagScope) -> String

  /// Compares the implementations that a substitution makes with those that are expected.
  ///
  /// - Parameters:
  ///   - substitution: Makes the implementations.
  ///   - expected: The implementation of each variant.
  ///   - doors: The names of the makers and commands that show a difference.
  ///   - describe: Describes one; its `String(describing:)` without another description.
  public static func of<Product>(
    _ substitution: Substitution<Product>, _ expected: [String: String], metIn doors: Set<String>,
    describe: @escaping @Sendable (Product) -> String = { String(describing: $0) }
  ) -> VariantTable {
    VariantTable(flag: substitution.flag, doors: doors, expected: expected) {
      describe(substitution.makeUnused(in: $0))
    }
  }

  @MainActor
  func violations(of substitution: any SubstitutionDeclaration, in flags: FlagSet) throws
    -> [String]
  {
    let names = Set(substitution.variants).union(expected.keys).sorted()
    return try names.compactMap { variant in
      guard let implementation = expected[variant] else {
        return "'\(flag)' has the variant '\(variant)', which is not in the table."
      }
      let scope = try ScopeSurroundings(flags: flags, overrides: [flag: variant]).flagScope
      guard flags.decidedByBuild[flag] == nil, made(scope) != implementation else { return nil }
      return "'\(variant)' of '\(flag)' is \(made(scope)) and not \(implementation)."
    }
  }
}

@MainActor extension ScopeUnderTest {
  func violationsOfVariants() throws -> [String] {
    guard !flags.substitutions.isEmpty else { return [] }
    let mismatches = try flags.substitutions.flatMap { substitution in
      guard let table = variants.first(where: { $0.flag == substitution.flag }) else {
        return ["No table says what the variants of '\(substitution.flag)' are."]
      }
      return try table.violations(of: substitution, in: flags)
    }
    let problems = SubstitutionRegistry(flags.substitutions).problems(in: try flags.definitions())
    return mismatches + problems.map { "\($0)" }
  }
}
