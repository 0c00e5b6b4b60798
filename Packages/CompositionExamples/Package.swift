// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "CompositionExamples",
  products: [
    .executable(name: "compositions", targets: ["compositions"]),
    .executable(name: "exercises", targets: ["exercises"]),
    .library(
      name: "CompositionExamples",
      targets: ["AuthenticationExample", "ContainerHierarchyExample", "CompositionExamples"]),
    .library(name: "CompositionExercises", targets: ["CompositionExercises"]),
    // For measuring programs and for tests, not for products.
    .library(name: "AllocationProbe", targets: ["AllocationProbe"]),
    .library(name: "SourceEvidence", targets: ["SourceEvidence"]),
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Composition"),
    .package(path: "../FeatureFlags"),
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
    // The mistakes to mend, and an A/B test in small.
    .target(
      name: "CompositionExercises",
      dependencies: [
        "Basics", "Composition", "FeatureFlags", "SourceEvidence",
        .product(name: "Experiments", package: "FeatureFlags"),
      ]),
    .executableTarget(name: "exercises", dependencies: ["CompositionExercises"]),
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
    .testTarget(
      name: "CompositionExercisesTests",
      dependencies: [
        "Basics", "Composition", "CompositionExercises", "exercises", "FeatureFlags",
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
