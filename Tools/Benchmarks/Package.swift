// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Benchmarks",
  products: [
    .executable(name: "bench", targets: ["bench"])
  ],
  dependencies: [
    .package(path: "../../Packages/Composition"),
    .package(path: "../../Packages/FeatureFlags"),
  ],
  targets: [
    // How a row is measured and printed.
    .target(
      name: "BenchmarkKit",
      dependencies: [.product(name: "AllocationProbe", package: "Composition")]),
    // Containers and objects to measure, in another module than the rows that measure them.
    .target(name: "BenchmarkGraph", dependencies: ["Composition"]),
    // The rows, one file for each topic.
    .target(
      name: "BenchmarkRows",
      dependencies: ["BenchmarkKit", "BenchmarkGraph", "Composition", "FeatureFlags"]),
    .executableTarget(name: "bench", dependencies: ["BenchmarkKit", "BenchmarkRows"]),
    .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"]),
    .testTarget(
      name: "BenchmarkRowsTests",
      dependencies: ["BenchmarkKit", "BenchmarkRows"]),
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
