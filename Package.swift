// swift-tools-version: 6.3
import PackageDescription

let allocationProbe = Target.Dependency.product(
  name: "AllocationProbe", package: "CompositionExamples")
let sourceEvidence = Target.Dependency.product(
  name: "SourceEvidence", package: "CompositionExamples")
let basicsTesting = Target.Dependency.product(name: "BasicsTesting", package: "Basics")
let compositionTesting = Target.Dependency.product(
  name: "CompositionTesting", package: "Composition")
let cloudDomain = Target.Dependency.product(name: "CloudDomain", package: "Cloud")
let cloudRoutes = Target.Dependency.product(name: "CloudRoutes", package: "Cloud")
let cloudStore = Target.Dependency.product(name: "CloudStore", package: "Cloud")
let cloudTesting = Target.Dependency.product(name: "CloudTesting", package: "Cloud")
let scopeTesting = Target.Dependency.product(name: "ScopeTesting", package: "ScopeTesting")
let featureTesting = Target.Dependency.product(name: "FeatureTesting", package: "FeatureTesting")
let coreTesting = Target.Dependency.product(name: "CoreTesting", package: "Core")
let drivingTesting = Target.Dependency.product(name: "DrivingTesting", package: "Driving")
let onboardingTesting = Target.Dependency.product(
  name: "OnboardingTesting", package: "Onboarding")
let sharingTesting = Target.Dependency.product(name: "SharingTesting", package: "Sharing")
let signedInTesting = Target.Dependency.product(name: "SignedInTesting", package: "SignedIn")
/// Modules that the tests of every feature with screens import beside the feature.
let screens: [Target.Dependency] = [
  "Core", "Terminal", basicsTesting, coreTesting,
  .product(name: "TerminalTesting", package: "Terminal"),
]

/// Modules that the tests of a feature about rides import for its commands and flags.
let features: [Target.Dependency] = ["Console", "FeatureFlags", "RideUI"]

let package = Package(
  name: "Koober",
  products: [
    .executable(name: "koober", targets: ["koober"]),
    .executable(name: "koober-cloud", targets: ["koober-cloud"]),
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
    .package(path: "Packages/Basics"),
    .package(path: "Packages/Cloud"),
    .package(path: "Packages/Composition"),
    .package(path: "Packages/CompositionExamples"),
    .package(path: "Packages/Console"),
    .package(path: "Packages/Core"),
    .package(path: "Packages/Driving"),
    .package(path: "Packages/FeatureFlags"),
    .package(path: "Packages/FeatureTesting"),
    .package(path: "Packages/Onboarding"),
    .package(path: "Packages/RideUI"),
    .package(path: "Packages/ScopeTesting"),
    .package(path: "Packages/Sharing"),
    .package(path: "Packages/SignedIn"),
    .package(path: "Packages/Terminal"),
  ],
  targets: [
    .executableTarget(
      name: "koober",
      dependencies: [
        "Auth", "Basics", "Cloud", "Composition", "Console", "Core", "Driving", "FeatureFlags",
        "Onboarding", "RideUI", "Sharing", "SignedIn", "Terminal", cloudDomain, cloudRoutes,
        cloudStore, .product(name: "CoreHTTP", package: "Core"),
      ],
      path: "Apps/koober",
      exclude: ["README.md"],
      resources: [.embedInCode("Cloud/cloud-flags.json")]
    ),
    .executableTarget(
      name: "koober-cloud",
      dependencies: [
        "Basics", "Cloud", "Console", "Core", "FeatureFlags", "Terminal", cloudRoutes, cloudStore,
        .product(name: "CloudPostgreSQL", package: "Cloud"),
        .product(name: "CloudServer", package: "Cloud"),
        .product(name: "CoreHTTP", package: "Core"),
        .product(name: "Experiments", package: "FeatureFlags"),
      ],
      path: "Apps/koober-cloud",
      exclude: [
        "Documentation", "README.md", "debian", "haproxy.cfg", "koober-cloud@.service",
        "nginx.conf",
      ]
    ),
    .testTarget(
      name: "KooberTests",
      dependencies: [
        "koober", "Basics", "Cloud", "Composition", "Console", "Core", "Driving", "FeatureFlags",
        "Onboarding", "RideUI", "Sharing", "SignedIn", "Terminal", allocationProbe, basicsTesting,
        compositionTesting, sourceEvidence, cloudDomain, cloudRoutes, cloudStore, cloudTesting,
        coreTesting, scopeTesting, sharingTesting, signedInTesting,
        .product(name: "CloudPostgreSQL", package: "Cloud"),
        .product(name: "CloudServer", package: "Cloud"),
        .product(name: "Experiments", package: "FeatureFlags"),
        .product(name: "FeatureFlagsTesting", package: "FeatureFlags"),
        .product(name: "TerminalTesting", package: "Terminal"),
      ],
      path: "Tests/KooberTests",
      exclude: ["Proofs/Mistakes"]
    ),
  ]
)

package.targets.append(
  .testTarget(
    name: "KooberCloudTests",
    dependencies: [
      "koober-cloud", "Basics", "Cloud", "Console", "Core", "FeatureFlags", "Terminal",
      basicsTesting, cloudTesting, coreTesting,
      .product(name: "CloudServer", package: "Cloud"),
      .product(name: "CoreHTTP", package: "Core"),
      .product(name: "TerminalTesting", package: "Terminal"),
    ],
    path: "Tests/KooberCloudTests", exclude: ["Programs/python-clients.py"]))

// A second app, which reuses features with repositories of its own.
package.targets.append(
  .testTarget(
    name: "KioskTests",
    dependencies: [
      "Auth", "FeatureFlags", "Onboarding", "Sharing", onboardingTesting, sharingTesting,
    ] + screens,
    path: "Tests/KioskTests"))

