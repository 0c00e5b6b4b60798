@testable import mono

/// A clean repository with every kind of rule: `Base` (usable anywhere), `Core` with fakes, two
/// features that must not know each other, a service for the app only, a macro, and the app.
enum CheckFixture {
  static func make() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text + "\n", to: path) }
    return folder
  }

  static func findings(in folder: TemporaryFolder) throws -> [Finding] {
    let rules = try RulesFile.load(root: folder.path)
    return try Checker(workspace: folder.workspace(), rules: rules).findings()
  }

  static func manifest(_ body: String) -> String {
    """
    // swift-tools-version: 6.3
    import PackageDescription
    let package = Package(
    \(body)
    )
    for target in package.targets {
      target.swiftSettings = [.enableUpcomingFeature("ExistentialAny")]
    }
    """
  }

  /// A package of one library.
  private static func library(_ name: String, needs other: String? = nil) -> String {
    let package = other.map { ".package(path: \"../\($0)\")" } ?? ""
    let target = other.map { "\"\($0)\"" } ?? ""
    return manifest(
      """
        name: "\(name)",
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(package)],
        targets: [.target(name: "\(name)", dependencies: [\(target)])]
      """)
  }

  static func feature(_ name: String) -> String {
    manifest(
      """
        name: "\(name)",
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [.package(path: "../Core"), .package(path: "../Base")],
        targets: [
          .target(
            name: "\(name)",
            dependencies: [
              "Core",
              "Base",
            ]
          ),
          .testTarget(
            name: "\(name)Tests",
            dependencies: ["\(name)", .product(name: "CoreTesting", package: "Core")]
          ),
        ]
      """)
  }

  static let files: [(String, String)] = [
    ("mono.rules.json", rules),
    (
      "Package.swift",
      manifest(
        """
          name: "App",
          dependencies: [
            .package(path: "Packages/Core"), .package(path: "Packages/Red"),
            .package(path: "Packages/Blue"), .package(path: "Packages/Service"),
          ],
          targets: [
            .executableTarget(name: "app", dependencies: ["Core", "Red", "Blue", "Service"]),
            .testTarget(name: "RedTests", dependencies: [
              "Red", .product(name: "CoreTesting", package: "Core")],
              path: "Packages/Red/Tests/RedTests"),
          ]
        """)
    ),
    ("Sources/app/main.swift", "import Blue\nimport Core\nimport Red\nimport Service"),
    ("Packages/Base/Package.swift", library("Base")),
    ("Packages/Base/Sources/Base/Base.swift", "public struct Base {}"),
    (
      "Packages/Core/Package.swift",
      manifest(
        """
          name: "Core",
          products: [
            .library(name: "Core", targets: ["Core"]),
            .library(name: "CoreTesting", targets: ["CoreTesting"]),
          ],
          targets: [
            .target(name: "Core"),
            .target(name: "CoreTesting", dependencies: ["Core"]),
          ]
        """)
    ),
    ("Packages/Core/Sources/Core/Core.swift", "public struct Core {}"),
    ("Packages/Core/Sources/CoreTesting/Fake.swift", "import Core"),
    ("Packages/Red/Package.swift", feature("Red")),
    ("Packages/Red/Sources/Red/Red.swift", "import Base\nimport Core\n\n\(shape("Red"))"),
    ("Packages/Red/Tests/RedTests/RedTests.swift", "import CoreTesting\n@testable import Red"),
    ("Packages/Blue/Package.swift", feature("Blue")),
    ("Packages/Blue/Sources/Blue/Blue.swift", "import Base\nimport Core\n\n\(shape("Blue"))"),
    ("Packages/Blue/Tests/BlueTests/BlueTests.swift", "import Blue\nimport CoreTesting"),
    ("Packages/Service/Package.swift", library("Service", needs: "Core")),
    ("Packages/Service/Sources/Service/Service.swift", "import Core"),
  ]

  static func shape(_ name: String) -> String {
    "public protocol \(name)Dependencies {}\npublic struct \(name)Container {}"
  }

  static let rules = """
    {
      "version": 1,
      "rules": [
        { "name": "base-stands-alone", "kind": "allowed", "from": ["Base"], "to": [],
          "reason": "Another product can use it as it is." },
        { "name": "layers", "kind": "layers",
          "layers": [["App/*"], ["Red", "Blue", "Service"], ["Core"], ["Base"]],
          "reason": "What is used by many must not change with one." },
        { "name": "features-apart", "kind": "independent", "members": ["Red", "Blue"],
          "reason": "Teams must not wait for each other." },
        { "name": "service-for-the-app", "kind": "forbidden", "from": ["*/*"],
          "except": ["App/*", "Service"], "to": ["Service"],
          "reason": "Features talk to the service through Core." },
        { "name": "fakes-in-tests", "kind": "forbidden", "from": ["library:*", "executable:*"],
          "except": ["*Testing"], "to": ["*Testing"],
          "reason": "A fake must never reach a user." },
        { "name": "placed", "kind": "exhaustive", "reason": "A forgotten package is free." },
        { "name": "acyclic", "kind": "acyclic", "reason": "Build order." },
        { "name": "declared", "kind": "undeclared-imports", "reason": "Clean checkouts." },
        { "name": "used", "kind": "unused-dependencies", "reason": "Build time." },
        { "name": "no-globals", "kind": "forbidden-code", "among": ["Red", "Blue"],
          "except": ["test:*"], "files": ["**/Red*.swift"],
          "declarations": ["static var *", "static let shared*"], "instead": { "*": "keep it" },
          "reason": "A global outlives every scope." }
      ]
    }
    """
}
