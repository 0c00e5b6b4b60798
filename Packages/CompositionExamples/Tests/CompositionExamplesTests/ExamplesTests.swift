import Basics
import Testing

/// All tests that run the compositions, one after another: one of the four shares globals, and the
/// object probe sees the whole program. That the hierarchy needs no such care is part of the proof.
@MainActor
@Suite(.serialized)
struct ExamplesTests {
  /// Runs the program that compares, which was built beside the tests.
  static func runCompositions(_ arguments: [String]) throws -> Subprocess.Outcome {
    let tests = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return try Subprocess.run("\(Files.folder(of: tests))/compositions", arguments)
  }
}
