// swift-tools-version: 6.3
import PackageDescription

// `Tools/release` names the commit that it builds.
let commit = Context.environment["KOOBER_COMMIT"]

let package = Package(
  name: "Commands",
  products: [
    .library(name: "Commands", targets: ["Commands"])
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Core"),
    .package(path: "../Terminal"),
  ],
  targets: [
    .target(name: "Commands", dependencies: ["Basics", "CProgramCommit", "Core", "Terminal"]),
    .target(
      name: "CProgramCommit",
      cSettings: commit.map { [.define("PROGRAM_COMMIT", to: "\"\($0)\"")] }),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Basics", "Commands", "Core", "Terminal",
        .product(name: "BasicsTesting", package: "Basics"),
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
