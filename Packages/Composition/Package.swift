// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Composition",
  products: [
    .library(name: "Composition", targets: ["Composition"]),
    .library(name: "CompositionTesting", targets: ["CompositionTesting"]),
  ],
  dependencies: [
    .package(path: "../Basics")
  ],
  targets: [
    .target(name: "Composition", dependencies: ["Basics"]),
    .target(name: "CompositionTesting", dependencies: ["Composition"]),
    .testTarget(name: "CompositionTests", dependencies: ["Composition"]),
    .testTarget(
      name: "CompositionTestingTests", dependencies: ["Composition", "CompositionTesting"]),
    .testTarget(
      name: "CompositionDocumentationTests",
      dependencies: ["Composition", "CompositionTesting"]),
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
