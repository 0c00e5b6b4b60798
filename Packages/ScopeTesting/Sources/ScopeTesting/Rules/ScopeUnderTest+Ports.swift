import Terminal
import TerminalTesting

/// What a scope sends to its ports, and what it hears from them.
@MainActor extension ScopeUnderTest {
  /// Compares what each maker and command sends with the golden text.
  func violationsOfCalls() async throws -> [String] {
    let text = try await forEachMaker { maker -> String in
      let calls = try await calls(of: maker).map { "  \($0)\n" }.joined()
      return calls.isEmpty ? "" : "\(maker.name)\n" + calls
    }.joined()
    do {
      // A scope that has never sent anything has no text.
      if !text.isEmpty || frames.has(calls) { try frames.check(text, calls) }
      return []
    } catch let error as GoldenFrameError {
      let record = "Record it with RECORD_FRAMES=1 in \(error.path) if it is right now."
      let (expected, actual) = (Self.sections(error.expected ?? ""), Self.sections(error.actual))
      let names = Set(expected.keys).union(actual.keys)
        .filter { expected[$0] != actual[$0] }.sorted()
      guard !names.isEmpty else { return ["The makers send in another order. \(record)"] }
      return names.map {
        "\($0) sends\n\(actual[$0] ?? "  nothing\n")instead of\n\(expected[$0] ?? "  nothing\n")"
          + record
      }
    }
  }

  /// Every change, and each question once: how often something is read is no matter of wiring.
  private func calls(of maker: Maker<Container>) async throws -> [String] {
    let surroundings = try ScopeSurroundings(flags: flags)
    let container = open(try makeParent(surroundings))
    var walk = Walk(maker, on: ScopeStage(container, surroundings), surroundings)
    walk.atEnd = { _ in await settle() }
    try await walk.run()
    let calls = surroundings.ports.calls
    let (reads, changes) = (calls.filter(\.isRead), calls.filter { !$0.isRead })
    return (Set(reads.compactMap(\.text)) + changes.compactMap(\.text)).sorted()
  }

  private static func sections(_ text: String) -> [String: String] {
    var (sections, name): ([String: String], String) = ([:], "")
    for line in text.split(separator: "\n") {
      if line.hasPrefix(" ") {
        sections[name, default: ""] += "\(line)\n"
      } else {
        name = "\(line)"
      }
    }
    return sections
  }

  /// Each event that a maker says it follows changes what is shown, or is asked about.
  func violationsOfFollowing(_ maker: Maker<Container>) async throws -> [String] {
    var violations: [String] = []
    for event in maker.follows {
      let surroundings = try ScopeSurroundings(flags: flags, sendsEvents: true)
      let container = open(try makeParent(surroundings))
      var walk = Walk(maker, on: ScopeStage(container, surroundings), surroundings)
      var isHeard = false
      walk.atEnd = { terminal in
        let ports = surroundings.ports
        await settle()
        let (frame, calls) = (terminal.frame?.text, ports.calls.count)
        try await ports.send(event)
        isHeard = await runOthers { terminal.frame?.text != frame || ports.calls.count > calls }
      }
      do {
        try await walk.run()
      } catch let error where !isHeard && !(error is WalkError) {
        violations.append("\(maker.name) opens no stream of events: \(error)")
        continue
      }
      let name = "\(event)".prefix { $0 != "(" }
      if !isHeard {
        violations.append(
          "\(maker.name) does not follow '\(name)': it shows the same, and asks for nothing.")
      }
    }
    return violations
  }
}
