// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "SignedIn",
  products: [
    .library(name: "SignedIn", targets: ["SignedIn"])
  ],
  dependencies: [
    .package(path: "../Composition"),
    .package(path: "../Core"),
  ],
  targets: [
    .target(name: "SignedIn", dependencies: ["Composition", "Core"]),
    .testTarget(
      name: "SignedInTests",
      dependencies: [
        "SignedIn", "Composition", "Core",
        .product(name: "CoreTesting", package: "Core"),
      ]
    ),
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
