import Basics
import BenchmarkKit
import FeatureFlags
import FoundationEssentials

extension Rows {
  static let flags = [staticFlag, targetedFlag, scopedFlag, batchLine, batch]

  private static let staticFlag = Benchmark.paired(
    "evaluate a static flag", target: "≤ 200 ns (5 million/s), 0 allocations",
    prepare: { _ in try FlagFixture() }, floor: { $0.sink.value = $0.variants["static"] },
    work: { $0.sink.value = $0.flags.value(of: "static", default: false, context: $0.context) })

  private static let targetedFlag = Benchmark.paired(
    "evaluate a flag with targeting and a split", target: "≤ 1000 ns (1 million/s)",
    prepare: { _ in try FlagFixture() }, floor: { $0.sink.value = $0.splitKey.hashValue & 1 == 0 },
    work: { $0.sink.value = $0.flags.value(of: "split", default: false, context: $0.context) })

  private static let scopedFlag = Benchmark.paired(
    "evaluate a static flag through a scope's five levels", target: "no promise",
    prepare: { _ in try FlagFixture() }, floor: { $0.sink.value = $0.variants["static"] },
    work: { $0.sink.value = $0.scope.value(of: "static", default: false) })

  private static let batchLine = Benchmark.paired(
    "answer a line of a batch", target: "≤ 10 µs (100 000/s)", prepare: { _ in try FlagFixture() },
    floor: { $0.answers.value = Array($0.line) },
    work: { fixture in
      var answer: [UInt8] = []
      fixture.batch.answer(fixture.line[...], into: &answer)
      fixture.answers.value = answer
    })

  private static let batch = Benchmark.pairedRuns(
    "koober-cloud flags evaluate --batch, 100 000 lines", target: "≤ 1 s (100 000/s)",
    prepare: { try BatchFixture(count: min(100_000, $0.largestSize)) }, prepareRun: { _ in },
    floor: { fixture, _ in try fixture.copy.run() },
    work: { fixture, _ in try fixture.evaluation.run() })
}

/// Definitions with a static flag and one with targeting and a split.
enum FlagDocuments {
  static let small = Array(
    #"""
    {"flags": {
      "static": {"state": "ENABLED", "defaultVariant": "on", "variants": {"on": true, "off": false}},
      "split": {"state": "ENABLED", "defaultVariant": "off", "variants": {"on": true, "off": false},
        "targeting": {"if": [
          {"in": [{"var": "country"}, ["AU", "NZ"]]},
          {"fractional": [["on", 10], ["off", 90]]}, "off"]}}}}
    """#.utf8)

  static func many(_ count: Int) -> [UInt8] {
    let flags = (0..<count).map { number in
      #""flag-\#(number)": {"state": "ENABLED", "defaultVariant": "on", "variants": {"on": true}}"#
    }
    return Array("{\"flags\": {\(flags.joined(separator: ","))}}".utf8)
  }

  static let line = Array(
    #"""
    {"key": "split", "type": "boolean", "default": false, "context": \#
    {"targetingKey": "rider-42", "country": "AU"}}
    """#.utf8)
}

private struct FlagFixture {
  let flags: FlagDefinitions
  let batch: FlagBatch
  let scope: FlagScope
  let context = EvaluationContext(targetingKey: "rider-42", attributes: ["country": "AU"])
  let line = FlagDocuments.line
  let variants = ["static": true, "split": false]
  let splitKey = "splitrider-42"
  let sink = Sink<Bool>()
  let answers = Sink<[UInt8]>()

  init() throws {
    flags = try FlagDefinitions(parsing: FlagDocuments.small)
    batch = FlagBatch(flags)
    scope = FlagScope(
      flags: LayeredProvider([
        FlagLevel("--flag", overrides: FlagOverrides()),
        FlagLevel("KOOBER_FLAGS", overrides: FlagOverrides()),
        FlagLevel("user", overrides: FlagOverrides()),
        FlagLevel("cloud", definitions: FlagDefinitions.empty),
        FlagLevel("built-in", definitions: flags),
      ]), context: context)
  }
}

/// The batch as programs run it: `koober`, and the program that copies the lines.
private struct BatchFixture {
  let evaluation: ProgramRun
  let copy: ProgramRun
  private let folder: TemporaryFolder

  init(count: Int) throws {
    folder = try TemporaryFolder()
    let program = try ProgramRun.path(in: "KOOBER_CLOUD_PROGRAM")
    let flags = try folder.write(FlagDocuments.small, to: "flags.json")
    let line = FlagDocuments.line + [UInt8(ascii: "\n")]
    let input = try folder.write(repeatElement(line, count: count).joined(), to: "lines")
    let output = "\(folder.path)/output"
    evaluation = ProgramRun(
      arguments: [program, "flags", "evaluate", "--batch", "--flags", flags], input: input,
      output: output, environment: ["KOOBER_HOME": "\(folder.path)/home"])
    copy = ProgramRun(
      arguments: ["cat"], input: input, output: output, environment: ["PATH": "/usr/bin:/bin"])
  }
}
