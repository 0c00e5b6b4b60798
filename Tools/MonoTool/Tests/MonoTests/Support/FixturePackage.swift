@testable import mono

/// A tiny local package: a library, a test target, and what they depend on.
struct FixturePackage {
  var name: String
  var dependencies: [String] = []
  var source: String
  var test: String

  var folder: String { "Packages/\(name)" }

  var manifest: String {
    let packages = dependencies.map { ".package(path: \"../\($0)\")" }.joined(separator: ", ")
    let targets = dependencies.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      // swift-tools-version: 6.3
      import PackageDescription
      let package = Package(
        name: "\(name)",
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(packages)],
        targets: [
          .target(name: "\(name)", dependencies: [\(targets)]),
          .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),
        ]
      )

      """
  }

  func write(to folder: TemporaryFolder) throws {
    try folder.write(manifest, to: "\(self.folder)/Package.swift")
    try folder.write(source, to: "\(self.folder)/Sources/\(name)/\(name).swift")
    try folder.write(test, to: "\(self.folder)/Tests/\(name)Tests/\(name)Tests.swift")
  }

  /// A root package that lists the tests of all packages as its own, as one `swift test` needs it.
  static func rootManifest(_ packages: [FixturePackage]) -> String {
    let dependencies = packages.map { ".package(path: \"\($0.folder)\")" }
    let tests = packages.map {
      """
      .testTarget(
        name: "\($0.name)Tests", dependencies: ["\($0.name)"],
        path: "\($0.folder)/Tests/\($0.name)Tests")
      """
    }
    return """
      // swift-tools-version: 6.3
      import PackageDescription
      let package = Package(
        name: "Root",
        dependencies: [\(dependencies.joined(separator: ", "))],
        targets: [
          \(tests.joined(separator: ",\n"))
        ]
      )

      """
  }
}
