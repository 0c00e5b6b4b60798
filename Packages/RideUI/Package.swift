// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "RideUI",
  products: [
    .library(name: "RideUI", targets: ["RideUI"])
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Console"),
    .package(path: "../Core"),
    .package(path: "../Terminal"),
  ],
  targets: [
    .target(name: "RideUI", dependencies: ["Basics", "Console", "Core", "Terminal"]),
    .testTarget(
      name: "RideUITests",
      dependencies: [
        "RideUI", "Console", "Core", "Terminal",
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ]
    ),
  ]
)

// The language rules every Koober package shares; `mono check` compares them.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
