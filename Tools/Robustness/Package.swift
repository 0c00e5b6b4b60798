// swift-tools-version: 6.3
import PackageDescription

// Its server of PostgreSQL and its raw connections alone; the programs are tried from outside.
let cloudTesting = Target.Dependency.product(name: "CloudTesting", package: "Cloud")

let package = Package(
  name: "Robustness",
  products: [
    .executable(name: "faults", targets: ["faults"]),
    .executable(name: "fuzz", targets: ["fuzz"]),
  ],
  dependencies: [
    .package(path: "../../Packages/Basics"),
    .package(path: "../../Packages/Cloud"),
  ],
  targets: [
    // Processes, requests and options for both.
    .target(name: "RobustnessKit", dependencies: ["Basics", cloudTesting]),
    .executableTarget(name: "faults", dependencies: ["Basics", cloudTesting, "RobustnessKit"]),
    // New inputs from old ones.
    .target(name: "Mutation", dependencies: ["Basics", "RobustnessKit"]),
    .executableTarget(
      name: "fuzz", dependencies: ["Basics", cloudTesting, "Mutation", "RobustnessKit"]),
    .testTarget(name: "MutationTests", dependencies: ["Basics", "Mutation", "RobustnessKit"]),
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
