import Basics
import FeatureFlags
import Synchronization
import Testing

/// A server and a client of the remote evaluation protocol, connected without a network.
struct OFREPProviderTests {
  private static let document = """
    {"metadata": {"set": "test"}, "flags": {
      "on": {"state": "ENABLED", "variants": {"a": true, "b": false}, "defaultVariant": "a"},
      "off": {"state": "DISABLED", "variants": {"a": true}, "defaultVariant": "a"},
      "none": {"state": "ENABLED", "variants": {"a": true}},
      "number": {"state": "ENABLED", "variants": {"a": 10, "b": 2.5}, "defaultVariant": "a",
        "metadata": {"owner": "ada"}, "targeting": {"if": [{"var": "vip"}, "b"]}},
      "object": {"state": "ENABLED", "variants": {"a": {"x": [1]}}, "defaultVariant": "a"},
      "split": {"state": "ENABLED", "variants": {"x": "x", "y": "y"}, "defaultVariant": "x",
        "targeting": {"fractional": [["x", 1], ["y", 1]]}},
      "broken": {"state": "ENABLED", "variants": {"a": 1}, "targeting": {"nonsense": [1]}},
      "lost": {"state": "ENABLED", "variants": {"a": 1}, "targeting": {"if": [true, "z"]}}
    }}
    """

  private static let contexts = [
    EvaluationContext(), EvaluationContext(targetingKey: "rider-1"),
    EvaluationContext(targetingKey: "rider-4", attributes: ["vip": true]),
  ]

  private let definitions: FlagDefinitions
  private let server: Server
  private let provider: OFREPProvider

  init() throws {
    definitions = try FlagDefinitions(parsing: Self.document.utf8)
    server = Server(definitions)
    provider = OFREPProvider(transport: server)
  }

  @Test(arguments: contexts)
  func `A remote evaluation gives what the definitions give`(context: EvaluationContext)
    async throws
  {
    #expect(await provider.refresh(for: context) == .updated)

    for key in definitions.keys + ["unknown"] {
      for type in FlagType.allCases {
        let local = definitions.resolve(key, as: type, context: context)
        #expect(provider.resolve(key, as: type, context: context) == local)
        #expect(try await provider.evaluate(key, as: type, context: context) == local)
      }
    }
  }

  @Test(arguments: ["on", "off", "none", "number", "object", "split"])
  func `An evaluation without an error has a variant and a reason, as clients expect`(
    key: String
  ) throws {
    let document = OFREPEvaluator(definitions).evaluate(key, [:]).document.object

    #expect(document?["variant"]?.text != nil)
    #expect(document?["reason"]?.text != nil)
    // A client takes its own default only where the value is left out.
    #expect((document?["value"] == nil) == ["off", "none"].contains(key))
  }

  @Test func `Evaluations that have not changed are not sent again`() async {
    let context = Self.contexts[1]
    #expect(await provider.refresh(for: context) == .updated)

    #expect(await provider.refresh(for: context) == .unchanged)
    #expect(server.lastStatus == 304)
    #expect(await provider.refresh(for: Self.contexts[2]) == .updated)
  }

  @Test func `Nothing is answered for a context that was not evaluated`() async {
    let before = provider.resolve("on", as: .boolean, context: EvaluationContext())
    _ = await provider.refresh(for: Self.contexts[1])
    let other = provider.resolve("on", as: .boolean, context: Self.contexts[2])

    #expect(before.errorCode == .providerNotReady)
    #expect(other.errorCode == .providerNotReady)
  }

  @Test(arguments: [
    (401, OFREPError.notPermitted), (403, .notPermitted), (500, .unintelligible(status: 500)),
    (429, .tooManyRequests(retryAfterSeconds: 7)), (200, .unintelligible(status: 200)),
  ])
  func `A failure leaves the last evaluations`(status: Int, error: OFREPError) async {
    _ = await provider.refresh(for: EvaluationContext())
    server.fail(with: OFREPResponse(status: status, body: [], retryAfterSeconds: 7))

    #expect(await provider.refresh(for: EvaluationContext()) == .failed(error))

    #expect(provider.value(of: "on", default: false))
    await #expect(throws: error) {
      try await provider.evaluate("on", as: .boolean, context: EvaluationContext())
    }
  }

  @Test(arguments: ["[]", "1", #"{"context": 1}"#, #"{"context": null}"#, ""])
  func `A body without a context object is refused`(body: String) {
    let evaluator = OFREPEvaluator(definitions)
    let request = try? JSON(parsing: body.utf8)

    let one = evaluator.evaluate("on", request)
    let all = evaluator.evaluateAll(request)

    #expect(one.status == 400)
    #expect(one.document.object?["errorCode"] == "INVALID_CONTEXT")
    #expect(one.document.object?["key"] == "on")
    #expect(all.status == 400)
    #expect(all.document.object?["errorCode"] == "INVALID_CONTEXT")
  }
}

/// Answers as a server does, or fails.
private final class Server: OFREPTransport {
  private struct State {
    var failure: OFREPResponse?
    var lastStatus = 0
  }

  private let evaluator: OFREPEvaluator
  private let state = Mutex(State())

  init(_ definitions: FlagDefinitions) {
    evaluator = OFREPEvaluator(definitions)
  }

  var lastStatus: Int { state.withLock { $0.lastStatus } }

  func fail(with response: OFREPResponse) { state.withLock { $0.failure = response } }

  func post(_ request: OFREPRequest) throws(OFREPError) -> OFREPResponse {
    if let failure = state.withLock({ $0.failure }) { return failure }
    let body = try? JSON(parsing: request.body)
    let response =
      request.path.count == 5
      ? evaluator.evaluate(request.path[4], body) : evaluator.evaluateAll(body)
    let content = Array(response.document.serialized().utf8)
    let tag = "\"\(response.document.hashValue)\""
    let isSame = request.entityTag == tag
    state.withLock { $0.lastStatus = isSame ? 304 : response.status }
    return OFREPResponse(
      status: isSame ? 304 : response.status, body: isSame ? [] : content, entityTag: tag)
  }
}
