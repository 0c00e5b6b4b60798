// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Onboarding",
  products: [
    .library(name: "Onboarding", targets: ["Onboarding"])
  ],
  dependencies: [
    .package(path: "../Composition"),
    .package(path: "../Core"),
  ],
  targets: [
    .target(name: "Onboarding", dependencies: ["Composition", "Core"]),
    .testTarget(
      name: "OnboardingTests",
      dependencies: [
        "Onboarding", "Composition", "Core", .product(name: "CoreTesting", package: "Core"),
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
