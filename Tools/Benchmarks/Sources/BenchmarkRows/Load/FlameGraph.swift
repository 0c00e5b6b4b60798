import Basics
import BenchmarkKit
import Glibc

/// Where a program spends its time: `perf` looks at its stacks many times a second, and each function
/// gets a bar above its caller, as wide as the part of the looks that found it.
///
/// Source: B. Gregg, "The Flame Graph", Communications of the ACM 59 (2016), number 6.
final class FlameGraph {
  private let folder: TemporaryFolder
  private let perf: Subprocess

  /// Starts to look at a process, for so many seconds.
  init(of process: Int32, _ seconds: Int) throws {
    folder = try TemporaryFolder()
    perf = try Subprocess(
      "perf",
      [
        "record", "-q", "-F", "997", "--call-graph", "fp", "-p", "\(process)", "-o",
        "\(folder.path)/data", "--", "sleep", "\(seconds)",
      ])
  }

  /// Waits for the end, and writes `profile.folded`, a line for each stack, and `profile.svg`.
  func write(to target: String) throws {
    perf.wait()
    let script = try Subprocess.run(
      "sh",
      [
        "-c", "perf script -i \"$1\" -F comm,ip,sym 2>/dev/null | swift demangle --simplified",
        "sh", "\(folder.path)/data",
      ])
    let stacks = Self.stacks(in: script.outputText)
    guard !stacks.isEmpty else { throw Skipped("perf has seen nothing of the server.") }
    let folded = stacks.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    try Files.replace("\(target)/profile.folded", with: Array(folded.utf8))
    try Files.replace("\(target)/profile.svg", with: Array(Self.svg(of: stacks).utf8))
  }

  /// Counts equal stacks, outermost function first.
  static func stacks(in script: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    var frames: [Substring] = []
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if !frames.isEmpty { counts[frames.reversed().joined(separator: ";"), default: 0] += 1 }
        frames = []
      } else if line.hasPrefix(" ") || line.hasPrefix("\t") {
        // An address, and the name of the function.
        let words = line.drop { $0 == " " || $0 == "\t" }.split(separator: " ", maxSplits: 1)
        frames.append(words.count > 1 ? words[1] : "unknown")
      }
    }
    return counts
  }

  private final class Bar {
    var count = 0
    var callees: [Substring: Bar] = [:]
  }

  static func svg(of stacks: [String: Int]) -> String {
    let root = Bar()
    for (stack, count) in stacks {
      var bar = root
      bar.count += count
      for function in stack.split(separator: ";") {
        let callee = bar.callees[function] ?? Bar()
        bar.callees[function] = callee
        callee.count += count
        bar = callee
      }
    }
    let (width, height) = (1600.0, 16)
    var (bars, depth) = ("", 0)
    func draw(_ bar: Bar, _ name: Substring, x: Double, level: Int) {
      let part = Double(bar.count) / Double(max(1, root.count))
      guard part * width >= 0.5 else { return }
      depth = max(depth, level)
      let label = name.escapedForXML
      let room = Int(part * width / 7)
      bars += """
        <g transform="translate(\(x) \(level * height))"><title>\(label) \
        \(Table.decimal(part * 100, digits: 1)) %</title>
        <rect width="\(part * width)" height="\(height - 1)" fill="hsl(\(30 + name.count % 20) 90% 65%)"/>
        \(room > 3 ? "<text x=\"3\" y=\"11\">\(name.prefix(room).escapedForXML)</text>" : "")</g>

        """
      var x = x
      for (name, callee) in bar.callees.sorted(by: { $0.key < $1.key }) {
        draw(callee, name, x: x, level: level + 1)
        x += Double(callee.count) / Double(max(1, root.count)) * width
      }
    }
    draw(root, "all", x: 0, level: 0)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\((depth + 1) * height)" \
      font-family="monospace" font-size="11">
      \(bars)</svg>

      """
  }
}
