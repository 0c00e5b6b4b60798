import Basics
import BasicsTesting
import Cloud
import Core
import CoreTesting
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import koober

/// What is different when the cloud is on the network.
struct NetworkJourneyTests {
  @Test func `A session is kept for each cloud`() async throws {
    try await TestCloud.network.withMachine { machine in
      await machine.signUp("Ada")

      let onTheNetwork = await machine.run("profile")
      let embedded = await machine.run("profile", "--cloud", "embedded")

      #expect(onTheNetwork.status == 0)
      #expect(embedded.status == 77)
    }
  }

  @Test func `The option beats the environment, which beats the file`() async throws {
    var machine = try TestMachine()
    try PrivateFile(path: "\(machine.home.path)/config/cloud.json")
      .write(Array(#"{"cloud": "http://127.0.0.1:1"}"#.utf8))
    #expect(try await machine.cloudLocation() == "http://127.0.0.1:1")

    machine.cloud = "http://127.0.0.1:2"
    #expect(try await machine.cloudLocation() == "http://127.0.0.1:2")
    #expect(try await machine.cloudLocation("--cloud", "http://[::1]:3") == "http://[::1]:3")
  }

  @Test(arguments: [#"{"cloud": "htp://x"}"#, #"{"cloud": 3}"#, "{"])
  func `A file that names no cloud is named itself`(content: String) async throws {
    let machine = try TestMachine()
    let path = "\(machine.home.path)/config/cloud.json"
    try PrivateFile(path: path).write(Array(content.utf8))

    let outcome = await machine.run("profile")

    #expect(outcome.status == 78)
    #expect(outcome.error.contains(path))
  }

  @Test(arguments: ["http://cloud.example.org", "http://127.evil.example", "http://10.0.0.1:1"])
  func `A cloud elsewhere that is not encrypted is refused`(cloud: String) async throws {
    var machine = try TestMachine()

    let refused = await machine.run("sign-in", "--email", "ada@example.org", "--cloud", cloud)
    machine.cloud = cloud
    let refusedByVariable = await machine.run("status")

    for outcome in [refused, refusedByVariable] {
      #expect(outcome.status == 78)
      #expect(outcome.error.contains("not encrypted"))
      #expect(outcome.error.contains("--insecure-http"))
    }
    #expect(try await machine.cloudLocation("--insecure-http") == cloud)
  }

  @Test(arguments: [
    ([], false), (["drive"], false), (["map"], false), (["ride", "status", "--watch"], false),
    ([], true), (["drive"], true),
  ])
  func `Whatever is shown says since when the cloud has not answered`(
    words: [String], isAccessible: Bool
  ) async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: isAccessible), patience: .waits)
    var played: (machine: TestMachine, run: Task<Int32, any Error>)?
    try await TestCloud.network.withMachine { machine in
      await machine.signUp("Ada")
      _ = await machine.run(
        "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes")
      let program = Program(dependency: machine.dependency(terminal))
      played = (machine, Task { await program.run(words) })
      try await eventually("something is shown") {
        !terminal.frames.isEmpty || !terminal.output.isEmpty
      }
    }

    let (machine, run) = try #require(played)
    try await eventually("the silence is told") {
      machine.clock.advance(by: .seconds(1))
      return (terminal.output + (terminal.frame?.text ?? "")).contains("No answer since")
    }
    run.cancel()
  }

  @Test func `An empty variable chooses no authority`() async throws {
    var machine = try TestMachine()
    machine.environment["KOOBER_CLOUD_CA"] = ""
    machine.cloud = "https://127.0.0.1:1"

    #expect(try await machine.cloudLocation() == "https://127.0.0.1:1")
  }

  @Test(arguments: ["--cloud-ca", "KOOBER_CLOUD_CA", "cloud.json"])
  func `An authority that is not there is no input`(place: String) async throws {
    var machine = try TestMachine()
    var options: [String] = []
    switch place {
    case "KOOBER_CLOUD_CA": machine.environment[place] = "/nowhere.pem"
    case "cloud.json":
      let choice = #"{"certificateAuthority": "/nowhere.pem"}"#
      try PrivateFile(path: machine.home.path(of: "config/cloud.json")).write(Array(choice.utf8))
    default: options = [place, "/nowhere.pem"]
    }

    let outcome = await machine.run(
      ["places", "search", "a", "--cloud", "https://127.0.0.1:1"] + options)

    #expect(outcome.status == 66)
    #expect(outcome.error.contains("/nowhere.pem"))
  }

  @Test func `Without an authority none is chosen`() async throws {
    let outcome = try await TestMachine().run("config", "list")

    #expect(outcome.output.contains("cloud-ca\t\tbuilt-in"))
  }

  @Test func `The cloud's flags decide, and are asked for when the copy is old`() async throws {
    let flags = try ServedFlags()
    try await TestCloud.network.withMachine(flags: flags.file) { machine in
      try flags.write(layout: "cards")
      await machine.signUp("Ada")
      #expect(try await machine.layout() == "cards")

      try flags.write(layout: "table")
      _ = await machine.run("places", "search", "opera")
      #expect(try await machine.layout() == "cards")

      machine.clock.advance(by: .seconds(61))
      _ = await machine.run("places", "search", "opera")
      #expect(try await machine.layout() == "table")
    }
  }

  @Test func `A new installation has the cloud's flags before its first question`() async throws {
    let flags = try ServedFlags()
    try await TestCloud.network.withMachine(flags: flags.file) { machine in
      try flags.write(
        """
        {"flags": {"onboarding-order": {"state": "ENABLED", "defaultVariant": "email-first",
        "variants": {"name-first": "name-first", "email-first": "email-first"}}}}
        """)

      let outcome = await machine.run("sign-up", "--verbose")

      #expect(outcome.status == 64)
      #expect(outcome.error.contains("--email"))
      #expect(!outcome.error.contains("--name"))
      #expect(outcome.error.contains("the cloud's flags are here"))
    }
  }

  @Test(arguments: [["flags", "list"], ["flags", "get", "ride-options-layout"], ["status"]])
  func `What shows flags shows what the cloud decides, also at first`(words: [String]) async throws
  {
    let flags = try ServedFlags()
    try await TestCloud.network.withMachine(flags: flags.file) { machine in
      try flags.write(layout: "cards")

      let outcome = await machine.run(words)

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("cards"))
    }
  }

