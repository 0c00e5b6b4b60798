import FeatureFlags
import Synchronization
import Testing

struct FeatureClientTests {
  private struct Refusal: Error {}

  /// A list that hooks write to.
  private final class Journal: Sendable {
    private let recorded = Mutex<[String]>([])

    var entries: [String] { recorded.withLock { $0 } }

    func add(_ entry: String) {
      recorded.withLock { $0.append(entry) }
    }
  }

  private struct JournalHook: EvaluationHook {
    let name: String
    let journal: Journal
    var addition: JSONObject?
    var failsBefore = false
    var failsAfter = false

    func before(_ context: HookContext, hints: JSONObject) throws -> EvaluationContext? {
      journal.add("\(name) before \(context.evaluationContext.attributes["tier"]?.text ?? "-")")
      if failsBefore { throw Refusal() }
      return addition.map { EvaluationContext(attributes: $0) }
    }

    func after(
      _ context: HookContext, details: EvaluationDetails<JSONValue>, hints: JSONObject
    ) throws {
      journal.add("\(name) after \(details.variant ?? "-")")
      if failsAfter { throw Refusal() }
    }

    func error(_ context: HookContext, error: any Error, hints: JSONObject) {
      journal.add("\(name) error \(error)")
    }

    func finally(
      _ context: HookContext, details: EvaluationDetails<JSONValue>, hints: JSONObject
    ) {
      journal.add("\(name) finally \(details.reason.rawValue) \(hints["h"]?.serialized ?? "-")")
    }
  }

  private struct HookedProvider: FeatureProvider {
    let definitions: FlagDefinitions
    let hooks: [any EvaluationHook]
    var name: String { "hooked" }

    func resolve(
      _ key: String, as type: FlagType, context: EvaluationContext
    ) -> FlagResolution {
      definitions.resolve(key, as: type, context: context)
    }
  }

  private let journal = Journal()

  private func definitions() throws -> FlagDefinitions {
    try FlagDefinitions(
      json: """
        {"flags": {"ui": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "b",
          "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "a"]}}}}
        """)
  }

  private func client(
    _ hook: JournalHook? = nil, context: JSONObject = [:]
  ) throws -> FeatureClient {
    let provider = HookedProvider(
      definitions: try definitions(), hooks: [JournalHook(name: "provider", journal: journal)])
    return FeatureClient(
      provider: provider, name: "rides", context: EvaluationContext(attributes: context),
      hooks: [hook ?? JournalHook(name: "client", journal: journal)])
  }

  @Test func `Hooks run in order before, and in the opposite order after and at the end`() throws {
    let details = try client().details(
      for: "ui", default: 0, hooks: [JournalHook(name: "call", journal: journal)],
      hints: ["h": 1])

    #expect(details.variant == "b")
    #expect(
      journal.entries == [
        "client before -", "call before -", "provider before -", "provider after b",
        "call after b", "client after b", "provider finally DEFAULT 1", "call finally DEFAULT 1",
        "client finally DEFAULT 1",
      ])
  }

  @Test func `What a hook adds to the context counts, for later hooks too`() throws {
    let hook = JournalHook(name: "client", journal: journal, addition: ["tier": "gold"])

    let details = try client(hook).details(for: "ui", default: 0)

    #expect(details.variant == "a")
    #expect(journal.entries[1] == "provider before gold")
  }

  @Test func `The caller's context wins over the client's`() throws {
    let client = try client(context: ["tier": "silver", "x": 1])

    #expect(
      client.value(of: "ui", default: 0, context: EvaluationContext(attributes: ["tier": "gold"]))
        == 1)
  }

  @Test func `An evaluation that fails runs the error hooks`() throws {
    let details = try client().details(for: "gone", default: 7)

    #expect(details.value == 7)
    #expect(details.errorCode == .flagNotFound)
    #expect(
      journal.entries == [
        "client before -", "provider before -", "provider error flagNotFound",
        "client error flagNotFound", "provider finally ERROR -", "client finally ERROR -",
      ])
  }

  @Test(arguments: [true, false])
  func `A hook that fails makes the evaluation an error, never a trap`(isBefore: Bool) throws {
    let hook = JournalHook(
      name: "client", journal: journal, failsBefore: isBefore, failsAfter: !isBefore)

    let details = try client(hook).details(for: "ui", default: 7)

    #expect(details.value == 7)
    #expect(details.variant == nil)
    #expect(details.reason == .error)
    #expect(details.errorCode == .general)
    #expect(journal.entries.filter { $0.hasSuffix("error Refusal()") }.count == 2)
    #expect(journal.entries.suffix(2) == ["provider finally ERROR -", "client finally ERROR -"])
  }

  @Test func `Without hooks the provider's answer is handed out`() throws {
    let client = FeatureClient(provider: try definitions())

    #expect(
      client.details(for: "ui", default: 0) == (try definitions().details(for: "ui", default: 0)))
  }
}
