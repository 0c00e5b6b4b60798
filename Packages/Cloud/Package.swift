// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Cloud",
  products: [
    .library(name: "Cloud", targets: ["Cloud"]),
    .executable(name: "cloud-probe", targets: ["CloudProbe"]),
  ],
  dependencies: [
    .package(path: "../Core")
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "Cloud", dependencies: ["Core", "CSQLite", "CSodium"]),
    .executableTarget(name: "CloudProbe", dependencies: ["Cloud", "Core"]),
    .testTarget(
      name: "CloudTests",
      dependencies: ["Cloud", "Core", "CSQLite", .product(name: "CoreTesting", package: "Core")]
    ),
    .testTarget(name: "CloudProcessTests", dependencies: ["Cloud", "CloudProbe", "Core"]),
  ]
)

// The language rules every Koober package shares; `Tools/mono check` compares them.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
