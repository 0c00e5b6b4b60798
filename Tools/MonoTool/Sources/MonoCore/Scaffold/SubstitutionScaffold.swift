/// Plans a substitution in a feature package: two implementations of a protocol, the flag that
/// chooses between them, and their tests.
package struct SubstitutionScaffold: Sendable {
  package let workspace: Workspace

  package init(workspace: Workspace) {
    self.workspace = workspace
  }

  /// Everything that has to be written.
  ///
  /// - Parameter feature: The package; its `Flags` folder holds the definitions and the `FlagSet`.
  /// - Throws: `MonoError.usage` for a bad or taken name, and for a package without flags.
  package func plan(name: String, in feature: String) throws(MonoError) -> ScaffoldPlan {
    let name = try FeatureName(name)
    let package = try workspace.packages(named: [feature])[0]
    let module = workspace.packages[package].name
    let folder = workspace.packages[package].folder
    let sources = Path.join(folder, "Sources/\(module)")
    let flags = Path.join(sources, "Flags")
    let definitions = Files.descendants(of: Path.join(workspace.root, flags))
      .first { $0.hasSuffix("-flags.json") }
    guard let definitions else {
      throw .usage(
        "\(module) has no flags in \(flags).", hint: "Name a feature package with a FlagSet.")
    }
    let values = [
      "Name": name.type, "camel": name.camel, "kebab": name.kebab, "words": name.words,
      "Feature": module, "feature": try FeatureName(module).camel,
    ]
    return ScaffoldPlan(edits: [
      try new(Path.join(sources, "\(name.type)/\(name.type).swift"), Self.implementations, values),
      try new(
        Path.join(folder, "Tests/\(module)Tests/\(name.type)Tests.swift"), Self.tests, values),
      try edit(
        Path.join(flags, definitions), after: "\"flags\": {\n", Self.definition, values),
      try edit(
        Path.join(flags, "\(module)Flags.swift"), after: "substitutions: [", "{{camel}}, ", values),
    ])
  }

  private func new(
    _ path: String, _ template: String, _ values: [String: String]
  ) throws(MonoError) -> ScaffoldPlan.Edit {
    guard !Files.exists(Path.join(workspace.root, path)) else {
      throw .usage("\(path) exists already.", hint: "Choose another name.")
    }
    return ScaffoldPlan.Edit(
      path: path, before: nil, after: try Template(text: template).filled(with: values, lists: [:]))
  }

  private func edit(
    _ path: String, after anchor: String, _ template: String, _ values: [String: String]
  ) throws(MonoError) -> ScaffoldPlan.Edit {
    guard let before = Files.text(Path.join(workspace.root, path)),
      let place = before.firstRange(of: anchor)
    else {
      throw .usage("\(path) has no '\(anchor)'.", hint: "Correct the file and try again.")
    }
    var after = before
    after.insert(
      contentsOf: try Template(text: template).filled(with: values, lists: [:]),
      at: place.upperBound)
    return ScaffoldPlan.Edit(path: path, before: before, after: after)
  }

  private static let definition = """
        "{{kebab}}": {
          "state": "ENABLED",
          "variants": { "standard": "standard", "alternative": "alternative" },
          "defaultVariant": "standard",
          "metadata": { "description": "Which {{words}} a rider meets." }
        },

    """

  private static let implementations = """
    import FeatureFlags

    /// What two implementations do, each in its way.
    protocol {{Name}}: Sendable {
      /// Returns the text that a rider sees.
      func text() -> String
    }

    struct Standard{{Name}}: {{Name}} {
      func text() -> String { "standard" }
    }

    struct Alternative{{Name}}: {{Name}} {
      func text() -> String { "alternative" }
    }

    /// The one that a scope's flag chooses; the exposure is recorded when a rider meets it.
    struct Scoped{{Name}}: {{Name}} {
      let flagScope: FlagScope

      func text() -> String { {{camel}}.make(in: flagScope).text() }
    }

    /// Which {{words}} a rider meets.
    let {{camel}} = Substitution<any {{Name}}>(
      flag: "{{kebab}}", default: "standard", { Standard{{Name}}() },
      alternatives: ["alternative": { Alternative{{Name}}() }])

    """

  private static let tests = """
    import FeatureFlags
    import Testing

    @testable import {{Feature}}

    struct {{Name}}Tests {
      @Test(arguments: ["standard", "alternative"])
      func `The flag chooses what a rider meets`(variant: String) throws {
        let flagScope = try FlagSet.{{feature}}.makeScope(overrides: ["{{kebab}}": variant])

        #expect(Scoped{{Name}}(flagScope: flagScope).text() == variant)
      }

      @Test func `An implementation for every variant, and a variant for every implementation`()
        throws
      {
        let problems = SubstitutionRegistry(FlagSet.{{feature}}.substitutions)
          .problems(in: try FlagSet.{{feature}}.definitions())

        #expect(problems == [])
      }
    }

    """
}
