import Basics
import BasicsTesting
import CoreTesting
import FeatureFlags
import Foundation
import Testing

/// OpenFeature's clients for Python get the same answers as koober, from a server and from a file.
///
/// Version 0.6 of the flagd client, with version 2 of its evaluator, splits by another hash.
@Suite(

  .enabled(
    if: PythonClient.python != nil,
    """
    OpenFeature's clients for Python are not installed; .ci/robustness installs them and runs \
    these tests every night
    """))
struct PythonClientTests {
  private let program: CloudProgram
  private let file: String
  private let definitions: FlagDefinitions

  init() throws {
    program = try CloudProgram()
    let document = GeneratedFlags.document
    file = try program.home.write(document.serialized(), to: "flags.json")
    definitions = try FlagDefinitions(document)
  }

  @Test func `A client of the remote evaluation protocol gets what koober evaluates`() async throws
  {
    let server = try await program.serve("--flags", file, "--rate-limits", "none")
    let requests = GeneratedFlags.requests

    let found = try await PythonClient.evaluate(
      requests, "ofrep", "http://127.0.0.1:\(server.port)")
    _ = await server.end()

    try compare(found, requests)
  }

  @Test func `A client of the protocol uses its default for a flag that chooses nothing`()
    async throws
  {
    let document: JSON = [
      "flags": [
        "old": ["state": "DISABLED", "variants": ["a": true], "defaultVariant": "a"],
        "none": ["state": "ENABLED", "variants": ["a": true]],
      ]
    ]
    let file = try program.home.write(document.serialized(), to: "few.json")
    let server = try await program.serve("--flags", file, "--rate-limits", "none")
    let requests: [JSON] = ["old", "none", "unknown"].map {
      ["key": .string($0), "type": "boolean", "default": false, "context": [:]]
    }

    let found = try await PythonClient.evaluate(
      requests, "ofrep", "http://127.0.0.1:\(server.port)")
    _ = await server.end()

    let definitions = try FlagDefinitions(document)
    #expect(found == requests.map { PythonClient.answer(to: $0, from: definitions) })
    #expect(found.map { $0.object?["reason"] } == ["DISABLED", "DEFAULT", "ERROR"])
  }

  @Test(arguments: [
    (["Authorization", "Bearer s3cret"], true), (["X-API-Key", "s3cret"], true),
    (["X-API-Key", "secret"], false), ([], false),
  ])
  func `A server with a token evaluates for the clients that send it`(
    header: [String], isAllowed: Bool
  ) async throws {
    var guarded = program
    guarded.environment["KOOBER_CLOUD_EVALUATION_TOKEN"] = "s3cret"
    let server = try await guarded.serve("--flags", file, "--rate-limits", "none")
    let requests = Array(GeneratedFlags.requests.prefix(60))

    let found = try await PythonClient.evaluate(
      requests, "ofrep", "http://127.0.0.1:\(server.port)", header)
    _ = await server.end()

    if isAllowed {
      try compare(found, requests)
    } else {
      #expect(found.count == requests.count)
      #expect(found.allSatisfy { $0.object?["errorCode"] == "GENERAL" })
    }
  }

  @Test func `A client that reads the same file gets what koober evaluates`() async throws {
    let requests = GeneratedFlags.requests

    let found = try await PythonClient.evaluate(requests, "flagd", file)

    try compare(found, requests)
  }

  private func compare(_ found: [JSON], _ requests: [JSON]) throws {
    try #require(found.count == requests.count)
    var differences: [String] = []
    for (request, answer) in zip(requests, found) {
      let expected = PythonClient.answer(to: request, from: definitions)
      if answer != expected {
        differences.append(
          "\(request.serialized()): \(answer.serialized()) != \(expected.serialized())")
      }
    }
    #expect(differences.prefix(5) == [])
  }
}

/// Flags and contexts that are made from a seed.
private enum GeneratedFlags {
  private static let types = ["boolean", "string", "integer", "float", "object"]

  /// 250 flags with rules of each kind.
  static let document: JSON = {
    var flags = JSON.Object()
    for index in 0..<250 {
      let variants: JSON =
        switch types[index % 5] {
        case "boolean": ["a": true, "b": false]
        case "string": ["a": .string("A\(index)"), "b": "ü"]
        case "integer": ["a": .number(Double(index)), "b": -3]
        case "float": ["a": .number(Double(index) + 0.5), "b": 0.25]
        default: ["a": ["x": .number(Double(index))], "b": ["y": [1, "z"]]]
        }
      flags["flag-\(index)"] = [
        "state": "ENABLED", "variants": variants, "defaultVariant": index % 2 == 0 ? "a" : "b",
        "targeting": rule(index),
      ]
    }
    return ["flags": .object(flags)]
  }()

