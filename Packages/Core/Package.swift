// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Core",
  products: [
    .library(name: "Core", targets: ["Core"]),
    .library(name: "CoreHTTP", targets: ["CoreHTTP"]),
    .library(name: "CoreTesting", targets: ["CoreTesting"]),
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Composition"),
  ],
  targets: [
    .target(name: "Core", dependencies: ["Basics", "Composition"]),
    // Its headers only: the library itself is loaded with the first request.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CoreHTTP", dependencies: ["Basics", "CCurl", "Core"]),
    .target(
      name: "CoreTesting",
      dependencies: ["Basics", "Core", .product(name: "BasicsTesting", package: "Basics")]),
    .testTarget(
      name: "CoreTests",
      dependencies: [
        "Basics", "Core", "CoreTesting", .product(name: "BasicsTesting", package: "Basics"),
      ]),
    .testTarget(
      name: "CoreHTTPTests",
      dependencies: [
        "Core", "CoreHTTP", "CoreTesting", .product(name: "BasicsTesting", package: "Basics"),
      ]),
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
