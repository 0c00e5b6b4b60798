// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Onboarding",
  products: [
    .library(name: "Onboarding", targets: ["Onboarding"]),
    .executable(name: "onboarding-preview", targets: ["onboarding-preview"]),
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Composition"),
    .package(path: "../Core"),
    .package(path: "../Terminal"),
  ],
  targets: [
    .target(name: "Onboarding", dependencies: ["Basics", "Composition", "Core", "Terminal"]),
    .executableTarget(
      name: "onboarding-preview",
      dependencies: [
        "Onboarding", "Basics", "Composition", "Core", "Terminal",
        .product(name: "CoreTesting", package: "Core"),
      ]
    ),
    .testTarget(
      name: "OnboardingTests",
      dependencies: [
        "Onboarding", "Basics", "Composition", "Core", "Terminal",
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
