// swift-tools-version: 6.3
import PackageDescription

let cloudTesting = Target.Dependency.product(name: "CloudTesting", package: "Cloud")

let package = Package(
  name: "Robustness",
  products: [
    .executable(name: "faults", targets: ["faults"]),
    .executable(name: "fuzz", targets: ["fuzz"]),
    .executable(name: "parsers", targets: ["parsers"]),
  ],
  dependencies: [
    .package(path: "../../Packages/Basics"),
    .package(path: "../../Packages/Cloud"),
    .package(path: "../../Packages/Composition"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/FeatureFlags"),
    .package(path: "../../Packages/Terminal"),
  ],
  targets: [
    // Processes, requests and options for both.
    .target(name: "RobustnessKit", dependencies: ["Basics", cloudTesting]),
    .executableTarget(name: "faults", dependencies: ["Basics", cloudTesting, "RobustnessKit"]),
    // The parsers of the product that can be called without its programs.
    .executableTarget(
      name: "parsers",
      dependencies: [
        "Basics", "Cloud", "Composition", "Core", "FeatureFlags", "Inputs", "Terminal",
        .product(name: "CloudRoutes", package: "Cloud"),
        .product(name: "CloudStore", package: "Cloud"),
        .product(name: "CloudServer", package: "Cloud"),
        .product(name: "CoreHTTP", package: "Core"),
        .product(name: "Experiments", package: "FeatureFlags"),
      ]),
    // The inputs in the repository, and others at the limits in the sources.
    .target(name: "Inputs", dependencies: ["Basics", "RobustnessKit"]),
    .executableTarget(
      name: "fuzz", dependencies: ["Basics", "Inputs", cloudTesting, "RobustnessKit"]),
    .testTarget(name: "InputsTests", dependencies: ["Basics", "Inputs", "RobustnessKit"]),
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
