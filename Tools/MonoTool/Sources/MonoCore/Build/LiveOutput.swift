import Basics
import Synchronization

/// Passes on the lines of a build or of tests while they are written.
struct LiveOutput: Sendable {
  /// What stands before each line: the package, or the test target that it is about; nothing when
  /// only one runs.
  let source: String?
  let output: @Sendable (String) -> Void

  var write: @Sendable (String) -> Void { { write($0, of: nil) } }

  /// - Parameter target: The target that the line is about, when that is known.
  func write(_ line: String, of target: String?) {
    output(source.map { "\(target ?? $0): \(line)" } ?? line)
  }
}

/// Cuts what a program has written so far into lines, each of which is passed on once.
final class LineCutter: Sendable {
  private let passed = Mutex((output: 0, error: 0))
  private let write: @Sendable (String) -> Void

  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// - Parameter isWhole: Whether nothing follows, so that a last line may have no end.
  func look(at process: Subprocess, isWhole: Bool) {
    passed.withLock { passed in
      cut(process.output, &passed.output, isWhole)
      cut(process.error, &passed.error, isWhole)
    }
  }

  private func cut(_ bytes: [UInt8], _ passed: inout Int, _ isWhole: Bool) {
    let rest = bytes[passed...]
    let end = isWhole ? rest.endIndex : rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
    guard let end, end > passed else { return }
    for line in bytes[passed..<end].split(separator: UInt8(ascii: "\n")) {
      write(String(decoding: line, as: UTF8.self))
    }
    passed = end
  }
}

/// Tells which test target a line of a test run is about.
final class TestLineSources: Sendable {
  /// The targets that have a test or suite of a name; by the name as it is printed.
  private let targets = Mutex<[String: Set<String>]>([:])
  private let events: String
  private let targetOfClass: @Sendable (String) -> String?

  /// - Parameters:
  ///   - events: The file of Swift Testing's event stream.
  ///   - targetOfClass: The target that has a class of XCTest.
  init(events: String, targetOfClass: @escaping @Sendable (String) -> String?) {
    self.events = events
    self.targetOfClass = targetOfClass
  }

  /// The target; `nil` for a line that names no test, or one that several targets have.
  func target(of line: String) -> String? {
    let type = line[...].between("Test Case '", ".").map(String.init)
    guard let name = type ?? Self.test(in: line) else { return nil }
    return targets.withLock { targets in
      if targets[name] == nil {
        if let type {
          targets[name] = targetOfClass(type).map { [$0] } ?? []
        } else {
          targets.merge(EventStream.targets(Files.text(events) ?? "")) { $0.union($1) }
        }
      }
      let found = targets[name] ?? []
      return found.count == 1 ? found.first : nil
    }
  }

  /// The name in lines such as `✔ Test "Two riders" passed after 0.1 seconds.`
  static func test(in line: String) -> String? {
    guard let start = line.firstRange(of: " Test ") ?? line.firstRange(of: " Suite ") else {
      return nil
    }
    let rest = line[start.upperBound...]
    let ends = [" started", " passed", " failed", " recorded", " skipped"].compactMap {
      rest.firstRange(of: $0)?.lowerBound
    }
    guard let end = ends.min() else { return nil }
    let name = rest[..<end]
    return name.first == "\"" && name.last == "\"" && name.count > 1
      ? String(name.dropFirst().dropLast()) : String(name)
  }
}
