import Testing

@testable import MonoCore

struct ManifestEvaluatorTests {
  @Test func `An unchanged manifest is not evaluated again, an edited one is`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.manifest(name: "\"One\""), to: "Package.swift")
    let real = ManifestEvaluator(
      toolchain: try Toolchain.find(), cacheFolder: "\(folder.path)/.build/cache")
    #expect(try real.evaluate(packageAt: folder.path).name == "One")
    // The same identity with a command that does not exist.
    let broken = ManifestEvaluator(
      toolchain: Toolchain(
        swift: "/nowhere/swift", identity: real.toolchain.identity, hostLibraries: nil),
      cacheFolder: real.cacheFolder)

    #expect(try broken.evaluate(packageAt: folder.path).name == "One")
    try folder.write(Self.manifest(name: "\"Two\""), to: "Package.swift")
    #expect(throws: MonoError.self) { try broken.evaluate(packageAt: folder.path) }
    #expect(try real.evaluate(packageAt: folder.path).name == "Two")
  }

  @Test func `A manifest that looks at files is evaluated again when they change`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.manifest(
        name:
          "FileManager.default.fileExists(atPath: Context.packageDirectory + \"/x\") ? \"Y\" : \"N\""
      ),
      to: "Package.swift")
    #expect(try folder.evaluator().evaluate(packageAt: folder.path).name == "N")

    try folder.write("", to: "x")

    #expect(try folder.evaluator().evaluate(packageAt: folder.path).name == "Y")
  }

  @Test func `Adding the contents of an array is not looking at files`() {
    #expect(!ManifestEvaluator.readsFiles("package.targets.append(contentsOf: more)"))
    #expect(ManifestEvaluator.readsFiles("String(contentsOf: url)"))
  }

  private static func manifest(name: String) -> String {
    """
    // swift-tools-version: 6.0
    import Foundation
    import PackageDescription
    let package = Package(name: \(name))
    """
  }
}
