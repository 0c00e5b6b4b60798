// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// The folder of the toolchain's own SwiftSyntax, found beside the PackageDescription library that
/// evaluates this manifest, so that it always belongs to the compiler in use.
let hostLibraries: String = {
  let library = "libPackageDescription.so"
  let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
  for line in maps.split(separator: "\n") where line.hasSuffix(library) {
    guard let slash = line.firstIndex(of: "/") else { continue }
    return URL(fileURLWithPath: String(line[slash...]))
      .appending(path: "../../../host").standardizedFileURL.path
  }
  return "/usr/lib/swift/host"
}()

let package = Package(
  name: "Mono",
  products: [
    .executable(name: "mono", targets: ["mono"])
  ],
  dependencies: [
    .package(path: "../../Packages/Terminal")
  ],
  targets: [
    .target(
      name: "MonoCore",
      swiftSettings: [.unsafeFlags(["-I", hostLibraries])],
      linkerSettings: [
        .unsafeFlags(["-L", hostLibraries, "-Xlinker", "-rpath", "-Xlinker", hostLibraries])
      ]
    ),
    .executableTarget(
      name: "mono",
      dependencies: ["MonoCore", "Terminal"],
      swiftSettings: [.unsafeFlags(["-I", hostLibraries])]
    ),
    .testTarget(
      name: "MonoCoreTests",
      dependencies: ["MonoCore"],
      swiftSettings: [.unsafeFlags(["-I", hostLibraries])]
    ),
  ]
)

// The language rules every package of this repository shares; `mono check` compares them.
for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
