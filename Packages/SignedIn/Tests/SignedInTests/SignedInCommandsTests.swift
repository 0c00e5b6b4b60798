import BasicsTesting
import Basics
import Console
import Core
import CoreTesting
import FeatureFlags
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

/// The commands of a signed-in rider, and those about places, on a cloud that follows a script.
@MainActor
struct SignedInCommandsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `The current ride is printed`() async throws {
    let cloud = ScriptedCloudTransport([.success(try .document(Ride.sample()))])

    let outcome = try await run("ride", "status", on: cloud)

    #expect(outcome.status == 0)
    #expect(outcome.output.contains(Ride.sample().id.rawValue))
    #expect(await cloud.requests.map(\.path) == [["rides", "current"]])
  }

  @Test(arguments: [
    (34, ["To", "State", "Ride"]), (60, ["To", "State", "Price", "Ride"]),
    (80, ["Requested", "To", "State", "Option", "Price", "Ride"]),
  ])
  func `A narrow list of rides says first of all where they went`(
    columns: Int, titles: [String]
  ) async throws {
    let cloud = ScriptedCloudTransport([.success(try .document(RideList(rides: [.sample()])))])

    let outcome = try await run(
      ["ride", "history"], on: cloud,
      terminal: .terminal(TerminalSize(columns: columns, rows: 20)))

    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first?.split(separator: " ").map(String.init) == titles)
    #expect(outcome.output.contains("Apple Store"))
    #expect(lines.allSatisfy { $0.count <= columns })
  }

  @Test(arguments: [
    ["ride", "request", "--to", "Opera House", "--option", "wallabee"], ["ride", "cancel"],
  ])
  func `What has to be confirmed is refused at once without a terminal`(
    arguments: [String]
  ) async throws {
    let cloud = ScriptedCloudTransport([])

    let outcome = try await run(arguments, on: cloud)

    #expect(outcome.status == 64)
    #expect(outcome.error.contains("--yes"))
    #expect(await cloud.requests == [])
  }

  @Test(arguments: [("match", "match"), ("nearness", "nearness")])
  func `Places are ranked as the flag says`(variant: String, ranking: String) async throws {
    let cloud = ScriptedCloudTransport([.success(try .document(PlaceList(places: [.operaHouse])))])

    let outcome = try await run(
      ["places", "search", "opera"], on: cloud, flags: ["dropoff-ranking": variant])

    #expect(outcome.status == 0)
    #expect(await cloud.requests.map { $0.query["ranking"] } == [ranking])
    #expect(await cloud.requests.map { $0.token } == [nil])
  }

  @Test func `A location is kept until it is cleared`() async throws {
    let cloud = ScriptedCloudTransport([])

    #expect(try await run("location", "set", "-33.8587,151.2140", on: cloud).status == 0)
    let set = try await run("location", "show", on: cloud)
    #expect(try await run("location", "clear", on: cloud).status == 0)
    let cleared = try await run("location", "show", on: cloud)

    #expect(set.output == "\(Location(nearestTo: -33.8587, 151.2140))\n")
    #expect(cleared.output == "\(Location.defaultLocation)\n")
  }

  @Test func `A search that finds nothing is made again with a mistake allowed`() async throws {
    let answers = [[], [Place.operaHouse, .appleStore]]
    let cloud = ScriptedCloudTransport(
      try answers.map { .success(try .document(PlaceList(places: $0))) })

    let outcome = try await run("places", "search", "oprea", on: cloud)

    #expect(outcome.output.contains("Opera House"))
    #expect(!outcome.output.contains("Apple Store"))
    #expect(await cloud.requests.map { $0.query["query"] } == ["oprea", "op"])
  }

  @Test func `A place has a name until it is forgotten`() async throws {
    let point = "-33.8587,151.2140"

    let saved = try await run("places", "save", "home", point, on: ScriptedCloudTransport([]))
    let listed = try await run("places", "saved", on: ScriptedCloudTransport([]))
    let forgotten = try await run("places", "forget", "home", on: ScriptedCloudTransport([]))
    let again = try await run("places", "forget", "home", on: ScriptedCloudTransport([]))
    let none = try await run("places", "saved", on: ScriptedCloudTransport([]))

    let place = Location(nearestTo: -33.8587, 151.2140).description
    #expect(saved.output == "\(place) is saved as home.\n")
    #expect(listed.output.contains("Home") && listed.output.contains(place))
    #expect(forgotten.output == "No place is called home any longer.\n")
    #expect(again.status == 66)
    #expect(again.error.contains("koober places saved"))
    #expect(none.error.contains("You have named no place."))
  }

  @Test(arguments: [
    ("cd", 0, "cd56", 2), ("ef", 66, "None of your sessions begins with 'ef'.", 1),
    ("", 66, "None of your sessions begins with ''.", 1),
    ("ab", 66, "2 of your sessions begin with 'ab': ab12, ab34.", 1),
  ])
  func `A session is ended by the beginning that it alone has`(
    beginning: String, status: Int32, text: String, requests: Int
  ) async throws {
    let time = Ride.sample().requestedAt
    let sessions = ["ab12", "ab34", "cd56"].map {
      SessionSummary(
        id: Identifier($0), openedAt: time, usedAt: time, endsAt: time, isCurrent: false)
    }
    let cloud = ScriptedCloudTransport([
      .success(try .document(SessionList(sessions: sessions))), .success(try .document(Empty())),
    ])

    let outcome = try await run("account", "revoke", beginning, on: cloud)

    #expect(outcome.status == status)
    #expect((outcome.output + outcome.error).contains(text))
    #expect(await cloud.requests.count == requests)
  }

  @Test func `A sign-out everywhere closes the scope`() async throws {
    let outcome = try await run("sign-out", "--everywhere", on: ScriptedCloudTransport([]))

    #expect(outcome.output == "Signed out everywhere.\n")
    #expect(outcome.signOuts == 1)
  }

  private typealias Outcome = (status: Int32, output: String, error: String, signOuts: Int)

  private func run(
    _ arguments: String..., on cloud: ScriptedCloudTransport
  ) async throws -> Outcome {
    try await run(arguments, on: cloud)
  }

  private func run(
    _ arguments: [String], on cloud: ScriptedCloudTransport, flags: FlagOverrides = FlagOverrides(),
    terminal capabilities: TerminalCapabilities = .pipe
  ) async throws -> Outcome {
    let importer = Command<TestContext>("import", summary: "Import nothing.") { _, _ in }
    let tree = CommandTree<TestContext>(
      name: "koober", version: "1", date: "2026-01-01", summary: "Rides.",
      globalOptions: [CommonOptions.output],
      commands: [
        .account, .signOut, .profile, .location, .places(importer: importer),
        .ride(completing: .none),
      ])
    let terminal = ScriptedTerminal(capabilities)
    let dependencies = TestDependencies(
      cloud: cloud, savedPlacesFile: "\(folder.path)/places.json")
    let context = TestContext(
      console: CommandConsole(terminal: terminal, format: .text, isQuiet: false),
      container: SignedInContainer(dependencies: dependencies.double),
      knownPlaces: Places(
        remoteAPI: CloudPlaceRemoteAPI(
          client: dependencies.cloudClient,
          flagScope: try FlagSet.signedIn.makeScope(overrides: flags)),
        locationFile: "\(folder.path)/location.json",
        savedPlacesFile: "\(folder.path)/places.json"))
    let status = try await bounded("the end of '\(arguments.joined(separator: " "))'") {
      await tree.run(tree.parse(arguments), on: context.console) { try await $0.run(context) }
    }
    return (status, terminal.flushedOutput, terminal.error, dependencies.signOuts)
  }
}

/// What the commands of the signed-in scope work with.
struct TestContext: SignedInContext, PlacesContext {
  let console: CommandConsole
  let container: SignedInContainer
  let knownPlaces: Places

  var rideFlow: RideFlow? { nil }

  func signedInContainer() -> SignedInContainer { container }
  func makeNavigator() -> Navigator { Navigator() }
  func places() -> Places { knownPlaces }
}
