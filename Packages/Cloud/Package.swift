// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Cloud",
  products: [
    .library(name: "Cloud", targets: ["Cloud"]),
    .library(name: "CloudDomain", targets: ["CloudDomain"]),
    .library(name: "CloudPostgreSQL", targets: ["CloudPostgreSQL"]),
    .library(name: "CloudRoutes", targets: ["CloudRoutes"]),
    .library(name: "CloudServer", targets: ["CloudServer"]),
    .library(name: "CloudStore", targets: ["CloudStore"]),
    .library(name: "CloudTesting", targets: ["CloudTesting"]),
    .executable(name: "cloud-probe", targets: ["CloudProbe"]),
  ],
  dependencies: [
    .package(path: "../Basics"),
    .package(path: "../Core"),
    .package(path: "../FeatureFlags"),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "CloudDomain", dependencies: ["Basics", "Core"]),
    .target(
      name: "CloudRoutes", dependencies: ["Basics", "CloudDomain", "Core"],
      resources: [.embedInCode("City/sydney.tsv")]),
    .target(
      name: "CloudStore",
      dependencies: [
        "Basics", "CloudDomain", "Core", "CSodium", "CSQLite", "FeatureFlags",
        .product(name: "Experiments", package: "FeatureFlags"),
      ]),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "CloudPostgreSQL",
      dependencies: ["Basics", "CloudDomain", "CloudStore", "Core", "CPostgreSQL"]),
    .target(
      name: "Cloud",
      dependencies: [
        "Basics", "CloudDomain", "CloudRoutes", "CloudStore", "Core", "CSodium", "FeatureFlags",
        .product(name: "Experiments", package: "FeatureFlags"),
      ]),
    .systemLibrary(
      name: "CNetwork", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
    .target(
      name: "CloudServer",
      dependencies: ["Basics", "Cloud", "CloudRoutes", "CloudStore", "CNetwork", "Core"],
      resources: [
        .embedInCode("Pages/follow.html"), .embedInCode("Pages/follow.css"),
        .embedInCode("Pages/follow.js"),
      ]),
    .target(
      name: "CloudTesting", dependencies: ["Basics", "CloudStore", "CPostgreSQL", "CSQLite"]),
    .executableTarget(
      name: "CloudProbe",
      dependencies: [
        "Basics", "Cloud", "CloudPostgreSQL", "CloudRoutes", "CloudServer", "CloudStore", "Core",
      ],
      path: "Tests/CloudProbe"),
    .testTarget(
      name: "CloudDomainTests",
      dependencies: [
        "Basics", "CloudDomain", "Core", .product(name: "CoreTesting", package: "Core"),
      ]),
    .testTarget(
      name: "CloudRoutesTests",
      dependencies: [
        "Basics", "CloudDomain", "CloudRoutes", "Core",
        .product(name: "CoreHTTP", package: "Core"),
        .product(name: "CoreTesting", package: "Core"),
      ]),
    .testTarget(
      name: "CloudTests",
      dependencies: [
        "Basics", "Cloud", "CloudDomain", "CloudPostgreSQL", "CloudRoutes", "CloudStore",
        "CloudTesting", "Core", "FeatureFlags",
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CoreHTTP", package: "Core"),
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "Experiments", package: "FeatureFlags"),
      ]
    ),
    .testTarget(
      name: "CloudServerTests",
      dependencies: [
        "Basics", "Cloud", "CloudDomain", "CloudPostgreSQL", "CloudRoutes", "CloudServer",
        "CloudStore", "CloudTesting", "Core",
        .product(name: "BasicsTesting", package: "Basics"),
        .product(name: "CoreHTTP", package: "Core"),
        .product(name: "CoreTesting", package: "Core"),
      ]
    ),
    .testTarget(
      name: "CloudProcessTests",
      dependencies: [
        "Basics", "Cloud", "CloudProbe", "CloudStore", "Core",
        .product(name: "BasicsTesting", package: "Basics"),
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
