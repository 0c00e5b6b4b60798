// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Terminal",
  products: [
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "TerminalTesting", targets: ["TerminalTesting"]),
  ],
  targets: [
    .target(name: "Terminal"),
    .target(name: "TerminalTesting", dependencies: ["Terminal"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TerminalTesting"]),
  ]
)

// The language rules every Koober package shares; `Tools/check` compares them.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
