import Basics
import Commands
import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import Onboarding
@testable import SignedIn
@testable import koober

/// From a flag's definition to the variant that a rider meets and what it did.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FlagJourneyTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `A mistyped flag is suggested`() async {
    let choice = await machine.run("--flag", "dropoff-rankin=match", "places", "search", "opera")
    let report = await machine.run("experiments", "report", "dropof-ranking")

    #expect(choice.status == 64)
    #expect(report.status == 66)
    for outcome in [choice, report] {
      #expect(outcome.error.contains("Did you mean 'dropoff-ranking'?"))
    }
  }

  @Test func `What to do about a broken file is said once`() async throws {
    let path = "\(machine.home.path)/flags.json"
    try Data("{bad".utf8).write(to: URL(filePath: path))

    let outcome = await machine.run("flags", "lint", path)

    #expect(outcome.status == 65)
    #expect(outcome.error.split(separator: "Correct the file.").count == 2)
  }

  @Test func `Every variant has an implementation and every implementation a variant`() throws {
    for definitions in try FlagLevels.builtIn() {
      let registry = [Feature].all.registry(of: definitions.keys)
      #expect(registry.flags.count == definitions.keys.count)
      #expect(registry.problems(in: definitions) == [])
      #expect(try FlagLint().problems(in: definitions.document) == [])
    }
  }

  @Test(arguments: [
    "route-model=street-grid", "route-model=straight-line", "dropoff-ranking=match",
    "dropoff-ranking=nearness", "ride-options-layout=table", "ride-options-layout=cards",
    "notification-service=line", "notification-service=banner", "user-session-store=file",
    "user-session-store=secret-service",
    "cloud-transport=embedded", "onboarding-order=name-first", "onboarding-order=email-first",
  ])
  func `A rider's journey passes with each variant`(choice: String) async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    await machine.befriend("Ada", "Grace")
    for command in [
      ["friends", "list"], ["places", "search", "opera"],
      ["ride", "options", "--to", "Opera House"],
      ["ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes"],
      ["share", "ride", "--with", "grace@example.org"], ["ride", "cancel", "--yes"], ["sign-out"],
    ] {
      let outcome = await machine.run(command + ["--flag", choice])

      #expect(outcome.status == 0, "\(command): \(outcome.error)")
    }
  }

  @Test(arguments: [
    ("name-first", ["Full name: ", "E-mail: ", "Mobile number: "]),
    ("email-first", ["E-mail: ", "Mobile number: ", "Full name: "]),
  ])
  func `The order of the onboarding is the flag's`(variant: String, questions: [String]) async {
    let answers = [
      "Full name: ": "Ada Lovelace", "E-mail: ": "ada@example.org",
      "Mobile number: ": "0491570156",
    ]
    let outcome = await machine.run(
      "sign-up", "--flag", "onboarding-order=\(variant)", capabilities: .terminal(),
      answers: questions.map { .line(answers[$0] ?? "") }
        + [.line("correct horse"), .line("correct horse")])

    #expect(outcome.status == 0)
    #expect(outcome.prompts.map(\.text).prefix(3) == questions[...])
  }

  @Test func `A session in memory ends with the program`() async {
    let choice = ["--flag", "user-session-store=memory"]
    let signedUp = await machine.run(
      [
        "sign-up", "--name", "Ada", "--email", "ada@example.org", "--phone", "0491570156",
        "--password-stdin",
      ] + choice, input: "correct horse")

    #expect(signedUp.status == 0)
    #expect(await machine.run(["profile"] + choice).status == 77)
    #expect(await machine.run("profile").status == 77)
  }

  @Test func `The two route models give two prices`() async throws {
    await machine.signUp("Ada")
    var outputs: [String] = []
    for model in ["street-grid", "straight-line"] {
      outputs.append(
        await machine.run(
          "ride", "options", "--to", "Opera House", "--flag", "route-model=\(model)"
        ).output)
    }

    #expect(outputs[0] != outputs[1])
  }

  @Test func `The first level that names a flag decides`() async throws {
    let flag = "dropoff-ranking"
    #expect(try await explain(flag) == "built-in match")

    try define(flag, targeting: #"{"if": [true, "nearness"]}"#)
    #expect(try await explain(flag) == "cloud nearness")

    _ = await machine.run("flags", "set", flag, "match")
    #expect(try await explain(flag) == "user match")
    #expect(try await explain(flag, "--flag", "\(flag)=nearness") == "--flag nearness")

    _ = await machine.run("flags", "unset", flag)
    #expect(try await explain(flag) == "cloud nearness")
  }

  @Test func `A flag that changes concerns the next scope, never the current one`() async throws {
    let container = try makeContainer()
    let rider = container.openRiderScope(of: .johnny)
    #expect(placeRanking.make(in: rider.flagScope) == .match)

    _ = await machine.run("flags", "set", "dropoff-ranking", "nearness")

    #expect(placeRanking.make(in: rider.flagScope) == .match)
    let next = try makeContainer().openRiderScope(of: .johnny)
    #expect(placeRanking.make(in: next.flagScope) == .nearness)
  }

  @Test func `Each signed-out stretch follows the switch, none changes under the rider`()
    async throws
  {
    let container = try makeContainer()
    let first = container.openSignedOutScope().makeOnboardingContainer()

    _ = await machine.run("flags", "set", "onboarding-order", "email-first")
    let second = container.openSignedOutScope().makeOnboardingContainer()

    #expect(first.signUpFields.first == .name)
    #expect(second.signUpFields.first == .email)
  }

  @Test(arguments: [
    (#"{"retired": "on"}"#, "retired"), (#"{"dropoff-ranking": "retired"}"#, "dropoff-ranking"),
  ])
  func `A choice that exists no more is a warning, and can be taken back`(
    content: String, key: String
  ) async throws {
    try PrivateFile(path: machine.home.path(of: "config/flags.json")).write(Array(content.utf8))

    for command in [["status"], ["flags", "list"], ["places", "search", "opera"]] {
      let outcome = await machine.run(command)
      #expect(outcome.status == 0)
      #expect(outcome.error.ranges(of: "retired").count == 1, "\(outcome.error)")
    }
    let doctor = await machine.run("doctor")
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("retired"))
    #expect(await machine.run("flags", "unset", key).status == 0)

    #expect(await machine.run("status").error == "")
  }

  @Test func `A flag that never was is not taken back`() async throws {
    let outcome = await machine.run("flags", "unset", "rout-model")

    #expect(outcome.status == 66)
    #expect(outcome.error.contains("There is no flag 'rout-model'."))
    #expect(outcome.error.contains("Did you mean 'route-model'?"))
    #expect(await machine.run("flags", "unset", "route-model").status == 0)
  }

  @Test func `A cloud on the network plans its own routes, and says so`() async throws {
    let choice = ["--cloud", "http://127.0.0.1:1"]

    let refused = await machine.run(
      ["flags", "get", "route-model", "--flag", "route-model=straight-line"] + choice)
    #expect(refused.status == 64)
    #expect(refused.error.contains("'route-model' is 'street-grid' at http://127.0.0.1:1"))

    _ = await machine.run("flags", "set", "route-model", "straight-line")
    let warned = await machine.run(["flags", "get", "route-model"] + choice)
    #expect(warned.output == "street-grid\n")
    #expect(warned.error.contains("'route-model' is 'street-grid' at http://127.0.0.1:1"))
    #expect(await machine.run("flags", "get", "route-model").output == "straight-line\n")
  }

  @Test func `A running program takes changed files up with the next scope, broken ones not`()
    async throws
  {
    let terminal = ScriptedTerminal()
    let container = try AppContainer(
      dependency: machine.dependency(terminal), options: GlobalOptions(), terminal: terminal)
    let first = container.openRiderScope(of: .johnny)

    try define("dropoff-ranking", targeting: #"{"if": [true, "nearness"]}"#)
    let second = container.openRiderScope(of: .johnny)
    try PrivateFile(path: container.folders.flags(of: .embedded)).write(Array("{".utf8))
    let third = container.openRiderScope(of: .johnny)
    try PrivateFile(path: machine.home.path(of: "config/flags.json"))
      .write(Array(#"{"retired": "on"}"#.utf8))
    _ = container.openRiderScope(of: .johnny)

    #expect(placeRanking.make(in: first.flagScope) == .match)
    #expect(placeRanking.make(in: second.flagScope) == .nearness)
    #expect(placeRanking.make(in: third.flagScope) == .nearness)
    #expect(terminal.error.contains(container.folders.flags(of: .embedded)))
    #expect(terminal.error.contains("retired"))
  }

  @Test func `A rider keeps the variant, and what riders do is counted once`() async throws {
    try define(
      "dropoff-ranking", targeting: #"{"fractional": [["match", 50], ["nearness", 50]]}"#)
    var variants: [String: Set<String>] = [:]

    for rider in (1...12).map({ "Rider\($0)" }) {
      await machine.signUp(rider)
      for _ in 1...2 {
        _ = await machine.run("places", "search", "opera")
        let variant = await machine.run("flags", "get", "dropoff-ranking").output
        variants[rider, default: []].insert(variant)
      }
      _ = await machine.run(
        "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes")
    }

    #expect(variants.values.allSatisfy { $0.count == 1 })
    #expect(Set(variants.values.flatMap { $0 }).count == 2)
    let report = try await machine.run("experiments", "report", "dropoff-ranking", "--json")
      .document(Report.self)
    #expect(report.variants.map(\.variant) == ["match", "nearness"])
    #expect(report.variants.map(\.exposed).reduce(0, +) == 12)
    #expect(report.variants.map(\.converted) == report.variants.map(\.exposed))
  }

  @Test func `Events wait while the cloud cannot be reached and are delivered later`() async throws
  {
    try define("dropoff-ranking", targeting: #"{"if": [true, "nearness"]}"#)
    await machine.signUp("Ada")
    let queue = PrivateFile(path: "\(machine.home.path)/state/experiment-events.jsonl")
    let cloud = "\(machine.home.path)/data/cloud/cloud.sqlite"
    try FileManager.default.moveItem(atPath: cloud, toPath: "\(cloud).away")
    try FileManager.default.createDirectory(atPath: cloud, withIntermediateDirectories: false)
    #expect(await machine.run("places", "search", "opera").status != 0)
    #expect(try queue.read()?.isEmpty == false)

    try FileManager.default.removeItem(atPath: cloud)
    try FileManager.default.moveItem(atPath: "\(cloud).away", toPath: cloud)
    _ = await machine.run("places", "search", "opera")

    #expect(try queue.read()?.isEmpty == true)
    let report = try await machine.run("experiments", "report", "dropoff-ranking", "--json")
      .document(Report.self)
    #expect(report.variants.map(\.exposed) == [0, 1])
  }

  @Test func `An experiment on a value is planned with its mean and deviation`() async {
    let plan = await machine.run(
      "experiments", "plan", "--mean", "2450", "--deviation", "3100", "--lift", "0.05")

    #expect(plan.output == "Riders per variant\t10053\nRiders in all\t20106\n")
    for wrong in [[], ["--mean", "2"], ["--mean", "2", "--deviation", "1", "--baseline", "0.1"]] {
      #expect(await machine.run(["experiments", "plan", "--lift", "0.1"] + wrong).status == 64)
    }
  }

  @Test func `An experiment is planned, analyzed with a chart, and simulated`() async throws {
    let plan = await machine.run(
      "experiments", "plan", "--baseline", "0.08", "--lift", "0.125", "--riders-per-day", "1000")
    let counts = machine.home.path(of: "counts.csv")
    let chart = machine.home.path(of: "chart.svg")
    // Who keeps charts elsewhere links to them.
    try FileManager.default.createSymbolicLink(
      atPath: machine.home.path(of: "link.svg"), withDestinationPath: chart)
    try Data("variant,exposed,converted\ntable,5021,412\ncards,4979,475\n".utf8)
      .write(to: URL(filePath: counts))
    let analysis = await machine.run(
      "experiments", "analyze", counts, "--chart", machine.home.path(of: "link.svg"))
    let simulation = await machine.run("experiments", "simulate", "--runs", "10")

    #expect(
      plan.output == "Riders per variant\t12208\nRiders in all\t24416\nDays\t25\n")
    #expect(analysis.output.hasPrefix("No decision yet: 26712 more riders"))
    #expect(try String(contentsOf: URL(filePath: chart), encoding: .utf8).hasPrefix("<svg"))
    #expect(simulation.status == 0)
    #expect(simulation.output.contains("of 10\n"))
  }

  @Test(arguments: [
    (#"{"match": 1, "nearness": 2, "fame": 3}"#, "$.flags.dropoff-ranking.variants.fame"),
    (#"{"match": 1}"#, #"the implementation for "nearness" has no variant"#),
  ])
  func `A variant without an implementation, or the reverse, is a problem`(
    variants: String, problem: String
  ) async throws {
    let path = "\(machine.home.path)/flags.json"
    let flag = #"{"state": "ENABLED", "variants": \#(variants), "defaultVariant": "match"}"#
    try Data(#"{"flags": {"dropoff-ranking": \#(flag)}}"#.utf8).write(to: URL(filePath: path))

    let outcome = await machine.run("flags", "lint", path)

    #expect(outcome.status == 65)
    #expect(outcome.error.contains(problem))
    #expect(!outcome.error.contains("route-model"))
  }

  @Test func `Each problem of a file is shown with its line and what may be meant`() async throws {
    let path = "\(machine.home.path)/flags.json"
    let content = """
      {"flags": {
        "ride-options-layuot": {"state": "ENABLED", "variants": {"table": 1}},
        "ride-options-layout": {
          "state": "ENABLED", "variants": {"table": "table", "cards": "cards"},
          "defaultVariant": "table",
          "targeting": {"fractional": [["tabel", 50], ["cards", 50]]}
        }
      }}
      """
    try Data(content.utf8).write(to: URL(filePath: path))

    let outcome = await machine.run("flags", "lint", path)

    #expect(outcome.status == 65)
    #expect(
      outcome.error.contains(
        """
        \(path) has 2 problems:
        \(path):2: warning: $.flags.ride-options-layuot: this is not one of the program's flags. \
        Did you mean "ride-options-layout"?
        \(path):6: error: $.flags.ride-options-layout.targeting.fractional[0][0]: there is no \
        variant "tabel". Did you mean "table"?
        """))
  }

  @Test(arguments: [
    ("{", 65), (#"{"flags": {"x": {"state": "ON", "variants": {"a": 1}}}}"#, 65), ("{}", 65),
  ])
  func `A file of definitions that is wrong is reported with its place`(
    content: String, status: Int
  ) async throws {
    let path = "\(machine.home.path)/flags.json"
    try Data(content.utf8).write(to: URL(filePath: path))

    let outcome = await machine.run("flags", "lint", path)

    #expect(outcome.status == status)
    #expect(outcome.error.contains(path))
  }

  @Test func `Flags of a file are evaluated, one or many`() async throws {
    let path = "\(machine.home.path)/flags.json"
    let definitions = """
      {"flags": {"demo": {"state": "ENABLED", "variants": {"on": true, "off": false},
        "defaultVariant": "off", "targeting": {"if": [{"var": "vip"}, "on"]}}}}
      """
    try Data(definitions.utf8).write(to: URL(filePath: path))

    let one = await machine.run(
      "flags", "evaluate", "demo", "--type", "boolean", "--default", "false", "--flags", path,
      "--context", #"{"vip": true}"#, "--output", "json")
    let many = await machine.run(
      "flags", "evaluate", "--batch", "--flags", path,
      input: """
        {"key": "demo", "type": "boolean", "default": false, "context": {}}
        {"key": "none", "type": "string", "default": "x", "context": {}}
        """)

    #expect(one.output.contains("\n  \"reason\": \"TARGETING_MATCH\",\n"))
    #expect(one.output.hasSuffix("\n  \"value\": true,\n  \"variant\": \"on\"\n}\n"))
    let lines = many.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""reason":"DEFAULT""#) == true)
    #expect(lines.last?.contains("FLAG_NOT_FOUND") == true)
    let context = await machine.run(
      "flags", "evaluate", "demo", "--type", "boolean", "--default", "false", "--flags", path,
      "--context", "[1]", "--output", "json")
    #expect(context.status == 0)
    #expect(context.output.contains("INVALID_CONTEXT"))
    let missing = await machine.run("flags", "evaluate", "--batch", "--flags", "/no/such/file")
    #expect(missing.status == 66)
  }

  private struct Report: Decodable {
    struct Variant: Decodable {
      let variant: String
      let exposed: Int
      let converted: Int
    }

    let variants: [Variant]
  }

  private struct Explanation: Decodable {
    let variant: String
    let origin: String
  }

  private func explain(_ flag: String, _ options: String...) async throws -> String {
    let explanation = try await machine.run(["flags", "explain", flag, "--json"] + options)
      .document(Explanation.self)
    return "\(explanation.origin) \(explanation.variant)"
  }

  /// Gives the cloud a definition of one of koober's flags with two variants.
  private func define(_ flag: String, targeting: String) throws {
    let definitions = """
      {"flags": {"\(flag)": {"state": "ENABLED", "defaultVariant": "match",
        "variants": {"match": "match", "nearness": "nearness"}, "targeting": \(targeting)}}}
      """
    try PrivateFile(path: "\(machine.home.path)/data/cloud/flags.json")
      .write(Array(definitions.utf8))
  }

  private func makeContainer() throws -> AppContainer {
    let terminal = ScriptedTerminal()
    return try AppContainer(
      dependency: machine.dependency(terminal), options: GlobalOptions(), terminal: terminal)
  }
}
