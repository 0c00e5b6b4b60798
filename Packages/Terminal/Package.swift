// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Terminal",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "TerminalTesting", targets: ["TerminalTesting"]),
    .executable(name: "terminal-preview", targets: ["terminal-preview"]),
  ],
  dependencies: [
    .package(path: "../Basics")
  ],
  targets: [
    .target(name: "Terminal", dependencies: ["Basics"]),
    .target(
      name: "TerminalTesting",
      dependencies: ["Basics", "Terminal", .product(name: "BasicsTesting", package: "Basics")]),
    .executableTarget(name: "terminal-preview", dependencies: ["Terminal"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "Basics", "Terminal", "TerminalTesting", "terminal-preview",
        .product(name: "BasicsTesting", package: "Basics"),
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
