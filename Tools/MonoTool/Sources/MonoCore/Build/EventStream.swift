import Basics

/// Reads the JSON lines that Swift Testing writes with `--event-stream-output-path`.
///
/// Source: the event stream's schema in the Swift Testing repository, "JSON ABI", version 0.
enum EventStream {
  /// The test functions that were started or skipped, in that order.
  static func tests(_ lines: String, root: String) -> [TestCase] {
    var known: [String: JSON] = [:]
    var tests: [String: TestCase] = [:]
    var order: [String] = []
    for line in lines.split(separator: "\n") {
      guard let record = try? JSON.parse(Array(line.utf8)), let content = record["payload"]
      else { continue }
      if record["kind"]?.text == "test" {
        if content["kind"]?.text == "function", let id = content["id"]?.text {
          known[id] = content
        }
        continue
      }
      guard let id = content["testID"]?.text, let test = known[id] else { continue }
      switch content["kind"]?.text {
      case "testStarted", "testSkipped":
        order.append(id)
        tests[id] = testCase(id, test, root: root)
        if content["kind"]?.text == "testSkipped" { tests[id]?.skip(content) }
      case "testCancelled", "testCaseCancelled": tests[id]?.skip(content)
      case "issueRecorded" where isFailure(content):
        if tests[id]?.outcome != .failed { tests[id]?.record(content, root: root) }
      case "testEnded":
        if tests[id]?.outcome == .unfinished { tests[id]?.outcome = .passed }
      default: break
      }
    }
    return order.compactMap { tests[$0] }
  }

  private static func testCase(_ id: String, _ test: JSON, root: String) -> TestCase {
    let place = test["sourceLocation"]
    return TestCase(
      target: String(id.prefix { $0 != "." }),
      name: test["displayName"]?.text ?? test["name"]?.text ?? id, outcome: .unfinished,
      file: TestCase.shortened(place?["_filePath"]?.text ?? "", root: root),
      line: Int(place?["line"]?.double ?? 0), message: "")
  }

  private static func isFailure(_ content: JSON) -> Bool {
    content["issue"]?["isFailure"]?.boolean
      ?? (content["messages"]?.elements?.first?["symbol"]?.text == "fail")
  }
}

extension TestCase {
  /// A test counts as skipped when it, or one of its cases, did not run to its end on purpose.
  fileprivate mutating func skip(_ content: JSON) {
    guard outcome == .unfinished else { return }
    outcome = .skipped
    message = content["_comments"]?.elements?.first?.text ?? "no reason is given"
  }

  fileprivate mutating func record(_ content: JSON, root: String) {
    outcome = .failed
    message = content["messages"]?.elements?.first?["text"]?.text ?? ""
    guard let place = content["issue"]?["sourceLocation"] else { return }
    file = Self.shortened(place["_filePath"]?.text ?? file, root: root)
    line = Int(place["line"]?.double ?? 0)
  }

  static func shortened(_ path: String, root: String) -> String {
    Path.isInside(path, root) ? String(path.dropFirst(root.count + 1)) : path
  }
}
