// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Koober",
  products: [
    .executable(name: "koober", targets: ["koober"])
  ],
  traits: [
    .trait(
      name: "FileBasedUserSessionStore",
      description: "Stores the session in a file, whatever the app asks for.")
  ],
  dependencies: [
    .package(
      path: "Packages/Auth",
      traits: [
        .trait(
          name: "FileBasedUserSessionStore",
          condition: .when(traits: ["FileBasedUserSessionStore"]))
      ]),
    .package(path: "Packages/Cloud"),
    .package(path: "Packages/Composition"),
    .package(path: "Packages/Core"),
    .package(path: "Packages/Onboarding"),
    .package(path: "Packages/Sharing"),
    .package(path: "Packages/SignedIn"),
    .package(path: "Packages/Terminal"),
  ],
  targets: [
    .executableTarget(
      name: "koober",
      dependencies: [
        "Auth", "Cloud", "Composition", "Core", "Onboarding", "Sharing", "SignedIn", "Terminal",
      ],
      path: "Apps/koober"
    ),
    .testTarget(
      name: "KooberTests",
      dependencies: [
        "koober", "Auth", "Cloud", "Composition", "Core", "Onboarding", "Sharing", "SignedIn",
        "Terminal",
        .product(name: "CompositionTesting", package: "Composition"),
        .product(name: "CoreTesting", package: "Core"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ],
      path: "Tests/KooberTests"
    ),
  ]
)

// The packages' own tests, so that one `swift test` here runs everything in one build.
package.targets += [
  .testTarget(
    name: "AuthTests",
    dependencies: ["Auth", "Core", .product(name: "CoreTesting", package: "Core")],
    path: "Packages/Auth/Tests/AuthTests"),
  .testTarget(
    name: "CloudTests",
    dependencies: ["Cloud", "Core", .product(name: "CoreTesting", package: "Core")],
    path: "Packages/Cloud/Tests/CloudTests"),
  .testTarget(
    name: "CompositionTests",
    dependencies: [
      "Composition", .product(name: "CompositionTesting", package: "Composition"),
    ],
    path: "Packages/Composition/Tests/CompositionTests"),
  .testTarget(
    name: "CoreTests",
    dependencies: ["Core", .product(name: "CoreTesting", package: "Core")],
    path: "Packages/Core/Tests/CoreTests"),
  .testTarget(
    name: "OnboardingTests",
    dependencies: [
      "Onboarding", "Composition", "Core", .product(name: "CoreTesting", package: "Core"),
    ],
    path: "Packages/Onboarding/Tests/OnboardingTests"),
  .testTarget(
    name: "SharingTests",
    dependencies: [
      "Sharing", "Composition", "Core", .product(name: "CoreTesting", package: "Core"),
    ],
    path: "Packages/Sharing/Tests/SharingTests"),
  .testTarget(
    name: "SignedInTests",
    dependencies: [
      "SignedIn", "Composition", "Core", .product(name: "CoreTesting", package: "Core"),
    ],
    path: "Packages/SignedIn/Tests/SignedInTests"),
  .testTarget(
    name: "TerminalTests",
    dependencies: [
      "Terminal", .product(name: "TerminalTesting", package: "Terminal"),
      .product(name: "terminal-preview", package: "Terminal"),
    ],
    path: "Packages/Terminal/Tests/TerminalTests"),
]

// The language rules every Koober package shares; `Tools/mono check` compares them.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
