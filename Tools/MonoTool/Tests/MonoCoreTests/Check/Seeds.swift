/// Ways to break the rules of ``CheckFixture``.
enum Seeds {
  private typealias Seed = SeededViolationTests.Seed
  private static let red = "Packages/Red/Sources/Red/Red.swift"
  private static let redManifest = "Packages/Red/Package.swift"
  private static let redTests = "Packages/Red/Tests/RedTests/RedTests.swift"
  private static let declareBlue = (
    file: redManifest, old: "\"Core\",\n", new: "\"Blue\",\n\"Core\",\n"
  )
  private static let nameBlue = (
    file: redManifest, old: ".package(path: \"../Core\"),",
    new: ".package(path: \"../Core\"), .package(path: \"../Blue\"),"
  )

  static var all: [SeededViolationTests.Seed] { code + imports + edges + declarations + settings }

  private static var code: [Seed] {
    [
      Seed(
        testDescription: "a stored global",
        edits: [
          (red, "", "enum Cache {\n  // static var comments = 0\n  static var seen = 0\n}\n")
        ],
        rule: "no-globals", place: "\(red):3")
    ]
  }

  private static var imports: [Seed] {
    [
      Seed(
        testDescription: "sibling import", edits: [(red, "", "import Blue\n")],
        rule: "features-apart", place: "\(red):1", also: ["declared"]),
      Seed(
        testDescription: "sibling import in an inactive #if branch",
        edits: [(red, "", "#if os(Windows)\n  import Blue\n#endif\n")],
        rule: "features-apart", place: "\(red):2", also: ["declared"]),
      Seed(
        testDescription: "sibling import in the #else of canImport",
        edits: [(red, "", "#if canImport(Nothing)\n#else\nimport Blue\n#endif\n")],
        rule: "features-apart", place: "\(red):3", also: ["declared"]),
      Seed(
        testDescription: "@testable sibling import in a test",
        edits: [(redTests, "", "@testable import Blue\n")],
        rule: "features-apart", place: "\(redTests):1", also: ["declared"]),
      Seed(
        testDescription: "import struct of a sibling",
        edits: [(red, "", "import struct Blue.Blue\n")],
        rule: "features-apart", place: "\(red):1", also: ["declared"]),
      Seed(
        testDescription: "import after a declaration",
        edits: [
          (red, "public struct RedContainer {}", "public struct RedContainer {}; import Blue")
        ],
        rule: "features-apart", place: "\(red):5", also: ["declared"]),
      Seed(
        testDescription: "import with an access level and attributes",
        edits: [(red, "", "@preconcurrency @_implementationOnly internal import Blue\n")],
        rule: "features-apart", place: "\(red):1", also: ["declared"]),
      Seed(
        testDescription: "import in a new file in a subfolder",
        edits: [("Packages/Red/Sources/Red/Deep/New.swift", "", "// first\nimport Service\n")],
        rule: "service-for-the-app", place: "Packages/Red/Sources/Red/Deep/New.swift:2",
        also: ["declared"]),
      Seed(
        testDescription: "undeclared import of an allowed module",
        edits: [("Packages/Service/Sources/Service/Service.swift", "", "import Base\n")],
        rule: "declared", place: "Packages/Service/Sources/Service/Service.swift:1"),
      Seed(
        testDescription: "undeclared import in a test",
        edits: [(redTests, "", "import Core\n")], rule: "declared", place: "\(redTests):1"),
      Seed(
        testDescription: "undeclared import in the root package",
        edits: [("Sources/app/main.swift", "", "import Base\n")], rule: "declared",
        place: "Sources/app/main.swift:1"),
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
          (redManifest, "\"Core\",\n", "\"Helper\",\n\"Core\",\n"),
          (red, "", "import Helper\n"),
          ("Packages/Helper/Package.swift", "", helper),
          ("Packages/Helper/Sources/Helper/Helper.swift", "", "import Blue\n"),
        ], rule: "features-apart", place: "\(red):1", also: ["placed"]),
      Seed(
        testDescription: "base uses core",
        edits: [("Packages/Base/Sources/Base/Base.swift", "", "import Core\n")],
        rule: "base-stands-alone", place: "Packages/Base/Sources/Base/Base.swift:1",
        also: ["declared", "layers"]),
      Seed(
        testDescription: "core uses a feature",
        edits: [("Packages/Core/Sources/Core/Core.swift", "", "import Red\n")],
        rule: "layers", place: "Packages/Core/Sources/Core/Core.swift:1",
        also: ["declared", "acyclic", "features-apart"]),
      Seed(
        testDescription: "fakes in a product", edits: [(red, "", "import CoreTesting\n")],
        rule: "fakes-in-tests", place: "\(red):1", also: ["declared"]),
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

  private static var declarations: [Seed] {
    [
      Seed(
        testDescription: "unused dependency", edits: [(red, "import Base\n", "")],
        rule: "used", place: "\(redManifest):12"),
      Seed(
        testDescription: "unused dependency of a test",
        edits: [("Packages/Blue/Tests/BlueTests/BlueTests.swift", "import CoreTesting", "")],
        rule: "used", place: "Packages/Blue/Package.swift:17"),
    ]
  }

  private static var settings: [Seed] {
    [
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
