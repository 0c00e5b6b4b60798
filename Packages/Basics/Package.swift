// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Basics",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Basics", targets: ["Basics"]),
    .library(name: "BasicsTesting", targets: ["BasicsTesting"]),
  ],
  targets: [
    .target(name: "Basics"),
    .target(name: "BasicsTesting", dependencies: ["Basics"]),
    .testTarget(name: "BasicsTests", dependencies: ["Basics", "BasicsTesting"]),
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
