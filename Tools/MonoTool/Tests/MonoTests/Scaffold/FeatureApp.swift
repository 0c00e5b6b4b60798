@testable import mono

/// The small app of the tests of features: a parent scope that cannot be opened without a session,
/// a feature beside a package without a scope, a rules file, and a picture in the README.
enum FeatureApp {
  /// Writes the app to a new repository with one commit.
  static func make() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files.merging(templates, uniquingKeysWith: { $1 }) {
      try folder.write(text, to: path)
    }
    for package in packages { try package.write(to: folder) }
    try folder.makeRepository()
    return folder
  }

  /// Templates of a feature that imports nothing.
  static let templates = [
    "Templates/Package/Package.swift.template": FixturePackage(
      name: "{{Name}}", source: "", test: ""
    ).manifest,
    "Templates/Package/Sources/{{Name}}/{{Name}}Container.swift.template": """
    public protocol {{Name}}Dependencies: Sendable {}
    public struct {{Name}}Container: Sendable {
      public init(dependencies: any {{Name}}Dependencies) {}
    }
    func words() -> String { "{{words}}" }

    """,
    "Templates/Package/Tests/{{Name}}Tests/{{Name}}Tests.swift.template": """
    import Testing
    @testable import {{Name}}
    @Test func saysItsName() { #expect(words() == "{{words}}") }

    """,
    "Templates/CompositionRoot/{{container}}+{{Name}}.swift.template": """
    import {{Name}}
    extension {{container}}: {{Name}}Dependencies {
      func make{{Name}}Container() -> {{Name}}Container {
        // {{source}}
        {{Name}}Container(dependencies: self)
      }
    }

    """,
  ]

  private static let files = [
    ".gitignore": ".build\n",
    "mono.rules.json": """
    { "groups": { "features": ["Account"] },
      "features": { "folder": "Packages", "compositionRoot": "Sources/app", "rootTarget": "app",
        "container": "AppContainer", "templates": "Templates",
        "next": ["mono test {{Name}}"],
        "edits": [
          { "file": "Package.swift", "after": "path: \\\"Packages/Account\\\")",
            "add": ", .package(path: \\\"Packages/{{Name}}\\\")" },
          { "file": "Package.swift", "after": "\\\"Account\\\", \\\"Core\\\"",
            "add": ", \\\"{{Name}}\\\"" },
          { "file": "Package.swift", "after": "Packages/Account/Tests/AccountTests\\\"),",
            "add": ".testTarget(name: \\\"{{Name}}Tests\\\", dependencies: [\\\"{{Name}}\\\"], path: \\\"Packages/{{Name}}/Tests/{{Name}}Tests\\\")," },
          { "file": "mono.rules.json", "after": "\\\"features\\\": [\\\"Account\\\"", "add": ", \\\"{{Name}}\\\"" },
          { "file": "Sources/app/main.swift", "after": "[\\\"account\\\"",
            "add": ", \\\"{{camel}}\\\"" }],
        "openers": {
          "AppContainer": { "source": "of the app" },
          "RiderContainer": { "source": "of a rider" } } },
      "rules": [
        { "name": "apart", "kind": "independent", "members": ["@features"], "reason": "teams" },
        { "name": "true", "kind": "pictures", "documents": ["README.md"], "reason": "readers" },
        { "name": "declared", "kind": "undeclared-imports", "reason": "clean checkouts" },
        { "name": "used", "kind": "unused-dependencies", "reason": "build time" }] }
    """,
    "README.md": """
    <!-- mono graph --containers --focus app -->
    ```mermaid
    flowchart TD
      AccountContainer["AccountContainer<br/>session: UserSession"]
      RiderContainer["RiderContainer<br/>session: UserSession"]
      RiderContainer --> AccountContainer
    ```

    """,
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "App",
      dependencies: [.package(path: "Packages/Account"), .package(path: "Packages/Core")],
      targets: [
        .executableTarget(name: "app", dependencies: ["Account", "Core"]),
        .testTarget(
          name: "AccountTests", dependencies: ["Account"],
          path: "Packages/Account/Tests/AccountTests"),
      ])
    """,
    "Sources/app/main.swift": """
    import Account
    import Core
    let all = ["account"]
    struct RiderContainer: AccountDependencies {
      init(session: UserSession) {}
      func makeAccountContainer(session: UserSession) -> AccountContainer {
        AccountContainer(dependencies: self, session: session)
      }
    }
    print(RiderContainer(session: UserSession()).makeAccountContainer(session: UserSession()))
    """,
  ]

  private static let packages = [
    FixturePackage(
      name: "Core", source: "public struct UserSession: Sendable { public init() {} }",
      test: "import Core"),
    FixturePackage(name: "Bare", source: "", test: "import Bare"),
    FixturePackage(
      name: "Account", dependencies: ["Core"],
      source: """
        public import Core
        public protocol AccountDependencies: Sendable {}
        public struct AccountContainer: Sendable {
          public init(dependencies: any AccountDependencies, session: UserSession) {}
        }
        """,
      test: "import Account"),
  ]
}
