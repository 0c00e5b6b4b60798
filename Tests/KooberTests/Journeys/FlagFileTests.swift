import Basics
import FoundationEssentials
import Testing

@testable import koober

/// Files of definitions that 'koober flags' checks and evaluates.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FlagFileTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `What to do about a broken file is said once`() async throws {
    let path = "\(machine.home.path)/flags.json"
    try Data("{bad".utf8).write(to: URL(filePath: path))

    let outcome = await machine.run("flags", "lint", path)

    #expect(outcome.status == 65)
    #expect(outcome.error.split(separator: "Correct the file.").count == 2)
  }

  @Test func `A file that is too large is called so, with the limit`() async throws {
    let path = "\(machine.home.path)/flags.json"
    try Data(repeating: UInt8(ascii: " "), count: (8 << 20) + 1).write(to: URL(filePath: path))

    let outcome = await machine.run("flags", "lint", path)

    #expect(outcome.status == 65)
    #expect(outcome.error.contains("it is larger than 8388608 bytes"))
    #expect(!outcome.error.contains("JSON"))
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
    #expect(context.status == 1)
    #expect(context.output.contains("INVALID_CONTEXT"))
    let missing = await machine.run("flags", "evaluate", "--batch", "--flags", "/no/such/file")
    #expect(missing.status == 66)
  }

  @Test(arguments: [[], ["--remote"]])
  func `An evaluation that fails gives the default, and says why`(remote: [String]) async throws {
    let path = "\(machine.home.path)/flags.json"
    try Data(#"{"flags": {}}"#.utf8).write(to: URL(filePath: path))
    let command = ["flags", "evaluate", "none", "--type", "string", "--default", "table"]
    let source = remote.isEmpty ? ["--flags", path] : remote

    let text = await machine.run(command + source)
    let json = await machine.run(command + source + ["--json"])

    #expect(text.status == 1 && json.status == 1)
    #expect(text.output == "\"table\"\n")
    #expect(text.error == "koober: There is no flag \"none\".\n")
    #expect(json.output.contains("FLAG_NOT_FOUND") && json.error == "")
  }

  @Test func `Without a cloud nothing is evaluated, and nothing is printed`() async throws {
    var machine = machine
    machine.cloud = "http://127.0.0.1:1"

    let outcome = await machine.run(
      "flags", "evaluate", "none", "--type", "string", "--default", "table", "--remote")

    #expect(outcome.status == 69)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("Koober Cloud did not answer"))
  }
}
