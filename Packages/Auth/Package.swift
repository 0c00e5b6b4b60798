// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Auth",
  products: [
    .library(name: "Auth", targets: ["Auth"])
  ],
  traits: [
    .trait(
      name: "FileBasedUserSessionStore",
      description: "Stores the session in a file, whatever the app asks for.")
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Core"),
    .package(path: "../FeatureFlags"),
    .package(path: "../ScopeTesting"),
    .package(path: "../Terminal"),
  ],
  targets: [
    .systemLibrary(name: "CSecret"),
    .target(
      name: "Auth",
      dependencies: ["Basics", "CSecret", "Core", "FeatureFlags"],
      resources: [.embedInCode("Flags/auth-flags.json")]
    ),
    .testTarget(
      name: "AuthTests",
      dependencies: [
        "Auth", "Basics", "Core", "FeatureFlags", "ScopeTesting", "Terminal",
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CoreTesting", package: "Core"),
      ]
    ),
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
