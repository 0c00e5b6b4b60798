// swift-tools-version: 6.3
import PackageDescription

// `Tools/release` names the commit that it builds.
let commit = Context.environment["KOOBER_COMMIT"]

let package = Package(
  name: "Console",
  products: [
    .library(name: "Console", targets: ["Console"])
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Core"),
    .package(path: "../Terminal"),
  ],
  targets: [
    .target(name: "Console", dependencies: ["Basics", "CProgramCommit", "Core", "Terminal"]),
    .target(
      name: "CProgramCommit",
      cSettings: commit.map { [.define("PROGRAM_COMMIT", to: "\"\($0)\"")] }),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "Console", "Basics", "Core", "Terminal",
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "TerminalTesting", package: "Terminal"),
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
