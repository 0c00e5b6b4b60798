import Basics
@testable import mono

/// A repository with everything that packages of other people have and ours do not.
enum ForeignRepository {
  /// The files by their paths; links stand in ``links``.
  static let files = [
    ".gitignore": ".build\n",
    "vendor/net/Package.swift": """
    // swift-tools-version:5.5
    import PackageDescription
    let targets: [PackageDescription.Target] = [
      .target(name: "CAtomic"),
      .target(name: "CLinux", dependencies: ["CAtomic"]),
      .target(name: "C-Headers", publicHeadersPath: "inc"),
      .target(name: "NetCore", dependencies: [
        "NetLocks", "CLinux", "C-Headers", .product(name: "Atomics", package: "swift-atomics")]),
      .target(name: "NetLocks", dependencies: ["CAtomic"]),
      .target(name: "_NetHeap"),
      .target(name: "Net", dependencies: ["NetCore", "_NetHeap"]),
      .target(name: "Net-all", dependencies: ["Net", "NetCore", "_NetHeap"]),
      .executableTarget(name: "NetEcho", dependencies: ["Net"], exclude: ["README.md"]),
      .testTarget(name: "NetTests", dependencies: ["Net", "NetEcho"]),
    ]
    let package = Package(
      name: "swift-net",
      products: [
        .library(name: "Net", targets: ["Net", "NetCore"]), .library(name: "NetPosix", targets: ["Net"]),
        .executable(name: "NetEcho", targets: ["NetEcho"])],
      dependencies: [.package(url: "https://example.org/swift-atomics.git", from: "1.0.2")],
      targets: targets)
    """,
    "vendor/net/Sources/CAtomic/a.c": "",
    "vendor/net/Sources/CAtomic/include/a.h": "int atomic_add(void);\n",
    "vendor/net/Sources/CLinux/l.c": "#include <a.h>\n",
    "vendor/net/Sources/CLinux/include/l.h": "",
    "vendor/net/Sources/C-Headers/c.c": "",
    "vendor/net/Sources/C-Headers/inc/c.h": "",
    "vendor/net/Sources/C-Headers/inc/module.modulemap":
      "module CHeaders{\n  header \"c.h\"\n  export *\n}\n",
    "vendor/net/Sources/NetCore/Core.swift": """
    #if canImport(Darwin)
    import Darwin
    #elseif canImport(Glibc)
    @preconcurrency import Glibc
    import CLinux
    #endif
    import Atomics
    import CHeaders
    @_exported import NetLocks
    import struct Foundation.URL
    import class Foundation.Bundle
    import func CAtomic.atomic_add
    """,
    "vendor/net/Sources/NetLocks/Lock.swift": "import CAtomic\n",
    "vendor/net/Sources/_NetHeap/Heap.swift": "struct Heap {}\n",
    "vendor/net/Sources/Net/Exports.swift":
      "@_exported import NetCore\n@_implementationOnly import _NetHeap\n",
    "vendor/net/Sources/Net-all/empty.swift": "// gathers the others\n",
    "vendor/net/Sources/NetEcho/main.swift": "import Net\n",
    "vendor/net/Sources/NetEcho/README.md": "",
    "vendor/net/Tests/NetTests/NetTests.swift": "@testable import Net\nimport XCTest\n",
    "vendor/Macro Kit/Package.swift": """
    // swift-tools-version: 5.9
    import CompilerPluginSupport
    import PackageDescription
    let package = Package(
      name: "MacroKit", platforms: [.macOS(.v13)],
      products: [
        .library(name: "MacroKit", targets: ["MacroKit"]),
        .plugin(name: "Generate", targets: ["Generate"]),
        .executable(name: "gen", targets: ["gen-tool"])],
      dependencies: [
        .package(url: "https://example.org/swift-syntax.git", from: "509.0.0"),
        .package(path: "../net")],
      targets: [
        .macro(name: "KitMacros", dependencies: [
          .product(name: "SwiftSyntaxMacros", package: "swift-syntax")]),
        .target(
          name: "MacroKit", dependencies: [
            "KitMacros", "Binary", .product(name: "Net", package: "net")], plugins: ["Generate"]),
        .plugin(name: "Generate", capability: .buildTool(), dependencies: ["gen-tool", "linter"]),
        .plugin(name: "Format", capability: .command(intent: .sourceCodeFormatting())),
        .executableTarget(name: "gen-tool"),
        .binaryTarget(name: "Binary", path: "Artifacts/Binary.xcframework"),
        .binaryTarget(
          name: "linter", url: "https://example.org/linter.zip",
          checksum: "6d8d58e1a2d1d5b9c3d5b9c3d5b9c3d5b9c3d5b9c3d5b9c3d5b9c3d5b9c3d5b9"),
        .testTarget(name: "KitTests", dependencies: ["KitMacros", "MacroKit"], resources: [.copy("Fixtures")]),
      ])
    """,
    "vendor/Macro Kit/Package@swift-5.7.swift": """
    // swift-tools-version: 5.7
    import PackageDescription
    let package = Package(name: "Older", targets: [.target(name: "Old")])
    """,
    "vendor/Macro Kit/Sources/KitMacros/M.swift":
      "import SwiftSyntax\nimport SwiftSyntaxMacros\nimport SwiftSyntaxBuilder\n",
    "vendor/Macro Kit/Sources/MacroKit/Kit.swift": """
    import BinaryModule
    import Net
    import NetCore
    @freestanding(expression) public macro x() = #externalMacro(module: "KitMacros", type: "X")
    """,
    "vendor/Macro Kit/Sources/gen-tool/main.swift": "import Foundation\n",
    "vendor/Macro Kit/Plugins/Generate/p.swift":
      "import PackagePlugin\n#if canImport(XcodeProjectPlugin)\nimport XcodeProjectPlugin\n#endif\n",
    "vendor/Macro Kit/Plugins/Format/p.swift": "import PackagePlugin\n",
    "vendor/Macro Kit/Tests/KitTests/T.swift": """
    import MacroKit
    #if canImport(KitMacros)
    import KitMacros
    #endif
    """,
    "vendor/Macro Kit/Tests/KitTests/Fixtures/Package.swift": "broken(",
    "vendor/Macro Kit/Artifacts/Binary.xcframework/Info.plist": "",
    "Größe App/Package.swift": """
    // swift-tools-version: 5.10
    import PackageDescription
    let settings: [SwiftSetting] = [.enableExperimentalFeature("StrictConcurrency")]
    let package = Package(
      name: "größe", defaultLocalization: "en",
      products: [.library(name: "AppX", type: .dynamic, targets: ["Application", "Über"])],
      dependencies: [
        .package(name: "net", path: "../vendor/net"), .package(path: "../vendor/Macro Kit"),
        .package(url: "git@example.org:vapor/vapor.git", .upToNextMajor(from: "4.0.0")),
        .package(url: "https://example.org/vapor/fluent", branch: "main"),
        .package(id: "mona.LinkedList", from: "1.0.0"), .package(path: "../not/there"),
      ],
      targets: [
        .target(
          name: "Application",
          dependencies: [
            .product(name: "Vapor", package: "vapor"),
            .product(name: "Fluent", package: "fluent", condition: .when(platforms: [.linux])),
            .product(name: "NetPosix", package: "net", moduleAliases: ["Net": "TheNet"]),
            .product(name: "MacroKit", package: "Macro Kit"),
            .product(name: "LinkedList", package: "mona.LinkedList"),
            .product(name: "There", package: "there"), .target(name: "Über"),
            .target(name: "CSystem"), "Mixed"],
          path: "Code", exclude: ["Old", "notes.txt"], sources: ["Main", "Extra.swift"],
          resources: [.process("Assets"), .embedInCode("x.json")], swiftSettings: settings),
        .target(name: "Über", path: "Code/Über"),
        .target(name: "Mixed", path: "C", sources: ["a.c", "b.cpp"], publicHeadersPath: "."),
        .systemLibrary(name: "CSystem", path: "System", pkgConfig: "nothing-here"),
        .executableTarget(name: "Run", dependencies: ["Application"]),
        .testTarget(
          name: "AppTests",
          dependencies: ["Application", .product(name: "XCTVapor", package: "vapor")]),
      ], cxxLanguageStandard: .cxx17)
    """,
    "Größe App/Code/Main/App.swift": """
    import CSystemModule
    import Fluent
    public import Foundation
    import LinkedList
    import MacroKit
    import Mixed
    import TheNet
    import There
    import Vapor
    import Über
    """,
    "Größe App/Code/Extra.swift": "import Logging\n",
    "Größe App/Code/Old/x.swift": "import Run\n",
    "Größe App/Code/Ignored.swift": "import Run\n",
    "Größe App/Code/Assets/a.txt": "",
    "Größe App/Code/x.json": "{}",
    "Größe App/Code/Über/u.swift": "let ü = 1\n",
    "Größe App/C/a.c": "",
    "Größe App/C/b.cpp": "",
    "Größe App/C/h.h": "",
    "Größe App/System/module.modulemap": "module CSystemModule [system] {\n  link \"nothing\"\n}\n",
    "Größe App/Sources/Run/main.swift": "import Application\n",
    "Größe App/Tests/AppTests/A b.swift": "@testable import Application\nimport XCTVapor\n",
    "Größe App/Tests/AppTests/broken.swift":
      "import Application\nfunc x( { \"open\nimport \n#if os(\nimport XCTVapor\n class {{{\n",
    "Größe App/Tests/AppTests/binary.swift": String(
      decoding: (1...255).map { UInt8($0) }, as: UTF8.self),
    "Env/Package.swift": """
    // swift-tools-version:5.3
    import Foundation
    import PackageDescription
    var package = Package(name: "Env", targets: [.target(name: "Base")])
    if ProcessInfo.processInfo.environment["NO_SUCH_VARIABLE"] == nil {
      package.dependencies.append(contentsOf: [
        .package(name: "Overture", url: "https://example.org/swift-overture", from: "0.5.0")])
      package.targets.append(contentsOf: [
        .target(name: "Client", dependencies: ["Base", "Overture"]),
        .testTarget(name: "ClientTests", dependencies: ["Client"])])
    }
    package.targets.append(
      .target(
        name: "Env-all",
        dependencies: package.targets.compactMap { $0.type == .test ? nil : .byName(name: $0.name) }))
    """,
    "Env/Sources/Base/b.swift": "",
    "Env/Sources/Client/c.swift": "import Base\nimport Overture\n",
    "Env/Sources/Env-all/e.swift": "",
    "Env/Tests/ClientTests/t.swift": "import Client\n",
    "Linked/Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Linked",
      targets: [
        .target(name: "Linked"), .target(name: "Again"),
        .testTarget(name: "LinkedTests", dependencies: ["Linked"])],
      swiftLanguageModes: [.v5])
    """,
    "Linked/Tests/LinkedTests/t.swift": "@testable import Linked\n",
    "shared/Shared.swift": "import Foundation\n",
    "Missing/Package.swift": """
    // swift-tools-version:5.5
    import PackageDescription
    let package = Package(
      name: "Missing",
      targets: [.target(name: "Gone"), .target(name: "Dep", dependencies: ["Gone", "Nobody"])])
    """,
    "Crash/Package.swift": """
    // swift-tools-version:5.5
    import PackageDescription
    let none: [Int] = []
    let package = Package(name: "C\\(none[1])")
    """,
    "Empty/Package.swift": "",
  ]

  /// Where each symbolic link is and what it says.
  static let links = [
    "Linked/Sources/Linked/S.swift": "../../../shared/Shared.swift",
    "Linked/Sources/Again/again.swift": "../Linked/S.swift",
    "Linked/Sources/Again/dangling.swift": "nowhere",
    "Linked/Sources/Linked/circle": ".",
  ]

  static func make() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(files)
    for (path, target) in links {
      try Files.makeFolder(Path.folder(of: Path.join(folder.path, path)))
      _ = try Tool.run("ln", ["-s", target, Path.join(folder.path, path)])
    }
    try folder.makeRepository()
    return folder
  }
}
