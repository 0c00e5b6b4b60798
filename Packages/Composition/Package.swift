// swift-tools-version: 6.3
import PackageDescription

let compositions: [Target.Dependency] = [
  "OnDemandExample", "FactoriesClassExample", "SingleContainerExample",
  "ContainerHierarchyExample",
]

let package = Package(
  name: "Composition",
  products: [
    .library(name: "Composition", targets: ["Composition"]),
    .library(name: "CompositionTesting", targets: ["CompositionTesting"]),
    // For measuring programs and for tests, not for products.
    .library(name: "AllocationProbe", targets: ["AllocationProbe"]),
    .library(
      name: "CompositionExamples",
      targets: [
        "AuthenticationExample", "AuthenticationBehaviors", "CompositionComparison",
        "ContainerHierarchyExample", "SourceEvidence",
      ]),
    .executable(name: "compositions", targets: ["compositions"]),
  ],
  dependencies: [
    .package(path: "../Basics")
  ],
  targets: [
    .target(name: "Composition", dependencies: ["Basics"]),
    .target(name: "CompositionTesting", dependencies: ["Composition"]),
    // The authentication graph, put together in four ways.
    example("AuthenticationExample", in: "Authentication", dependencies: []),
    example("OnDemandExample", in: "OnDemand"),
    example("FactoriesClassExample", in: "FactoriesClass"),
    example("SingleContainerExample", in: "SingleContainer"),
    example(
      "ContainerHierarchyExample", in: "ContainerHierarchy",
      dependencies: ["AuthenticationExample", "Composition"]),
    example(
      "AuthenticationBehaviors", in: "Behaviors",
      dependencies: ["AuthenticationExample", "Basics", "SourceEvidence"]),
    example(
      "CompositionComparison", in: "Comparison",
      dependencies: [
        "AllocationProbe", "AuthenticationBehaviors", "AuthenticationExample", "Basics",
        "SourceEvidence",
      ] + compositions),
    .executableTarget(name: "compositions", dependencies: ["CompositionComparison"]),
    .target(name: "SourceEvidence", dependencies: ["Basics"]),
    .target(name: "AllocationProbe", dependencies: ["CAllocationProbe"]),
    .target(name: "CAllocationProbe"),
    .testTarget(name: "CompositionTests", dependencies: ["Composition"]),
    .testTarget(
      name: "CompositionTestingTests", dependencies: ["Composition", "CompositionTesting"]),
    .testTarget(
      name: "CompositionExamplesTests",
      dependencies: [
        "AllocationProbe", "AuthenticationBehaviors", "AuthenticationExample", "Composition",
        "CompositionComparison", "CompositionTesting", "ContainerHierarchyExample",
        "SourceEvidence",
      ]),
    .testTarget(
      name: "CompositionProofsTests",
      // The sources that must not compile are compiled against every module of this package.
      dependencies: ["SourceEvidence"],
      exclude: ["Mistakes", "Probes"]),
    .testTarget(
      name: "CompositionDocumentationTests",
      dependencies: ["Basics", "Composition", "CompositionTesting", "SourceEvidence"]),
    .testTarget(name: "SourceEvidenceTests", dependencies: ["Basics", "SourceEvidence"]),
    .testTarget(name: "AllocationProbeTests", dependencies: ["AllocationProbe"]),
  ]
)

func example(
  _ name: String, in folder: String,
  dependencies: [Target.Dependency] = ["AuthenticationExample"]
) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/CompositionExamples/\(folder)")
}

// The language rules every Koober package shares; `Tools/mono check` compares them.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
