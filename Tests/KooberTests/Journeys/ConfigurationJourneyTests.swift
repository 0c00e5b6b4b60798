import Basics
import Core
import CoreTesting
import Testing

struct ConfigurationJourneyTests {
  private let machine: TestMachine
  private var path: String { machine.home.path(of: "config/cloud.json") }

  init() throws {
    machine = try TestMachine()
    try PrivateFile(path: path).write(Array("{bad".utf8))
  }

  @Test func `A broken choice of a cloud stops only what needs the choice`() async {
    let status = await machine.run("status")
    let doctor = await machine.run("doctor")

    #expect(status.status == 0)
    #expect(status.error.contains("\(path): line 1, column 2"))
    #expect(status.output.contains("not known: \(path): line 1, column 2"))
    #expect(!status.output.contains("Cloud\tembedded"))
    let json = await machine.run("status", "--json").output.filter { $0 != " " }
    #expect(json.contains(#""cloud":null"#))
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("failed  cloud: \(path)"))
    #expect(await machine.run("flags", "list").status == 0)
    for command in [["profile"], ["ride", "history"], ["places", "search", "opera"]] {
      let outcome = await machine.run(command)
      #expect(outcome.status == 78)
      #expect(outcome.error.contains("line 1, column 2"))
    }
  }

  @Test func `A choice on the command line needs no file`() async {
    let outcome = await machine.run("--cloud", "embedded", "places", "search", "opera")

    #expect(outcome.status == 0)
    #expect(outcome.error.contains(path))
  }

  @Test(arguments: ["config/flags.json", "data/cloud/flags.json"])
  func `A broken file of flags is named and stops nothing, and unset mends the rider's`(
    file: String
  ) async throws {
    let machine = try TestMachine()
    let path = machine.home.path(of: file)
    try PrivateFile(path: path).write(Array("{\n bad".utf8))

    for command in [["status"], ["flags", "list"], ["places", "search", "opera"]] {
      let outcome = await machine.run(command)
      #expect(outcome.status == 0)
      #expect(outcome.error.contains(path))
      #expect(outcome.error.contains("line 2, column 2"))
    }
    #expect(await machine.run("doctor").status == 1)
    let unset = await machine.run("flags", "unset", "route-model")

    #expect(unset.status == 0)
    let isRiders = file == "config/flags.json"
    #expect(unset.error.contains("\(path).damaged") == isRiders)
    #expect(await machine.run("doctor").status == (isRiders ? 0 : 1))
  }

  @Test func `Broken choices in the environment stop a command, but neither doctor nor unset`()
    async throws
  {
    var machine = try TestMachine()
    machine.environment["KOOBER_FLAGS"] = "no assignment"

    #expect(await machine.run("profile").status == 78)

    #expect(await machine.run("doctor").status == 1)
    #expect(await machine.run("flags", "unset", "route-model").status == 0)
  }

  @Test func `The doctor finds a session that has ended`() async throws {
    let machine = try TestMachine()
    await machine.signUp("Ada")
    #expect(await machine.run("doctor").status == 0)

    machine.clock.advance(by: .seconds(31 * 24 * 3600))
    let outcome = await machine.run("doctor")

    #expect(outcome.status == 1)
    #expect(outcome.output.contains("failed  session: The session is unknown, has expired"))
  }

  @Test func `A setting comes from its variable, from what was set, or is built in`() async throws {
    var machine = try TestMachine()
    #expect(await machine.run("config", "set", "alerts", "off").status == 0)
    #expect(await machine.run("config", "set", "experiments", "off").status == 0)
    let path = machine.home.path(of: "config/settings.json")
    try await expectSettings(
      on: machine, [["experiments", "off", path], ["alerts", "off", path]])

    machine.environment["KOOBER_ALERTS"] = "on"
    machine.environment["KOOBER_EXPERIMENTS"] = ""

    try await expectSettings(
      on: machine, [["experiments", "off", path], ["alerts", "on", "KOOBER_ALERTS"]])
    try await expectSettings(
      on: try TestMachine(), [["experiments", "on", "built-in"], ["alerts", "on", "built-in"]])
  }

  @Test func `A setting that is unset is built in again`() async throws {
    let machine = try TestMachine()
    let path = machine.home.path(of: "config/settings.json")
    for setting in ["alerts", "experiments"] {
      #expect(await machine.run("config", "set", setting, "off").status == 0)
    }

    let unset = await machine.run("config", "unset", "alerts")

    #expect(unset.output == "alerts is on from now on.\n")
    try await expectSettings(
      on: machine, [["experiments", "off", path], ["alerts", "on", "built-in"]])
    #expect(await machine.run("config", "unset", "alerts").status == 0)
    for misspelt in [["set", "alert", "on"], ["unset", "alert"]] {
      let refused = await machine.run(["config"] + misspelt)
      #expect(refused.status == 64)
      #expect(refused.error.contains("Did you mean 'alerts'?"))
    }
  }

  @Test func `A variable that wins over what is set and unset is named`() async throws {
    var machine = try TestMachine()
    machine.environment["KOOBER_ALERTS"] = "off"

    for command in [["set", "alerts", "on"], ["unset", "alerts"]] {
      let outcome = await machine.run(["config"] + command)
      #expect(outcome.output == "alerts is off as long as KOOBER_ALERTS is set.\n")
    }
  }

  @Test(arguments: [#"{"experiments": "of"}"#, #"{"experiments": 1}"#, "{bad"])
  func `Settings that make no sense stop nothing, record nothing and are moved aside`(
    content: String
  ) async throws {
    let machine = try TestMachine()
    let path = machine.home.path(of: "config/settings.json")
    try PrivateFile(path: path).write(Array(content.utf8))

    let status = await machine.run("status")
    let doctor = await machine.run("doctor")
    try await expectSettings(
      on: machine,
      [
        ["experiments", "off", content.contains("of") ? path : "\(path), in doubt"],
        ["alerts", "on", content.contains("of") ? "built-in" : "\(path), in doubt"],
      ])
    let set = await machine.run("config", "set", "experiments", "on")

    #expect(status.status == 0 && status.error.contains(path))
    #expect(doctor.status == 1 && doctor.output.contains("failed  settings: \(path)"))
    #expect(set.status == 0)
    #expect(set.error.contains("\(path).damaged") == !content.contains("of"))
    #expect(await machine.run("doctor").status == 0)
  }

  @Test func `A misspelt key of cloud.json stops what needs the cloud, and is named`() async throws
  {
    try PrivateFile(path: path).write(Array(#"{"cluod": "https://x.example"}"#.utf8))

    let profile = await machine.run("profile")
    let doctor = await machine.run("doctor")

    #expect(profile.status == 78)
    #expect(profile.error.contains("\(path): there is no setting 'cluod'."))
    #expect(profile.error.contains("Did you mean 'cloud'?"))
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("failed  cloud: \(path): there is no setting 'cluod'."))
    #expect(await machine.run("--cloud", "embedded", "places", "search", "opera").status == 0)
  }

  @Test(arguments: [("alerst", "Did you mean 'alerts'?"), ("x", "Known are experiments, alerts.")])
  func `A misspelt key of the settings is named, and what it may have meant is in doubt`(
    key: String, hint: String
  ) async throws {
    let machine = try TestMachine()
    let path = machine.home.path(of: "config/settings.json")
    try PrivateFile(path: path).write(Array(#"{"\#(key)": "off"}"#.utf8))

    let status = await machine.run("status")
    let quiet = await machine.run("status", "--json")
    let doctor = await machine.run("doctor")

    #expect(status.status == 0)
    #expect(status.error.contains("\(path): there is no setting '\(key)'. \(hint)"))
    #expect(status.error.contains("Until it is corrected, experiments is off."))
    #expect(quiet.status == 0 && quiet.error == "")
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("failed  settings: \(path): there is no setting '\(key)'."))
  }

  @Test func `A setting that may have switched the recording off does so`() async throws {
    let machine = try TestMachine()
    let path = machine.home.path(of: "config/settings.json")
    try PrivateFile(path: path).write(Array(#"{"experiment": "off"}"#.utf8))

    try await expectSettings(
      on: machine,
      [["experiments", "off", "\(path), in doubt"], ["alerts", "on", "\(path), in doubt"]])
  }

  @Test func `A variable that is no setting is named and records nothing`() async throws {
    var machine = try TestMachine()
    machine.environment["KOOBER_EXPERIMENTS"] = "no"

    let status = await machine.run("status")

    #expect(status.status == 0 && status.error.contains("KOOBER_EXPERIMENTS: 'no'"))
    try await expectSettings(
      on: machine,
      [["experiments", "off", "KOOBER_EXPERIMENTS"], ["alerts", "on", "built-in"]])
  }

  private func expectSettings(on machine: TestMachine, _ expected: [[String]]) async throws {
    struct Document: Decodable {
      struct Entry: Decodable {
        let name, value, origin: String
      }
      let settings: [Entry]
    }
    let document = try await machine.run("config", "show", "--json").document(Document.self)
    #expect(document.settings.map { [$0.name, $0.value, $0.origin] } == expected)
  }
}
