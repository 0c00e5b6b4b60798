/// Ways to break the rules of ``CheckFixture``.
enum Seeds {
  private typealias Seed = SeededViolationTests.Seed
  private static let red = "Packages/Red/Sources/Red/Red.swift"
  private static let redManifest = "Packages/Red/Package.swift"
  private static let redTests = "Packages/Red/Tests/RedTests/RedTests.swift"
  private static let service = "Packages/Service/Sources/Service/Service.swift"
  private static let declareBlue = (
    file: redManifest, old: "\"Core\",\n", new: "\"Blue\",\n\"Core\",\n"
  )
  private static let nameBlue = (
    file: redManifest, old: ".package(path: \"../Core\"),",
    new: ".package(path: \"../Core\"), .package(path: \"../Blue\"),"
  )

  static var all: [SeededViolationTests.Seed] { imports + edges + others }

  /// A text at the beginning of a file that breaks a rule in one of its lines.
  private static func seed(
    _ description: String, _ text: String, in file: String = red, line: Int = 1,
    rule: String = "features-apart", also: Set<String> = ["declared"]
  ) -> Seed {
    Seed(
      testDescription: description, edits: [(file, "", text)], rule: rule, place: "\(file):\(line)",
      also: also)
  }

  private static var imports: [Seed] {
    [
      seed("sibling import", "import Blue\n"),
      seed("in an inactive #if branch", "#if os(Windows)\n  import Blue\n#endif\n", line: 2),
      seed("in an #else", "#if canImport(Nothing)\n#else\nimport Blue\n#endif\n", line: 3),
      seed("@testable in a test", "@testable import Blue\n", in: redTests),
      seed("import struct of a sibling", "import struct Blue.Blue\n"),
      seed("after a declaration", "struct A {}; import Blue\n"),
      seed("with attributes", "@preconcurrency @_implementationOnly internal import Blue\n"),
      seed(
        "in a new file in a subfolder", "// first\nimport Service\n",
        in: "Packages/Red/Sources/Red/Deep/New.swift", line: 2, rule: "service-for-the-app"),
      seed("undeclared, though allowed", "import Base\n", in: service, rule: "declared", also: []),
      seed("undeclared in a test", "import Core\n", in: redTests, rule: "declared", also: []),
      seed(
        "undeclared in the root package", "import Base\n", in: "Sources/app/main.swift",
        rule: "declared", also: []),
    ]
  }

  private static var edges: [Seed] {
    [
      Seed(
        testDescription: "sibling in the manifest only", edits: [nameBlue, declareBlue],
        rule: "features-apart", place: "\(redManifest):11", also: ["used"]),
      Seed(
        testDescription: "sibling through a third package",
        edits: [
          nameBlue, (redManifest, "\"../Blue\"", "\"../Helper\""),
          (redManifest, "\"Core\",\n", "\"Helper\",\n\"Core\",\n"), (red, "", "import Helper\n"),
          ("Packages/Helper/Package.swift", "", helper),
          ("Packages/Helper/Sources/Helper/Helper.swift", "", "import Blue\n"),
        ], rule: "features-apart", place: "\(red):1", also: ["placed"]),
      seed(
        "base uses core", "import Core\n", in: "Packages/Base/Sources/Base/Base.swift",
        rule: "base-stands-alone", also: ["declared", "layers"]),
      seed(
        "core uses a feature", "import Red\n", in: "Packages/Core/Sources/Core/Core.swift",
        rule: "layers", also: ["declared", "acyclic", "features-apart"]),
      seed("fakes in a product", "import CoreTesting\n", rule: "fakes-in-tests"),
      Seed(
        testDescription: "a cycle of targets",
        edits: [
          (
            "Packages/Core/Package.swift", ".target(name: \"Core\")",
            ".target(name: \"Core\", dependencies: [\"CoreTesting\"])"
          )
        ], rule: "acyclic", place: "Packages/Core/Package.swift:10",
        also: ["used", "fakes-in-tests"]),
    ]
  }

  private static var others: [Seed] {
    [
      seed(
        "a stored global", "enum Cache {\n  // static var comments = 0\n  static var seen = 0\n}\n",
        line: 3, rule: "no-globals", also: []),
      Seed(
        testDescription: "unused dependency", edits: [(red, "import Base\n", "")],
        rule: "used", place: "\(redManifest):12"),
      Seed(
        testDescription: "unused dependency of a test",
        edits: [("Packages/Blue/Tests/BlueTests/BlueTests.swift", "import CoreTesting", "")],
        rule: "used", place: "Packages/Blue/Package.swift:17"),
      Seed(
        testDescription: "a package that no rule names",
        edits: [
          (
            "Packages/Extra/Package.swift", "",
            CheckFixture.manifest("  name: \"Extra\", targets: [.target(name: \"Extra\")]")
          ), ("Packages/Extra/Sources/Extra/Extra.swift", "", "public struct Extra {}"),
        ], rule: "placed", place: "Packages/Extra/Package.swift:4"),
      Seed(
        testDescription: "a name in a rule that nothing has, in the last of several lists",
        edits: [
          ("mono.rules.json", #""members": ["Red", "Blue"]"#, #""members": ["Red", "Bleu"]"#)
        ],
        rule: "features-apart", place: "mono.rules.json:9"),
    ]
  }

  private static let helper = CheckFixture.manifest(
    """
      name: "Helper",
      products: [.library(name: "Helper", targets: ["Helper"])],
      dependencies: [.package(path: "../Blue")],
      targets: [.target(name: "Helper", dependencies: ["Blue"])]
    """)
}
