// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Robustness",
  products: [
    .executable(name: "faults", targets: ["faults"]),
    .executable(name: "fuzz", targets: ["fuzz"]),
  ],
  dependencies: [
    .package(path: "../../Packages/Basics")
  ],
  targets: [
    // Processes, connections and random numbers for both.
    .target(name: "RobustnessKit", dependencies: ["Basics"]),
    .executableTarget(name: "faults", dependencies: ["Basics", "RobustnessKit"]),
    // New inputs from old ones.
    .target(name: "Mutation", dependencies: ["Basics", "RobustnessKit"]),
    .executableTarget(name: "fuzz", dependencies: ["Basics", "Mutation", "RobustnessKit"]),
    .testTarget(name: "MutationTests", dependencies: ["Basics", "Mutation", "RobustnessKit"]),
  ]
)

// The language rules every Koober package shares; a test compares them.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
