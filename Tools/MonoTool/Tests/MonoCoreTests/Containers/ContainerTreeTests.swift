import Basics
import Testing

@testable import MonoCore

/// An app whose scopes are opened directly, through a helper, and with their parent.
struct ContainerTreeTests {
  @Test func `Every scope shows what it asks, who supplies it, and its runtime values`() throws {
    let folder = try Self.app()

    let tree = try ContainerTree(workspace: try folder.workspace(), focus: "app")

    #expect(
      tree.text == """
        AppContainer (app), options: Options
            AccountContainer (Account)
              asks clock: any Clock ← AppContainer
            RideContainer (Ride), session: Session
              asks clock: any Clock ← RideChoice → AppContainer
              asks store: any Store ← RideChoice
              asks account: Account ← RideChoice → AppContainer → AccountContainer
              asks makeRoute: any Route ← RideChoice
                PickupContainer (Ride), place: Place
                  asks clock: any Clock ← RideContainer → RideChoice → AppContainer

        """)
  }

  @Test func `The picture and the document show the same scopes`() throws {
    let folder = try Self.app()
    let workspace = try folder.workspace()

    let tree = try ContainerTree(workspace: workspace, focus: nil)

    #expect(
      tree.picture.nodes.map(\.name) == [
        "AccountContainer", "AppContainer", "PickupContainer", "RideContainer",
      ])
    let arrows = tree.picture.edges.map {
      "\(tree.picture.nodes[$0.from].name) \(tree.picture.nodes[$0.to].name)"
    }
    #expect(
      arrows == [
        "AppContainer AccountContainer", "AppContainer RideContainer",
        "RideContainer PickupContainer",
      ])
    #expect(
      tree.json["scopes"]?.elements?.first?["demands"]?.elements?.first?["suppliers"] == [
        "AppContainer"
      ])
    #expect(try workspace.mermaid(["--containers"]) == tree.picture.mermaid)
    #expect(MonoCore.Files.exists(folder.path))
  }

  @Test func `A demand without a supplier is reported`() throws {
    let folder = try Self.app()
    try folder.write(
      "protocol LostDependencies { var x: Int { get } }\n"
        + "struct LostContainer { init(dependencies: any LostDependencies) {} }\n",
      to: "Sources/Ride/Lost.swift")

    let tree = try ContainerTree(workspace: try folder.workspace(), focus: nil)

    #expect(tree.text.contains("asks x: Int, which no scope supplies"))
  }

  private static func app() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
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
