// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Sharing",
  products: [
    .library(name: "Sharing", targets: ["Sharing"])
  ],
  dependencies: [
    .package(path: "../Composition"),
    .package(path: "../Core"),
  ],
  targets: [
    .target(name: "Sharing", dependencies: ["Composition", "Core"]),
    .testTarget(
      name: "SharingTests",
      dependencies: [
        "Sharing", "Composition", "Core",
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
