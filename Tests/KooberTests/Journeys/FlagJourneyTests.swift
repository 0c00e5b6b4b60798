import Basics
import FeatureFlags
import Terminal
import TerminalTesting
import Testing

@testable import koober

/// Which variant of a flag a rider meets, and who decides it.
@MainActor
struct FlagJourneyTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `A mistyped flag is suggested`() async {
    let choice = await machine.run("--flag", "dropoff-rankin=match", "places", "search", "opera")

    #expect(choice.status == 64)
    #expect(choice.error.contains("Did you mean 'dropoff-ranking'?"))
  }

  @Test func `Every variant has an implementation and every implementation a variant`() throws {
    for definitions in try FlagLevels.builtIn() {
      let registry = [Feature].all.registry(of: definitions.keys)
      let substituted = [Feature].all.substitutions.map(\.flag)
      #expect(definitions.keys.filter(substituted.contains) == definitions.keys)
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

    try machine.define(flag, targeting: #"{"if": [true, "nearness"]}"#)
    #expect(try await explain(flag) == "cloud nearness")

    _ = await machine.run("flags", "set", flag, "match")
    #expect(try await explain(flag) == "user match")
    #expect(try await explain(flag, "--flag", "\(flag)=nearness") == "--flag nearness")

    _ = await machine.run("flags", "unset", flag)
    #expect(try await explain(flag) == "cloud nearness")
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

  private struct Explanation: Decodable {
    let variant: String
    let origin: String
  }

  private func explain(_ flag: String, _ options: String...) async throws -> String {
    let explanation = try await machine.run(["flags", "explain", flag, "--json"] + options)
      .document(Explanation.self)
    return "\(explanation.origin) \(explanation.variant)"
  }
}
