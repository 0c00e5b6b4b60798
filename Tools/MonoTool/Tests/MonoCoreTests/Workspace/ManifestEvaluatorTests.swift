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
        swift: "/nowhere/swift", identity: real.toolchain.identity),
      cacheFolder: real.cacheFolder)

    #expect(try broken.evaluate(packageAt: folder.path).name == "One")
    try folder.write(Self.manifest(name: "\"Two\""), to: "Package.swift")
    #expect(throws: MonoError.self) { try broken.evaluate(packageAt: folder.path) }
    #expect(try real.evaluate(packageAt: folder.path).name == "Two")
  }

  @Test(
    arguments: [
      (#"let a = Context.environment["CI"] != nil"#, Set(["CI"]), false, false),
      (#"let a = Context.environment.keys.contains { $0.hasPrefix("X") }"#, [], true, false),
      (#"let a = Context.packageDirectory"#, [], false, true),
      (#"let a = #filePath"#, [], false, true),
      (#"let a = Context.gitInformation?.currentTag"#, [], false, true),
      ("import Foundation\nlet a = ProcessInfo.processInfo.hostName", [], false, true),
      ("import CompilerPluginSupport", [], false, false),
    ] as [(String, Set<String>, Bool, Bool)])
  func `What a manifest can depend on is known`(
    line: String, variables: Set<String>, whole: Bool, all: Bool
  ) {
    let reach = ManifestReach(
      "import PackageDescription\n\(line)\nlet package = Package(name: \"P\")")

    #expect(reach?.variables == variables && reach?.readsWholeEnvironment == whole)
    #expect(reach?.isUnbounded == all)
  }

  @Test func `A manifest that looks outside its folder is evaluated every time`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.manifest(name: "access(\"\(folder.path)/x\", F_OK) == 0 ? \"Y\" : \"N\"")
        .replacing("import Foundation", with: "import Glibc"),
      to: "P/Package.swift")
    #expect(try folder.evaluator().evaluate(packageAt: "\(folder.path)/P").name == "N")

    try folder.write("", to: "x")

    #expect(try folder.evaluator().evaluate(packageAt: "\(folder.path)/P").name == "Y")
    try folder.remove("x")
    let stable = ManifestEvaluator(
      toolchain: try Toolchain.find(), cacheFolder: "\(folder.path)/cache", stable: [Glob("P")],
      root: folder.path)
    #expect(try stable.evaluate(packageAt: "\(folder.path)/P").name == "N")
    try folder.write("", to: "x")
    #expect(try stable.evaluate(packageAt: "\(folder.path)/P").name == "N")
    let anew = ManifestEvaluator(
      toolchain: stable.toolchain, cacheFolder: nil, stable: stable.stable, root: folder.path)
    #expect(try anew.evaluate(packageAt: "\(folder.path)/P").name == "Y")
  }

  private static func manifest(name: String) -> String {
    """
    // swift-tools-version: 6.0
    \(name.hasPrefix("\"") ? "" : "import Foundation")
    import PackageDescription
    let package = Package(name: \(name))
    """
  }
}
