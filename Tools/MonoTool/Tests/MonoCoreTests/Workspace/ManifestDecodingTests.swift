import Basics
import Testing

@testable import MonoCore

struct ManifestDecodingTests {
  @Test func `Everything that a manifest can say is read`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.manifest, to: "Packages/K/Package.swift")

    let manifest = try folder.evaluator().evaluate(packageAt: "\(folder.path)/Packages/K")

    #expect(manifest.name == "K")
    #expect(manifest.dependencies.map(\.identity) == ["core", "x", "swift-nio", "mona.linked"])
    let depth = folder.path.split(separator: "/").count + 2
    let root = String(repeating: "../", count: depth)
    #expect(manifest.dependencies.map(\.path) == ["../Core", "\(root)abs/x", nil, nil])
    #expect(manifest.products.map(\.kind) == ["library", "library", "executable", "plugin"])
    let kinds: [TargetDescription.Kind] = [
      .library, .library, .executable, .test, .system, .binary, .macro, .plugin,
    ]
    #expect(manifest.targets.map(\.kind) == kinds)
    let target = manifest.targets[0]
    #expect(target.dependencies.map(\.name) == ["B", "NIO", "Sys", "Mac", "Plug"])
    #expect(target.dependencies[1].moduleAliases == ["X": "Y"])
    #expect(target.dependencies[4].isPlugin)
    #expect(target.exclude == ["README.md"])
    #expect(target.sources == ["a.swift"])
    #expect(target.resources == ["r", "c.json", "e.json"])
    let settings = target.settings.map { "\($0.name) \($0.value)" }
    #expect(settings.contains("enableExperimentalFeature Q"))
    #expect(settings.contains("defaultIsolation MainActor"))
    #expect(settings.contains("linkedLibrary z"))
  }

  @Test func `A document of another form is refused`() {
    #expect(throws: MonoError.self) { try Manifest(dump: ["name": "P"]) }
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import CompilerPluginSupport
    import PackageDescription
    let package = Package(
      name: "K", platforms: [.macOS(.v14)],
      products: [
        .library(name: "L", targets: ["A"]), .library(name: "D", type: .dynamic, targets: ["B"]),
        .executable(name: "x", targets: ["x"]), .plugin(name: "Plug", targets: ["Plug"]),
      ],
      traits: ["T1", .default(enabledTraits: ["T1"])],
      dependencies: [
        .package(path: "../Core"), .package(name: "Named", path: "/abs/x"),
        .package(url: "https://example.org/swift-nio.git", from: "2.0.0"),
        .package(id: "mona.Linked", from: "1.0.0"),
      ],
      targets: [
        .target(
          name: "A",
          dependencies: [
            "B",
            .product(
              name: "NIO", package: "swift-nio", moduleAliases: ["X": "Y"],
              condition: .when(platforms: [.linux], traits: ["T1"])),
            .target(name: "Sys", condition: .when(platforms: [.linux])), "Mac",
          ],
          path: "Src/A", exclude: ["README.md"], sources: ["a.swift"],
          resources: [.process("r"), .copy("c.json"), .embedInCode("e.json")],
          cSettings: [.define("X")],
          swiftSettings: [
            .enableExperimentalFeature("Q", .when(configuration: .debug)),
            .swiftLanguageMode(.v5), .defaultIsolation(MainActor.self),
          ],
          linkerSettings: [.linkedLibrary("z")], plugins: [.plugin(name: "Plug")]),
        .target(name: "B"), .executableTarget(name: "x"),
        .testTarget(name: "AT", dependencies: ["A"]), .systemLibrary(name: "Sys", pkgConfig: "sys"),
        .binaryTarget(name: "Bin", url: "https://x.org/y.zip", checksum: "abc"), .macro(name: "Mac"),
        .plugin(name: "Plug", capability: .buildTool(), dependencies: ["x"]),
      ],
      swiftLanguageModes: [.v6])
    """
}
