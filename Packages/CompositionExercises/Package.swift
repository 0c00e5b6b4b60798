// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "CompositionExercises",
  products: [
    .executable(name: "exercises", targets: ["exercises"]),
    .library(name: "CompositionExercises", targets: ["CompositionExercises"]),
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Composition"),
    .package(path: "../CompositionExamples"),
    .package(path: "../FeatureFlags"),
  ],
  targets: [
    .target(
      name: "CompositionExercises",
      dependencies: [
        "Basics", "Composition", "FeatureFlags",
        .product(name: "Experiments", package: "FeatureFlags"),
        .product(name: "SourceEvidence", package: "CompositionExamples"),
      ]),
    .executableTarget(name: "exercises", dependencies: ["CompositionExercises"]),
    .testTarget(
      name: "CompositionExercisesTests",
      dependencies: [
        "Basics", "Composition", "CompositionExercises", "exercises", "FeatureFlags",
      ]),
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
