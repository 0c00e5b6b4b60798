@testable import MonoCore

/// One manifest with 124 targets and 370 files, as a large app has it.
enum LargeManifest {
  static let features = 80
  static let tests = 44
  static let files = 370

  static func make() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var numbers = SeededNumbers(seed: 3)
    var targets: [String] = []
    for index in 0..<features {
      let needed = (0..<index).shuffled(using: &numbers).prefix(
        Int.random(in: 1...7, using: &numbers)
      )
      .map { "Feature\($0)" }
      let list = needed.map { "\"\($0)\"" }.joined(separator: ", ")
      targets.append(
        """
        .target(name: "Feature\(index)", dependencies: [
          \(list.isEmpty ? "" : list + ", ").product(name: "Outside", package: "outside")])
        """)
      let imports = (needed + ["Outside", "Foundation"]).map { "import \($0)\n" }.joined()
      let body = String(repeating: "// Not important here.\nfunc f() {}\n", count: 60)
      try folder.write(imports + body, to: "Sources/Feature\(index)/Feature\(index).swift")
    }
    for index in 0..<tests {
      targets.append(
        ".testTarget(name: \"Feature\(index)Tests\", dependencies: [\"Feature\(index)\"])")
      try folder.write(
        "@testable import Feature\(index)\nimport XCTest\n",
        to: "Tests/Feature\(index)Tests/Feature\(index)Tests.swift")
    }
    for index in 0..<(files - features - tests) {
      try folder.write(
        "import Foundation\nstruct Part\(index) {}\n",
        to: "Sources/Feature\(index % features)/Part\(index).swift")
    }
    try folder.write(
      """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Large", platforms: [.macOS(.v12), .iOS(.v15)],
        products: [.library(name: "Large", targets: ["Feature\(features - 1)"])],
        dependencies: [.package(url: "https://example.org/outside", from: "1.0.0")],
        targets: [
          \(targets.joined(separator: ",\n    "))
        ])
      """, to: "Package.swift")
    try folder.write(".build\n", to: ".gitignore")
    try folder.git("init", "-q", "-b", "main")
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "start")
    return folder
  }
}
