// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "ScopeTesting",
  products: [
    .library(name: "ScopeTesting", targets: ["ScopeTesting"])
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Composition"),
    .package(path: "../FeatureFlags"),
    .package(path: "../Terminal"),
  ],
  targets: [
    .target(
      name: "ScopeTesting",
      dependencies: [
        "Basics", "Composition", "FeatureFlags", "Terminal",
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CompositionTesting", package: "Composition"),
        .product(name: "FeatureFlagsTesting", package: "FeatureFlags"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ]
    ),
    .testTarget(
      name: "ScopeTestingTests",
      dependencies: [
        "ScopeTesting", "Composition", "FeatureFlags", "Terminal",
        .product(name: "BasicsTesting", package: "Basics"),
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
