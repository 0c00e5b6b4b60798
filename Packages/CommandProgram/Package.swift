// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "CommandProgram",
  products: [
    .library(name: "CommandProgram", targets: ["CommandProgram"])
  ],
  dependencies: [
    .package(path: "../Core"),
    .package(path: "../Terminal"),
  ],
  targets: [
    .target(name: "CommandProgram", dependencies: ["Core", "Terminal"]),
    .testTarget(
      name: "CommandProgramTests",
      dependencies: [
        "CommandProgram", "Core", "Terminal",
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ]
    ),
  ]
)

// The language rules every Koober package shares; `Tools/mono check` compares them.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
