import BasicsTesting
import Dispatch
import Foundation
import Synchronization

/// Reads what a process writes, line by line, and lets others wait for a line.
final class LineReader: Sendable {
  private struct State {
    var lines: [String] = []
    var hasEnded = false
    var waiting: [(text: String, resume: @Sendable (String?) -> Void)] = []
  }

  private let state = Mutex(State())

  /// Reads on a thread of its own, until the process closes its end.
  init(_ file: FileHandle) {
    TestThread.start { [self] in
      var rest = Data()
      while let bytes = try? file.read(upToCount: 1), let byte = bytes.first {
        guard byte == UInt8(ascii: "\n") else {
          rest.append(byte)
          continue
        }
        add(String(decoding: rest, as: UTF8.self))
        rest = Data()
      }
      end()
    }
  }

  /// Everything that was read so far.
  var text: String { state.withLock { $0.lines.joined(separator: "\n") } }

  /// Returns the first line that contains a text, as soon as there is one; `nil` when none came.
  func line(containing text: String = "") async throws -> String? {
    try await bounded("a line with '\(text)'", rounds: WaitBound.roundsForPrograms) { [self] in
      await withCheckedContinuation { continuation in
        find(text) { continuation.resume(returning: $0) }
      }
    }
  }

  /// Waits for a line that contains a text, and keeps the thread: where a server's time runs, a task
  /// that gives its thread away may get the next one too late.
  func waitForLine(containing text: String) {
    let found = DispatchSemaphore(value: 0)
    find(text) { _ in found.signal() }
    _ = found.wait(timeout: .now() + 30)
  }

  private func find(_ text: String, resume: @escaping @Sendable (String?) -> Void) {
    let found = state.withLock { state -> String?? in
      if let line = state.lines.first(where: { $0.contains(text) || text.isEmpty }) { return line }
      if state.hasEnded { return .some(nil) }
      state.waiting.append((text, resume))
      return nil
    }
    if let found { resume(found) }
  }

  private func add(_ line: String) {
    let fitting = state.withLock { state in
      state.lines.append(line)
      let fits = { (text: String) in text.isEmpty || line.contains(text) }
      let fitting = state.waiting.filter { fits($0.text) }
      state.waiting.removeAll { fits($0.text) }
      return fitting
    }
    for waiting in fitting { waiting.resume(line) }
  }

  private func end() {
    let left = state.withLock { state in
      defer { state.waiting = [] }
      state.hasEnded = true
      return state.waiting
    }
    for waiting in left { waiting.resume(nil) }
  }
}
