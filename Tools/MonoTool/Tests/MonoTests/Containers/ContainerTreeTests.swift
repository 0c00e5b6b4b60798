import Basics
import Testing

@testable import mono

/// An app whose scopes are opened directly, through a helper, and with their parent.
struct ContainerTreeTests {
  @Test func `Every scope shows what it asks, who supplies it, and its runtime values`() throws {
    let folder = try Self.app()

    let tree = try ContainerTree(workspace: try folder.workspace(), focus: "app")

    let lines = tree.scopes.flatMap { scope in
      ["\(scope.name) \(scope.runtimeValues)"]
        + scope.demands.map { "\($0.name): \($0.type) ← \($0.suppliers.joined(separator: " → "))" }
    }
    #expect(
      lines == [
        "AccountContainer []", "clock: any Clock ← AppContainer",
        "AppContainer [\"options: Options\"]", "PickupContainer [\"place: Place\"]",
        "clock: any Clock ← RideContainer → RideChoice → AppContainer",
        "RideContainer [\"session: Session\"]", "clock: any Clock ← RideChoice → AppContainer",
        "store: any Store ← RideChoice",
        "account: Account ← RideChoice → AppContainer → AccountContainer",
        "makeRoute: any Route ← RideChoice",
      ])
  }

  @Test func `The picture and the document show the same scopes`() throws {
    let folder = try Self.app()

    let tree = try ContainerTree(workspace: try folder.workspace(), focus: nil)

    #expect(
      tree.picture.nodes.map(\.name) == [
        "AccountContainer", "AppContainer", "PickupContainer", "RideContainer",
      ])
    #expect(
      tree.picture.edges.map { "\($0.from) \($0.to)" } == [
        "AppContainer AccountContainer", "AppContainer RideContainer",
        "RideContainer PickupContainer",
      ])
    let document = try JSON(encoding: tree)["scopes"].list.first
    #expect(document?["demands"].list.first?["suppliers"] == ["AppContainer"])
  }

  @Test func `A demand without a supplier is reported`() throws {
    let folder = try Self.app()
    try folder.write(
      "protocol LostDependencies { var x: Int { get } }\n"
        + "struct LostContainer { init(dependencies: any LostDependencies) {} }\n",
      to: "Sources/Ride/Lost.swift")

    let tree = try ContainerTree(workspace: try folder.workspace(), focus: nil)

    #expect(tree.picture.mermaid.contains("asks x ← no scope"))
  }

  @Test(arguments: [
    "func open() { _ = ChildContainer(dependencies: self) }",
    "func open() { _ = Child.ChildContainer(dependencies: self) }",
    "func open() { _ = ChildContainer.init(dependencies: self) }",
    "func open() -> [ChildContainer] { [self].map(ChildContainer.init) }",
    "func open() { let make = { ChildContainer(dependencies: self) }; _ = make() }",
    "func open() { _ = Opener.open(self) }",
  ])
  func `A scope is found however it is made`(member: String) throws {
    let folder = try Self.forms(member)

    let tree = try ContainerTree(workspace: try folder.workspace(), focus: nil)

    let child = try #require(tree.scopes.first { $0.name == "ChildContainer" })
    #expect(child.parents == ["RootContainer"])
  }

  @Test func `Scopes of one name are told apart by their targets`() throws {
    let folder = try Self.app()
    try folder.write(
      """
      final class AppContainer: AccountDependencies { init(x: Int) {}
        func makeAccount() { _ = AccountContainer(dependencies: self) } }
      protocol AccountDependencies {}
      struct AccountContainer { init(dependencies: any AccountDependencies) {} }
      """, to: "Sources/Ride/Same.swift")

    let tree = try ContainerTree(workspace: try folder.workspace(), focus: nil)

    let parents = tree.scopes.filter { $0.name.hasPrefix("AccountContainer") }
      .map { [$0.name] + $0.parents }
    #expect(
      parents == [
        ["AccountContainer (Account)", "AppContainer (app)"],
        ["AccountContainer (Ride)", "AppContainer (Ride)"],
      ])
  }

  @Test func `A view and a model are no scopes`() throws {
    let folder = try Self.forms("func open() { _ = ChildContainer(dependencies: self) }")
    try folder.write(
      """
      struct MediaContainer: View { init(image: Int) {} }
      struct TokenContainer: Codable { init(access: String) {} }
      extension KeyedDecodingContainer { func f() { _ = MediaContainer(image: 1) } }
      """, to: "Sources/Root/Views.swift")

    let tree = try ContainerTree(workspace: try folder.workspace(), focus: nil)

    #expect(tree.scopes.map(\.name) == ["ChildContainer", "RootContainer"])
  }

  /// Two targets; the container of one opens that of the other.
  private static func forms(_ member: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write([
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "App", targets: [
        .target(name: "Child"), .target(name: "Root", dependencies: ["Child"])])
      """,
      "Sources/Child/Child.swift": """
      public protocol ChildDependencies {}
      public struct ChildContainer { public init(dependencies: any ChildDependencies) {} }
      """,
      "Sources/Root/Root.swift":
        "import Child\nfinal class RootContainer: ChildDependencies {\n  \(member)\n}\n",
      "Sources/Root/Forms.swift": """
      import Child
      enum Opener { static func open(_ it: any ChildDependencies) -> Any { Other.open(it) } }
      """,
      "Sources/Root/Other.swift": """
      import Child
      enum Other { static func open(_ it: Any) -> Any { ChildContainer(dependencies: it) } }
      """,
    ])
    return folder
  }

  static func app() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(files)
    return folder
  }

  private static let files = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "App", targets: [
      .target(name: "Account"), .target(name: "Ride", dependencies: ["Account"]),
      .executableTarget(name: "app", dependencies: ["Account", "Ride"]),
      .testTarget(name: "appTests", dependencies: ["app"])])
    """,
    "Sources/Account/Account.swift": """
    public protocol AccountDependencies { var clock: any Clock { get } }
    public struct AccountContainer {
      public let account: Account
      public init(dependencies: any AccountDependencies) {}
    }
    """,
    "Sources/Ride/Ride.swift": """
    public protocol RideDependencies: ClockDependencies {
      var store: any Store { get }
      var account: Account { get }
      func makeRoute() -> any Route
    }
    public protocol ClockDependencies { var clock: any Clock { get } }
    public struct RideContainer {
      private let dependencies: any RideDependencies
      public init(dependencies: some RideDependencies, session: Session) {}
      func makePickup() { _ = PickupContainer(dependencies: self, place: place) }
    }
    extension RideContainer: PickupDependencies { var clock: any Clock { dependencies.clock } }
    protocol PickupDependencies { var clock: any Clock { get } }
    struct PickupContainer {
      init(dependencies: any PickupDependencies, place: Place) {}
    }
    """,
    "Sources/app/App.swift": """
    final class AppContainer {
      let clock: any Clock
      let accountContainer: AccountContainer
      init(options: Options) { accountContainer = AccountContainer(dependencies: self) }
    }
    extension AppContainer: AccountDependencies {}
    extension AppContainer {
      var account: Account { accountContainer.account }
      func openRide() { _ = RideChoice(container: self).open() }
    }
    struct RideChoice: RideDependencies {
      let container: AppContainer
      let store: any Store
      var clock: any Clock { container.clock }
      var account: Account { container.account }
      func makeRoute() -> any Route { Route() }
      func open() { _ = RideContainer(dependencies: self, session: session) }
    }
    """,
    "Tests/appTests/Tests.swift": """
    struct FakeContainer: RideDependencies { init(dependencies: any RideDependencies) {} }
    """,
  ]
}
