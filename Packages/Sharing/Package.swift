// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Sharing",
  products: [
    .library(name: "Sharing", targets: ["Sharing"]),
    .library(name: "SharingTesting", targets: ["SharingTesting"]),
    .executable(name: "sharing-preview", targets: ["sharing-preview"]),
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Composition"),
    .package(path: "../Console"),
    .package(path: "../Core"),
    .package(path: "../FeatureFlags"),
    .package(path: "../FeatureTesting"),
    .package(path: "../RideUI"),
    .package(path: "../ScopeTesting"),
    .package(path: "../Terminal"),
  ],
  targets: [
    .target(
      name: "Sharing",
      dependencies: ["Composition", "Console", "Core", "FeatureFlags", "RideUI", "Terminal"],
      resources: [.embedInCode("Flags/sharing-flags.json")]
    ),
    .target(
      name: "SharingTesting",
      dependencies: [
        "Sharing", "Core", "FeatureFlags", "RideUI",
        .product(name: "CoreTesting", package: "Core"),
      ]
    ),
    .executableTarget(
      name: "sharing-preview",
      dependencies: [
        "Sharing", "SharingTesting", "Core", "FeatureFlags", "Terminal",
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ]
    ),
    .testTarget(
      name: "SharingTests",
      dependencies: [
        "Sharing", "SharingTesting", "Composition", "Console", "Core", "FeatureFlags", "RideUI",
        "FeatureTesting", "ScopeTesting", "Terminal",
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
