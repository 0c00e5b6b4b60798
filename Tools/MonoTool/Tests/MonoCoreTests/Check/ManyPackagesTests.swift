import Testing

@testable import MonoCore

/// Thirteen local packages without a root package and without a rules file, as an app project has them.
struct ManyPackagesTests {
  @Test func `Three undeclared imports among thirteen packages are found, and nothing else`() throws
  {
    let folder = try TemporaryFolder()
    for number in 1...13 { try Self.write(number, to: folder) }
    let undeclared = [(5, "P1", ""), (9, "P2", "#if os(iOS)\n"), (13, "Outside", "")]
    for (number, module, condition) in undeclared {
      let end = condition.isEmpty ? "" : "\n#endif"
      try folder.write(
        "\(condition)import \(module)\(end)\n",
        to: "Packages/P\(number)/Sources/P\(number)/Late.swift")
    }

    let workspace = try folder.workspace()
    let findings = try Checker(workspace: workspace, rules: .standard).findings()

    #expect(
      findings.map { "\($0.rule) \($0.file):\($0.line) \($0.to)" } == [
        "undeclared-import Packages/P13/Sources/P13/Late.swift:1 Outside",
        "undeclared-import Packages/P5/Sources/P5/Late.swift:1 P1",
        "undeclared-import Packages/P9/Sources/P9/Late.swift:2 P2",
      ])
  }

  /// Each package needs the one before it; the second also a package from elsewhere, whose module it
  /// imports.
  private static func write(_ number: Int, to folder: TemporaryFolder) throws {
    let name = "P\(number)"
    let before = number == 1 ? "" : "P\(number - 1)"
    let outside = number == 2 ? ", .product(name: \"Outside\", package: \"outside\")" : ""
    let url = number == 2 ? ", .package(url: \"https://example.org/outside\", from: \"1.0.0\")" : ""
    try folder.write(
      """
      // swift-tools-version: 5.10
      import PackageDescription
      let package = Package(
        name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(before.isEmpty ? "" : ".package(path: \"../\(before)\")")\(url)],
        targets: [
          .target(name: "\(name)", dependencies: [\(before.isEmpty ? "" : "\"\(before)\"")\(outside)]),
          .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),
        ])
      """, to: "Packages/\(name)/Package.swift")
    try folder.write(
      (before.isEmpty ? "import Foundation\n" : "import \(before)\n")
        + (number == 2 ? "import Outside\n" : ""),
      to: "Packages/\(name)/Sources/\(name)/\(name).swift")
    try folder.write(
      "import XCTest\n@testable import \(name)\n", to: "Packages/\(name)/Tests/\(name)Tests/T.swift"
    )
  }
}
