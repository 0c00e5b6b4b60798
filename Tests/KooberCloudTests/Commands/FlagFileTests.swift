import Basics
import CoreTesting
import FoundationEssentials
import Testing

/// Files of definitions that 'koober-cloud flags' checks and evaluates.
struct FlagFileTests {
  private let machine: CloudMachine

  init() throws {
    machine = try CloudMachine()
  }

  @Test func `What to do about a broken file is said once`() async throws {
    let path = "\(machine.home.path)/flags.json"
    try Data("{bad".utf8).write(to: URL(filePath: path))

    let outcome = await machine.run(["flags", "lint", path])

    #expect(outcome.status == 65)
    #expect(outcome.error.split(separator: "Correct the file.").count == 2)
  }

  @Test func `A file that is too large is called so, with the limit`() async throws {
    let path = "\(machine.home.path)/flags.json"
    try Data(repeating: UInt8(ascii: " "), count: (8 << 20) + 1).write(to: URL(filePath: path))

    let outcome = await machine.run(["flags", "lint", path])

    #expect(outcome.status == 65)
    #expect(outcome.error.contains("it is larger than 8388608 bytes"))
    #expect(!outcome.error.contains("JSON"))
  }

  @Test func `Each problem of a file is shown with its line and what may be meant`() async throws {
    let path = "\(machine.home.path)/flags.json"
    let content = """
      {"flags": {
        "demo": {"state": "ENABLED", "variants": {"a": "a"}, "targetting": {}},
        "ride-options-layout": {
          "state": "ENABLED", "variants": {"table": "table", "cards": "cards"},
          "defaultVariant": "table",
          "targeting": {"fractional": [["tabel", 50], ["cards", 50]]}
        }
      }}
      """
    try Data(content.utf8).write(to: URL(filePath: path))

    let outcome = await machine.run(["flags", "lint", path])

    #expect(outcome.status == 65)
    #expect(
      outcome.error.contains(
        """
        \(path) has 2 problems:
        \(path):2: warning: $.flags.demo.targetting: this member has no meaning. Did you mean \
        "targeting"?
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

    let outcome = await machine.run(["flags", "lint", path])

    #expect(outcome.status == status)
    #expect(outcome.error.contains(path))
  }

  @Test func `A flag that the cloud evaluates for nobody must not read anything of riders`()
    async throws
  {
    let path = "\(machine.home.path)/flags.json"
    let content = """
      {"flags": {"dispatch": {"state": "ENABLED", "variants": {"drivers": "drivers"},
        "targeting": {"if": [{"var": "vip"}, "drivers"]}}}}
      """
    try Data(content.utf8).write(to: URL(filePath: path))

    let outcome = await machine.run(["flags", "lint", path])

    #expect(outcome.status == 65)
    #expect(outcome.error.contains(":2: error: $.flags.dispatch.targeting.if[0]: the flag is not"))
  }

  @Test func `Flags of a file are evaluated, one or many`() async throws {
    let path = "\(machine.home.path)/flags.json"
    let definitions = """
      {"flags": {"demo": {"state": "ENABLED", "variants": {"on": true, "off": false},
        "defaultVariant": "off", "targeting": {"if": [{"var": "vip"}, "on"]}}}}
      """
    try Data(definitions.utf8).write(to: URL(filePath: path))

    let evaluate = [
      "flags", "evaluate", "demo", "--type", "boolean", "--default", "false", "--flags", path,
    ]

    let one = await machine.run(
      evaluate + ["--context", #"{"vip": true}"#, "--output", "json"])
    let many = await machine.run(
      ["flags", "evaluate", "--batch", "--flags", path],
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
    let context = await machine.run(evaluate + ["--context", "[1]", "--output", "json"])
    #expect(context.status == 1)
    #expect(context.output.contains("INVALID_CONTEXT"))
    let missing = await machine.run(["flags", "evaluate", "--batch", "--flags", "/no/such/file"])
    #expect(missing.status == 66)
  }

  @Test func `An evaluation that fails gives the default, and says why`() async throws {
    let path = "\(machine.home.path)/flags.json"
    try Data(#"{"flags": {}}"#.utf8).write(to: URL(filePath: path))
    let command = [
      "flags", "evaluate", "none", "--type", "string", "--default", "table", "--flags", path,
    ]

    let text = await machine.run(command)
    let json = await machine.run(command + ["--json"])

    #expect(text.status == 1 && json.status == 1)
    #expect(text.output == "\"table\"\n")
    #expect(text.error == "koober-cloud: There is no flag \"none\".\n")
    #expect(json.output.contains("FLAG_NOT_FOUND") && json.error == "")
  }
}
