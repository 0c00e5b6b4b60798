import Basics
import Core
import CoreTesting
import Experiments
import FeatureFlags
import Terminal
import TerminalTesting
import Testing

@testable import Sharing
@testable import SignedIn
@testable import koober

/// A rider counts for an experiment from the moment in which the chosen implementation is met.
@MainActor
struct ExposureJourneyTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
    let definitions = try FlagLevels.builtIn().flatMap { definitions in
      definitions.keys.map { key in
        let variants = definitions.variants(of: key) ?? []
        let list = variants.map { "\"\($0)\": \"\($0)\"" }.joined(separator: ", ")
        return """
          "\(key)": {"state": "ENABLED", "variants": {\(list)},
            "targeting": {"if": [true, "\(variants[0])"]}}
          """
      }
    }
    try PrivateFile(path: machine.home.path(of: "data/cloud/flags.json"))
      .write(Array("{\"flags\": {\(definitions.joined(separator: ",\n"))}}".utf8))
  }

  @Test func `Who looks at the profile meets nothing`() async throws {
    await machine.signUp("Ada")
    let before = try exposed()

    for command in [["profile"], ["status"], ["doctor"], ["flags", "list"]] {
      #expect(await machine.run(command).status == 0)
    }

    #expect(before == ["cloud-transport", "user-session-store"])
    let queue = PrivateFile(path: machine.home.path(of: "state/experiment-events.jsonl"))
    let waiting = try queue.read() ?? []
    #expect(waiting.isEmpty)
  }

  @Test(arguments: [
    (["places", "search", "s"], "dropoff-ranking"),
    (["ride", "options", "--to", "Opera House"], "ride-options-layout"),
    (["ride", "options", "--to", "Opera House"], "route-model"),
  ])
  func `What a command shows is met`(command: [String], flag: String) async throws {
    await machine.signUp("Ada")
    #expect(try !exposed().contains(flag))

    #expect(await machine.run(command).status == 0)

    #expect(try exposed().contains(flag))
  }

  @Test func `What nobody sees is not met`() async throws {
    await machine.signUp("Ada")

    _ = await machine.run("ride", "options", "--to", "Opera House", "--json")

    #expect(try !exposed().contains("ride-options-layout"))
  }

  @Test(arguments: [([], false), (["dropoff-ranking=nearness"], true)])
  func `What the build decides is no experiment`(flags: [String], counts: Bool) throws {
    let machine = try TestMachine()
    let rider = try machine.openProcessScope(flags: flags).openRiderScope(of: .johnny).container

    _ = placeRanking.make(in: rider.flagScope)

    let queue = PrivateFile(path: machine.home.path(of: "state/experiment-events.jsonl"))
    #expect(try (queue.read() != nil) == counts)
  }

  @Test(arguments: [
    (TerminalCapabilities.terminal(), "wide"),
    (.terminal(TerminalSize(columns: 79, rows: 24)), "narrow"),
    (.terminal(isAccessible: true), "accessible"),
  ])
  func `An exposure tells the segment of the rider's terminal`(
    terminal: TerminalCapabilities, segment: String
  ) throws {
    let container = try machine.openProcessScope()

    let scope = container.experimentEvents.makeScope(
      container.flagLevels, subject: "ada", on: terminal)

    #expect(scope.context.segment == segment)
  }

  @Test func `The look of notifications is met with the first notification`() async throws {
    let container = try machine.openProcessScope()
    let rider = container.openRiderScope(of: .johnny)
    let board = NotificationBoard(look: rider.sharing.makeNotificationLook())
    var frame = Frame(size: TerminalSize(columns: 80, rows: 24), isUnicode: true)
    _ = board.lines(in: frame)
    let queue = PrivateFile(path: machine.home.path(of: "state/experiment-events.jsonl"))
    #expect(try queue.read() == nil)

    board.showSuccess(sharedWith: Friend(id: Identifier("ada"), name: "Ada", email: "a@b.c"))
    frame.write(board.lines(in: frame), in: frame.region)

    let events = String(decoding: try queue.read() ?? [], as: UTF8.self)
    #expect(events.contains("notification-service"))
  }

  /// The flags that a rider has met, as the cloud has counted them.
  private func exposed() throws -> Set<String> {
    var flags: Set<String> = []
    for key in [Feature].all.substitutions.map(\.flag) {
      if try machine.counts(of: key).contains(where: { $0.exposed > 0 }) { flags.insert(key) }
    }
    return flags
  }
}
