// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "CompositionExamples",
  products: [
    .executable(name: "compositions", targets: ["compositions"]),
    .library(
      name: "CompositionExamples",
      targets: ["AuthenticationExample", "ContainerHierarchyExample", "CompositionExamples"]),
    // For measuring programs and for tests, not for products.
    .library(name: "AllocationProbe", targets: ["AllocationProbe"]),
    .library(name: "SourceEvidence", targets: ["SourceEvidence"]),
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Composition"),
  ],
  targets: [
    // The authentication graph, put together in four ways.
    .target(name: "AuthenticationExample", dependencies: ["Basics"]),
    .target(name: "OnDemandExample", dependencies: ["AuthenticationExample"]),
    .target(name: "FactoriesClassExample", dependencies: ["AuthenticationExample"]),
    .target(name: "SingleContainerExample", dependencies: ["AuthenticationExample"]),
    .target(
      name: "ContainerHierarchyExample", dependencies: ["AuthenticationExample", "Composition"]),
    .target(
      name: "CompositionExamples",
      dependencies: [
        "AllocationProbe", "AuthenticationExample", "Basics", "ContainerHierarchyExample",
        "FactoriesClassExample", "OnDemandExample", "SingleContainerExample", "SourceEvidence",
      ]),
    .executableTarget(name: "compositions", dependencies: ["CompositionExamples"]),
    .target(name: "SourceEvidence", dependencies: ["Basics"]),
    .target(name: "AllocationProbe", dependencies: ["CAllocationProbe"]),
    .target(name: "CAllocationProbe"),
    .testTarget(
      name: "CompositionExamplesTests",
      dependencies: [
        "AllocationProbe", "AuthenticationExample", "Basics", "Composition",
        "CompositionExamples", "compositions", "ContainerHierarchyExample", "SourceEvidence",
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CompositionTesting", package: "Composition"),
      ]),
    .testTarget(name: "SourceEvidenceTests", dependencies: ["SourceEvidence"]),
    .testTarget(name: "AllocationProbeTests", dependencies: ["AllocationProbe"]),
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