// The packages' own tests, so that one `swift test` here runs everything in one build.
package.targets += [
  tests(
    "AuthTests", of: "Auth",
    [
      "Auth", "Basics", "Core", "FeatureFlags", "Terminal", basicsTesting, coreTesting,
      scopeTesting,
    ]),
  tests("BasicsTests", of: "Basics", ["Basics", basicsTesting]),
  tests(
    "CloudDomainTests", of: "Cloud",
    ["Basics", "Core", cloudDomain, coreTesting]),
  tests(
    "CloudRoutesTests", of: "Cloud",
    [
      "Basics", "Core", .product(name: "CoreHTTP", package: "Core"), cloudDomain, cloudRoutes,
      coreTesting,
    ]),
  tests(
    "CloudTests", of: "Cloud",
    [
      "Basics", "Cloud", "Core", "FeatureFlags", .product(name: "CoreHTTP", package: "Core"),
      cloudDomain, cloudRoutes, cloudStore,
      .product(name: "CloudPostgreSQL", package: "Cloud"),
      .product(name: "Experiments", package: "FeatureFlags"), basicsTesting,
      cloudTesting, coreTesting,
    ]),
  tests(
    "CloudServerTests", of: "Cloud",
    [
      "Basics", "Cloud", "Core", .product(name: "CloudServer", package: "Cloud"), cloudTesting,
      cloudDomain, cloudRoutes, cloudStore,
      .product(name: "CloudPostgreSQL", package: "Cloud"),
      .product(name: "CoreHTTP", package: "Core"), basicsTesting, coreTesting,
    ]),
  tests(
    "CloudProcessTests", of: "Cloud",
    [
      "Basics", "Cloud", "Core", .product(name: "cloud-probe", package: "Cloud"), basicsTesting,
      cloudStore,
    ]),
  tests("CompositionTests", of: "Composition", ["Composition"]),
  tests("CompositionTestingTests", of: "Composition", ["Composition", compositionTesting]),
  tests(
    "CompositionExamplesTests", of: "CompositionExamples",
    [
      "Basics", "Composition", "CompositionExamples", compositionTesting, allocationProbe,
      basicsTesting, sourceEvidence, .product(name: "compositions", package: "CompositionExamples"),
    ]),
  tests(
    "CompositionExercisesTests", of: "CompositionExamples",
    [
      "Basics", "Composition", "FeatureFlags",
      .product(name: "CompositionExercises", package: "CompositionExamples"),
      .product(name: "exercises", package: "CompositionExamples"),
    ]),
  tests(
    "CompositionDocumentationTests", of: "Composition", ["Composition", compositionTesting]),
  tests(
    "ConsoleTests", of: "Console",
    [
      "Basics", "Console", "Core", "Terminal", coreTesting,
      .product(name: "TerminalTesting", package: "Terminal"),
    ]),
  tests(
    "DrivingTests", of: "Driving",
    [
      "Driving", "Composition", drivingTesting, featureTesting, scopeTesting,
      .product(name: "driving-preview", package: "Driving"),
    ] + features + screens),
  tests("SourceEvidenceTests", of: "CompositionExamples", [sourceEvidence]),
  tests("AllocationProbeTests", of: "CompositionExamples", [allocationProbe]),
  tests("CoreTests", of: "Core", ["Basics", "Core", basicsTesting, coreTesting]),
  tests(
    "CoreHTTPTests", of: "Core",
    ["Core", .product(name: "CoreHTTP", package: "Core"), basicsTesting, coreTesting]),
  tests(
    "FeatureFlagsTests", of: "FeatureFlags",
    [
      "Basics", "FeatureFlags", .product(name: "FeatureFlagsTesting", package: "FeatureFlags"),
      .product(name: "feature-flags-preview", package: "FeatureFlags"),
    ]),
  tests(
    "ExperimentsTests", of: "FeatureFlags",
    ["Basics", "FeatureFlags", .product(name: "Experiments", package: "FeatureFlags")]),
  // The previews are only built along, so that a change which breaks one is noticed here.
  tests(
    "FeatureTestingTests", of: "FeatureTesting",
    ["Console", "Core", "Terminal", basicsTesting, coreTesting, featureTesting, scopeTesting]),
  tests(
    "OnboardingTests", of: "Onboarding",
    [
      "Onboarding", "Basics", featureTesting, onboardingTesting, scopeTesting,
      .product(name: "onboarding-preview", package: "Onboarding"),
    ] + ["Console", "FeatureFlags"] + screens),
  tests("RideUITests", of: "RideUI", ["RideUI", "Console"] + screens),
  tests(
    "SharingTests", of: "Sharing",
    [
      "Sharing", "Composition", featureTesting, scopeTesting, sharingTesting,
      .product(name: "sharing-preview", package: "Sharing"),
    ] + features + screens),
  tests(
    "ScopeTestingTests", of: "ScopeTesting",
    [
      "Composition", "FeatureFlags", "Terminal", basicsTesting, scopeTesting,
      .product(name: "TerminalTesting", package: "Terminal"),
    ]),
  tests(
    "SignedInTests", of: "SignedIn",
    [
      "SignedIn", "Basics", "Composition", featureTesting, scopeTesting, signedInTesting,
      .product(name: "signedin-preview", package: "SignedIn"),
    ] + features + screens),
  tests(
    "TerminalTests", of: "Terminal",
    [
      "Basics", "Terminal", basicsTesting, .product(name: "TerminalTesting", package: "Terminal"),
      .product(name: "terminal-preview", package: "Terminal"),
    ]),
]

// The language rules every Koober package shares; `mono check` compares them.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}

func tests(
  _ name: String, of package: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Packages/\(package)/Tests/\(name)",
    exclude: exclude)
}
