// swift-tools-version: 6.3
import PackageDescription

// Elsewhere these are the paths into a copy of the repository, such as a Git submodule.
let package = Package(
  name: "Greeter",
  products: [
    .library(name: "Greeter", targets: ["Greeter"])
  ],
  dependencies: [
    .package(path: "../../Composition"),
    .package(path: "../../FeatureFlags"),
    .package(path: "../../ScopeTesting"),
    .package(path: "../../Terminal"),
  ],
  targets: [
    .target(name: "Greeter", dependencies: ["Composition", "FeatureFlags", "Terminal"]),
    .testTarget(
      name: "GreeterTests",
      dependencies: [
        "Greeter", "Composition", "FeatureFlags", "ScopeTesting", "Terminal",
      ]
    ),
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
