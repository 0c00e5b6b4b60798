import Basics
import BenchmarkKit

/// Runs of `wrk`, which sends requests faster than any server here answers them.
struct Wrk {
  let script: String
  /// The file of riders; see the script.
  let riders: String
  let seconds: Int

  /// Sends requests of a kind and returns what their clients have seen.
  func run(_ kind: String, at url: String, connections: Int) throws -> Load {
    let threads = min(connections, 2)
    let outcome = try Subprocess.run(
      "wrk",
      [
        "-t\(threads)", "-c\(connections)", "-d\(seconds)s", "--timeout", "30s", "-s", script, url,
        "--", kind, riders, "\(threads)",
      ])
    let line = outcome.outputText.split(separator: "\n").last { $0.hasPrefix("RESULT") }
    let numbers = line?.split(separator: " ").dropFirst().compactMap { Double($0) } ?? []
    guard numbers.count == 5, numbers[1] > 0 else {
      throw Skipped("wrk measured nothing: \(outcome.outputText) \(outcome.errorText)")
    }
    return Load(
      perSecond: numbers[0] / (numbers[1] / 1e6), median: numbers[2] / 1e6,
      percentile99: numbers[3] / 1e6, errors: Int(numbers[4]))
  }
}
