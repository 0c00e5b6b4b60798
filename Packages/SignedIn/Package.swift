// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "SignedIn",
  products: [
    .library(name: "SignedIn", targets: ["SignedIn"]),
    .library(name: "SignedInTesting", targets: ["SignedInTesting"]),
    .executable(name: "signedin-preview", targets: ["signedin-preview"]),
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
      name: "SignedIn",
      dependencies: [
        "Basics", "Composition", "Console", "Core", "FeatureFlags", "RideUI", "Terminal",
      ],
      resources: [.embedInCode("Flags/signed-in-flags.json")]
    ),
    .target(
      name: "SignedInTesting",
      dependencies: [
        "SignedIn", "Core", "FeatureFlags", "RideUI",
        .product(name: "CoreTesting", package: "Core"),
      ]
    ),
    .executableTarget(
      name: "signedin-preview",
      dependencies: [
        "SignedIn", "SignedInTesting", "Core", "FeatureFlags", "Terminal",
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ]
    ),
    .testTarget(
      name: "SignedInTests",
      dependencies: [
        "SignedIn", "SignedInTesting", "Basics", "Composition", "Console", "Core", "FeatureFlags",
        "RideUI",
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
