// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Driving",
  products: [
    .library(name: "Driving", targets: ["Driving"]),
    .library(name: "DrivingTesting", targets: ["DrivingTesting"]),
    .executable(name: "driving-preview", targets: ["driving-preview"]),
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
      name: "Driving",
      dependencies: [
        "Basics", "Composition", "Console", "Core", "FeatureFlags", "RideUI", "Terminal",
      ],
      resources: [.embedInCode("Flags/driving-flags.json")]
    ),
    .target(
      name: "DrivingTesting",
      dependencies: [
        "Driving", "Core", "FeatureFlags", "RideUI",
        .product(name: "CoreTesting", package: "Core"),
      ]
    ),
    .executableTarget(
      name: "driving-preview",
      dependencies: [
        "Driving", "DrivingTesting", "Core", "FeatureFlags", "Terminal",
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ]
    ),
    .testTarget(
      name: "DrivingTests",
      dependencies: [
        "Driving", "DrivingTesting", "Composition", "Console", "Core", "FeatureFlags", "RideUI",
        "FeatureTesting", "ScopeTesting",
        "Terminal",
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
