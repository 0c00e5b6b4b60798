// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Onboarding",
  products: [
    .library(name: "Onboarding", targets: ["Onboarding"]),
    .library(name: "OnboardingTesting", targets: ["OnboardingTesting"]),
    .executable(name: "onboarding-preview", targets: ["onboarding-preview"]),
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
      name: "Onboarding",
      dependencies: [
        "Basics", "Composition", "Console", "Core", "FeatureFlags", "RideUI", "Terminal",
      ],
      resources: [.embedInCode("Flags/onboarding-flags.json")]
    ),
    .target(
      name: "OnboardingTesting",
      dependencies: [
        "Onboarding", "Core", "FeatureFlags",
        .product(name: "CoreTesting", package: "Core"),
      ]
    ),
    .executableTarget(
      name: "onboarding-preview",
      dependencies: [
        "Onboarding", "OnboardingTesting", "Basics", "Core", "FeatureFlags", "Terminal",
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ]
    ),
    .testTarget(
      name: "OnboardingTests",
      dependencies: [
        "Onboarding", "OnboardingTesting", "Basics", "Console", "Core", "FeatureFlags",
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
