import Basics
import Core
import FoundationEssentials
import Testing

@testable import Cloud

/// The cloud as a server of OpenFeature's remote evaluation protocol.
struct RemoteEvaluationTests {
  private let cloud = TestCloud()
  private let router: CloudRouter

  init() {
    router = CloudContainer(dependencies: cloud).makeRouter()
  }

  private func publish() async throws {
    let document = """
      {"metadata": {"team": "rides"}, "flags": {
        "surge": {"state": "ENABLED", "variants": {"on": true, "off": false},
          "defaultVariant": "off", "targeting": {"if": [{"var": "vip"}, "on"]}},
        "old": {"state": "DISABLED", "variants": {"on": true}, "defaultVariant": "on"}}}
      """
    _ = try await CloudContainer(dependencies: cloud).makeFlagPublisher()
      .publish(Array(document.utf8), by: "ada", message: "x")
  }

  private func post(
    _ body: String?, key: String? = nil, _ condition: RequestCondition? = nil,
    token: String? = nil, to router: CloudRouter? = nil
  ) async throws -> (status: Int, document: JSON?, tag: String?) {
    let router = router ?? self.router
    let response = try await router.respond(
      to: CloudRequest(
        method: .post, path: ["ofrep", "v1", "evaluate", "flags"] + (key.map { [$0] } ?? []),
        token: token.map { Secret($0) }, condition: condition, body: body.map { Data($0.utf8) }))
    return (response.status, try? JSON(parsing: response.body), response.entityTag)
  }

  @Test func `A flag is evaluated for the context that was sent`() async throws {
    try await publish()

    let vip = try await post(#"{"context": {"vip": true}}"#, key: "surge")
    let other = try await post(#"{"context": {}}"#, key: "surge")
    let disabled = try await post("{}", key: "old")

    #expect(vip.status == 200)
    #expect(vip.tag == nil)
    #expect(
      vip.document == [
        "key": "surge", "value": true, "variant": "on", "reason": "TARGETING_MATCH",
        "metadata": ["team": "rides"],
      ])
    #expect(other.document?.object?["value"] == false)
    #expect(other.document?.object?["reason"] == "DEFAULT")
    #expect(
      disabled.document == [
        "key": "old", "variant": "", "reason": "DISABLED", "metadata": ["team": "rides"],
      ])
  }

  @Test func `The flags of a request share a budget of work`() async throws {
    let flags = (10...29).map { number in
      """
      "f\(number)": {"state": "ENABLED", "variants": {"on": true, "off": false},
        "defaultVariant": "off",
        "targeting": {"if": [{"some": [{"var": "groups"}, {"==": [{"var": ""}, "x"]}]}, "on"]}}
      """
    }
    let fixed = #""z": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}"#
    let document = #"{"flags": {\#((flags + [fixed]).joined(separator: ","))}}"#
    _ = try await CloudContainer(dependencies: cloud).makeFlagPublisher()
      .publish(Array(document.utf8), by: "ada", message: "x")
    let groups = Array(repeating: #""g""#, count: 10_000).joined(separator: ",")
    let context = #"{"context": {"groups": [\#(groups)]}}"#

    let all = try await post(context)
    let last = try await post(context, key: "f29")

    let results = try #require(all.document?.object?["flags"]?.elements).compactMap(\.object)
    let codes = results.map { $0["errorCode"]?.text }
    let exhausted = try #require(codes.firstIndex { $0 != nil })
    #expect(all.status == 200)
    #expect(results.count == 21)
    #expect((1..<20).contains(exhausted))
    #expect(codes[..<exhausted].allSatisfy { $0 == nil })
    #expect(codes[exhausted..<20].allSatisfy { $0 == "GENERAL" })
    #expect(results[20]["value"] == true)
    #expect(last.status == 200)
  }

  @Test func `A flag that does not exist and a body that is no context are errors`() async throws {
    try await publish()

    let unknown = try await post("{}", key: "unknown")
    let malformed = try await post("{", key: "surge")
    let missing = try await post(nil)

    #expect(unknown.status == 404)
    #expect(unknown.document?.object?["errorCode"] == "FLAG_NOT_FOUND")
    #expect(malformed.status == 400)
    #expect(malformed.document?.object?["errorCode"] == "INVALID_CONTEXT")
    #expect(missing.status == 400)
  }

  @Test func `All flags are evaluated once as long as nothing changes`() async throws {
    try await publish()

    let first = try await post(#"{"context": {"vip": true}}"#)
    let tag = try #require(first.tag)
    let same = try await post(#"{"context": {"vip": true}}"#, .noneMatch(tag))
    let other = try await post(#"{"context": {"vip": false}}"#, .noneMatch(tag))

    #expect(first.status == 200)
    let keys = first.document?.object?["flags"]?.elements?.map { $0.object?["key"] }
    #expect(keys == ["old", "surge"])
    #expect(first.document?.object?["metadata"] == ["team": "rides"])
    #expect(same.status == 304)
    #expect(same.document == nil)
    #expect(other.status == 200)
  }

  @Test(arguments: [nil, "surge", "unknown"])
  func `A server with a token evaluates only for those who send it`(key: String?) async throws {
    try await publish()
    var other = TestCloud(database: cloud.database)
    other.evaluationToken = Secret("s3cret")
    let guarded = CloudContainer(dependencies: other).makeRouter()
    let found = key == "unknown" ? 404 : 200

    let without = try await post("{}", key: key, to: guarded)
    let wrong = try await post("{}", key: key, token: "secret", to: guarded)
    let right = try await post("{}", key: key, token: "s3cret", to: guarded)
    let needless = try await post("{}", key: key, token: "secret")

    #expect(without.status == 401)
    #expect(wrong.status == 403)
    for answer in [without, wrong] {
      #expect(answer.document?.object?["errorCode"] == "GENERAL")
      #expect(answer.document?.object?["key"] == key.map(JSON.string))
      #expect(answer.document?.object?["value"] == nil)
    }
    #expect(right.status == found)
    #expect(needless.status == found)
    let definitions = try await guarded.respond(to: CloudRequest(method: .get, path: ["flags"]))
    #expect(definitions.status == 200)
  }
}
