// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Benchmarks",
  products: [
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "empty-program", targets: ["empty-program"]),
  ],
  dependencies: [
    .package(path: "../../Packages/Basics"),
    .package(path: "../../Packages/Cloud"),
    .package(path: "../../Packages/Composition"),
    .package(path: "../../Packages/CompositionExamples"),
    .package(path: "../../Packages/Core"),
    .package(path: "../../Packages/FeatureFlags"),
    .package(path: "../../Packages/Terminal"),
  ],
  targets: [
    // How a row is measured and printed.
    .target(
      name: "BenchmarkKit",
      dependencies: [
        "Basics", .product(name: "AllocationProbe", package: "CompositionExamples"), "Terminal",
      ]),
    // Containers and objects to measure, in another module than the rows that measure them.
    .target(name: "BenchmarkGraph", dependencies: ["Composition"]),
    // The rows, one file for each topic.
    .target(
      name: "BenchmarkRows",
      dependencies: [
        "BenchmarkKit", "BenchmarkGraph", "CSQLiteForFloors", "Basics", "Cloud",
        .product(name: "CloudPostgreSQL", package: "Cloud"),
        .product(name: "CloudRoutes", package: "Cloud"),
        .product(name: "CloudStore", package: "Cloud"),
        .product(name: "CloudTesting", package: "Cloud"), "Composition", "Core", "FeatureFlags",
        "Terminal",
      ]),
    // SQLite itself, for the floors that the cloud is measured against.
    .systemLibrary(
      name: "CSQLiteForFloors", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(name: "empty-program"),
    .executableTarget(name: "bench", dependencies: ["Basics", "BenchmarkKit", "BenchmarkRows"]),
    .testTarget(name: "BenchmarkKitTests", dependencies: ["Basics", "BenchmarkKit"]),
    .testTarget(
      name: "BenchmarkRowsTests",
      dependencies: ["BenchmarkKit", "BenchmarkRows"]),
  ]
)

// The language rules every Koober package shares; `mono check` compares them.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
