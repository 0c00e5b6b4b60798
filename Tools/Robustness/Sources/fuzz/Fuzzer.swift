import Basics
import Foundation
import Mutation
import RobustnessKit

/// Creates inputs for targets in turn, and keeps those that break one.
final class Fuzzer: Sendable {
  let limits: Limits
  let targets: [Target]
  private let mutators: [Mutator]
  private let seed: UInt64
  private let findings: String
  private let folder: TemporaryFolder
  private let sandboxes: [Sandbox]

  init(targets: [Target], options: ToolOptions) throws {
    self.targets = targets
    seed = options.seed
    findings = options["--findings"] ?? "."
    let limits = Limits(sources: ["\(options.root)/Packages", "\(options.root)/Apps"])
    self.limits = limits
    let corpus = options["--corpus"] ?? "."
    mutators = try targets.map { target in
      let folder = "\(corpus)/\(target.name)"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      return Mutator(seeds: try names.map { try Files.read("\(folder)/\($0)") }, limits: limits)
    }
    folder = try TemporaryFolder()
    let template = try Sandbox.makeTemplate(programs: options.programs, in: folder)
    sandboxes = try (0..<options.jobs).map { _ in
      try Sandbox(programs: options.programs, template: template)
    }
  }

  /// The seeds and limits of all targets, one of each target after the other.
  func cases(every: Int) -> [(target: Int, inputCase: InputCase)] {
    interleaved(
      mutators.enumerated().map { index, mutator in
        mutator.cases(every: every).map { (target: index, inputCase: $0) }
      })
  }

  /// Creates the input of a case and returns how it breaks its target.
  func run(_ inputCase: InputCase, target index: Int, job: Int) throws -> String? {
    let target = targets[index]
    var random = SplitMix64(seed: seed, of: "\(target.name) \(inputCase)")
    let input = mutators[index].input(of: inputCase, using: &random)
    guard let problem = try problem(of: input, for: target, job: job) else { return nil }
    let smallest = try Minimizer.minimize(input) {
      try self.problem(of: $0, for: target, job: job).map(Self.kind) == Self.kind(problem)
    }
    let file = "\(findings)/\(target.name)-\(seed)-\(inputCase)"
    try Data(smallest).write(to: URL(filePath: file))
    return """
      \(target.name): \(problem)
        Input: \(String(reflecting: String(decoding: smallest.prefix(200), as: UTF8.self)))
        Again: Tools/fuzz --target \(target.name) --input \(file)
        Before it was made smaller: --target \(target.name) --seed \(seed) --trial \(inputCase)
      """
  }

  /// Returns how an input breaks a target.
  func problem(of input: [UInt8], for target: Target, job: Int) throws -> String? {
    try sandboxes[job].reset()
    return try target.problem(input, sandboxes[job])
  }

  /// The part of a problem that stays the same when an input is made smaller.
  private static func kind(_ problem: String) -> Substring { problem.prefix { $0 != ":" } }
}
