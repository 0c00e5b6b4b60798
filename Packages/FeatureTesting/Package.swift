// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "FeatureTesting",
  products: [
    .library(name: "FeatureTesting", targets: ["FeatureTesting"])
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Console"),
    .package(path: "../Core"),
    .package(path: "../ScopeTesting"),
    .package(path: "../Terminal"),
  ],
  targets: [
    .target(
      name: "FeatureTesting",
      dependencies: [
        "Console", "Core", "ScopeTesting", "Terminal",
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ]
    ),
    .testTarget(
      name: "FeatureTestingTests",
      dependencies: [
        "FeatureTesting", "Console", "Core", "ScopeTesting", "Terminal",
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CoreTesting", package: "Core"),
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