  private static func rule(_ index: Int) -> JSON {
    let share = Double(index % 101)
    return switch index / 5 % 10 {
    case 0: [:]
    case 1: ["fractional": [["a", .number(share)], ["b", .number(101 - share)]]]
    case 2:
      ["fractional": [["cat": ["salt", ["var": "city"]]], ["a", 1], ["b", .number(share)]]]
    case 3: ["if": [["==": [["var": "city"], "Lisboa"]], "a", "b"]]
    case 4: ["if": [["starts_with": [["var": "city"], "L"]], "a"]]
    case 5: ["if": [["sem_ver": [["var": "version"], ">=", "1.2.0"]], "b", "a"]]
    case 6: ["if": [["in": [["var": "city"], ["Sydney", "pôr-do-sol"]]], "b", .null]]
    case 7:
      ["if": [["<": [["var": "age"], .number(share)]], "a", ["fractional": [["a"], ["b"]]]]]
    case 8: ["if": [["and": [["var": "vip"], [">": [["var": "age"], 20]]]], "a", "missing"]]
    default:
      ["if": [["ends_with": [["var": "city"], "y"]], "b", ["!": [["var": "vip"]]], "a", "b"]]
    }
  }

  /// Each flag for 12 contexts, and flags that do not exist.
  static let requests: [JSON] = (0..<260).flatMap { index in
    let type = types[index % 5]
    let fallback: JSON =
      switch type {
      case "boolean": false
      case "string": "fallback"
      case "integer": 7
      case "float": 7.5
      default: ["none": 1]
      }
    return (0..<12).map { number -> JSON in
      let seed = index * 12 + number
      var context: JSON.Object = [
        "city": .string(["Lisboa", "Sydney", "pôr-do-sol", "London"][seed % 4]),
        "age": .number(Double(seed % 90)), "vip": .boolean(seed % 3 == 0),
        "version": .string("1.\(seed % 4).0"),
      ]
      if number > 0 { context["targetingKey"] = .string("rider-\(seed)") }
      return [
        "key": .string("flag-\(index)"), "type": .string(type), "default": fallback,
        "context": .object(context),
      ]
    }
  }
}

/// OpenFeature's clients for Python, if this machine has them.
private enum PythonClient {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "python-clients.py").path

  /// The interpreter that has the packages: that of `KOOBER_TEST_PYTHON`, or `python3`.
  static let python: String? = {
    let name = EnvironmentVariables.all["KOOBER_TEST_PYTHON"] ?? "python3"
    let check = """
      import importlib.metadata as m
      import openfeature.contrib.provider.ofrep, openfeature.contrib.provider.flagd
      assert m.version("openfeature-flagd-core").startswith("1.")
      """
    let process = try? Subprocess(name, ["-c", check], output: .null, error: .null)
    return process?.wait() == .exited(0) ? name : nil
  }()

  static func evaluate(
    _ requests: [JSON], _ kind: String, _ source: String, _ header: [String] = []
  ) async throws -> [JSON] {
    let lines = requests.map { $0.serialized() + "\n" }.joined()
    let process = try Subprocess(
      try #require(python), [script, kind, source] + header, input: .bytes(Array(lines.utf8)),
      output: .captured, error: .captured)
    let status = await process.end()
    try #require(status == .exited(0), "\(String(decoding: process.error, as: UTF8.self))")
    return try String(decoding: process.output, as: UTF8.self).split(separator: "\n").map {
      try JSON(parsing: $0.utf8)
    }
  }

  /// What such a client is to find.
  static func answer(to request: JSON, from definitions: FlagDefinitions) -> JSON {
    let members = request.object ?? JSON.Object()
    let key = members["key"]?.text ?? ""
    let context = EvaluationContext(attributes: members["context"]?.object ?? JSON.Object())
    let resolution = definitions.resolve(key, context: context)
    return [
      "value": resolution.value ?? members["default"] ?? .null,
      "variant": resolution.variant.map(JSON.string) ?? .null,
      "reason": .string(resolution.reason.rawValue),
      "errorCode": resolution.errorCode.map { .string($0.rawValue) } ?? .null,
    ]
  }
}
