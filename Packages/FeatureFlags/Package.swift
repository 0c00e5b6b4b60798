// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "FeatureFlags",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "FeatureFlags", targets: ["FeatureFlags"]),
    .library(name: "Experiments", targets: ["Experiments"]),
    .library(name: "FeatureFlagsTesting", targets: ["FeatureFlagsTesting"]),
    .executable(name: "feature-flags-preview", targets: ["feature-flags-preview"]),
  ],
  dependencies: [
    .package(path: "../Basics")
  ],
  targets: [
    .target(
      name: "FeatureFlags",
      dependencies: ["Basics"],
      resources: [.embedInCode("Lint/FlagSchema.json")]
    ),
    .target(name: "Experiments", dependencies: ["Basics", "FeatureFlags"]),
    .target(name: "FeatureFlagsTesting", dependencies: ["Basics", "FeatureFlags"]),
    .executableTarget(
      name: "feature-flags-preview", dependencies: ["Basics", "Experiments", "FeatureFlags"]),
    .testTarget(
      name: "FeatureFlagsTests",
      dependencies: ["Basics", "FeatureFlags", "FeatureFlagsTesting"]
    ),
    .testTarget(
      name: "AllocationTests", dependencies: ["Basics", "CAllocationCount", "FeatureFlags"]),
    // Counts allocations, for tests only: it stands in for `malloc`.
    .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
    .testTarget(
      name: "ExperimentsTests", dependencies: ["Basics", "Experiments", "FeatureFlags"]),
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
