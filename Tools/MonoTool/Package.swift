// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// The folder of the toolchain's own SwiftSyntax, found relative to the `swift` command.
let hostLibraries: String = {
  let path = Context.environment["PATH"] ?? ""
  for folder in path.split(separator: ":") {
    let swift = URL(filePath: String(folder)).appending(path: "swift").resolvingSymlinksInPath()
    let host = swift.appending(path: "../../lib/swift/host").standardizedFileURL
    if (try? host.checkResourceIsReachable()) == true { return host.path }
  }
  return "/usr/lib/swift/host"
}()

let package = Package(
  name: "Mono",
  products: [
    .executable(name: "mono", targets: ["mono"])
  ],
  dependencies: [
    .package(path: "../../Packages/Basics"),
    .package(path: "../../Packages/Terminal"),
  ],
  targets: [
    .executableTarget(
      name: "mono",
      dependencies: ["Basics", "Terminal"],
      linkerSettings: [
        .unsafeFlags(["-L", hostLibraries, "-Xlinker", "-rpath", "-Xlinker", hostLibraries])
      ]
    ),
    .testTarget(
      name: "MonoTests",
      dependencies: [
        "mono", "Basics", "Terminal", .product(name: "TerminalTesting", package: "Terminal"),
      ]
    ),
  ]
)

// The language rules every package of this repository shares; `mono check` compares them.
for target in package.targets {
  target.swiftSettings = [
    .unsafeFlags(["-I", hostLibraries]),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