  @Test func `Without an answer a new installation has the built-in flags`() async throws {
    let outcome = try await TestMachine().run(
      "sign-up", "--verbose", "--cloud", "http://127.0.0.1:1")

    #expect(outcome.status == 64)
    #expect(outcome.error.contains("--name"))
    #expect(outcome.error.contains("the built-in ones hold"))
  }

  @Test func `A new rider keeps the variants of the installation, the next one does not`()
    async throws
  {
    let flags = try ServedFlags()
    let splits = (0..<20).map { index in
      """
      "split-\(index)": {"state": "ENABLED", "variants": {"a": "a", "b": "b"},
      "defaultVariant": "a", "targeting": {"fractional": [["a", 1], ["b", 1]]}}
      """
    }
    try flags.write("{\"flags\": {\(splits.joined(separator: ","))}}")
    try await TestCloud.network.withMachine(flags: flags.file) { machine in
      _ = await machine.run("places", "search", "opera")
      let before = try await machine.variants()
      await machine.signUp("Ada")
      let after = try await machine.variants()
      _ = await machine.run("sign-out")
      await machine.signUp("Bob")
      let ofAnother = try await machine.variants()

      #expect(Set(before).count == 2)
      #expect(after == before)
      #expect(ofAnother != before)
    }
  }

  @Test func `Flags that cannot be understood leave the copy as it was`() async throws {
    let flags = try ServedFlags()
    try await TestCloud.network.withMachine(flags: flags.file) { machine in
      try flags.write(layout: "cards")
      await machine.signUp("Ada")
      try flags.write("{")

      machine.clock.advance(by: .seconds(61))
      _ = await machine.run("places", "search", "opera")

      #expect(try await machine.layout() == "cards")
    }
  }

  @Test func `Places of a cloud on the network are its operator's`() async throws {
    let outcome = try await TestMachine().run(
      "places", "import", "x.csv", "--cloud", "http://127.0.0.1:1")

    #expect(outcome.status == 64)
    #expect(outcome.error.contains("koober-cloud places import"))
  }

  @Test func `Nothing at the address ends with 69`() async throws {
    let outcome = try await TestMachine().run(
      "sign-in", "--email", "ada@example.org", "--password-stdin", "--cloud", "http://127.0.0.1:1",
      input: "correct horse")

    #expect(outcome.status == 69)
    #expect(outcome.error.contains("nothing listens at http://127.0.0.1:1"))
  }
}

/// The file of the definitions that a server of a test serves.
private struct ServedFlags {
  let file: FlagFile
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/flags.json" }

  init() throws {
    folder = try TemporaryFolder()
    file = FlagFile(path: "\(folder.path)/flags.json", report: { _ in })
  }

  /// Gives every rider a layout of the ride options.
  func write(layout: String) throws {
    try write(
      """
      {"flags": {"ride-options-layout": {"state": "ENABLED", "defaultVariant": "\(layout)",
      "variants": {"table": "table", "cards": "cards"}}}}
      """)
  }

  func write(_ content: String) throws {
    try Data(content.utf8).write(to: URL(filePath: path))
  }
}

extension TestMachine {
  /// The variants of the flags "split-…".
  fileprivate func variants() async throws -> [String] {
    struct List: Decodable {
      struct Flag: Decodable {
        let key: String
        let variant: String
      }
      let flags: [Flag]
    }
    return try await run("flags", "list", "--json").document(List.self).flags
      .filter { $0.key.hasPrefix("split-") }.map(\.variant)
  }

  /// The address of the cloud that the program would use.
  fileprivate func cloudLocation(_ options: String...) async throws -> String {
    struct Status: Decodable {
      struct Cloud: Decodable {
        let location: String
      }
      let cloud: Cloud
    }
    return try await run(["status", "--json"] + options).document(Status.self).cloud.location
  }

  /// The layout of the ride options that the program would use.
  fileprivate func layout() async throws -> String? {
    struct Status: Decodable {
      let variants: [String: String]
    }
    return try await run("status", "--json").document(Status.self).variants["ride-options-layout"]
  }
}
