import Basics

/// The result of one test function.
struct TestCase: Sendable, Equatable, Encodable {
  enum Outcome: String, Sendable, Encodable {
    case passed, failed, skipped
    /// It crashed, or was running when another one did.
    case unfinished
  }

  /// The module that holds it.
  let target: String
  let name: String
  var outcome = Outcome.unfinished
  /// The file, relative to the repository's root when it is inside, and the line.
  var place: String
  /// The first thing that went wrong, or the reason why it was skipped.
  var message: String

  var text: String { "\(place): \(target) '\(name)' \(outcome.rawValue): \(message)" }

  /// A test counts as skipped when it, or one of its cases, did not run to its end on purpose.
  fileprivate mutating func end(_ outcome: Outcome, _ message: String?) {
    guard self.outcome == .unfinished else { return }
    (self.outcome, self.message) = (outcome, message ?? "no reason is given")
  }
}

/// Reads the JSON lines that Swift Testing writes with `--event-stream-output-path`.
///
/// Source: the event stream's schema in the Swift Testing repository, "JSON ABI", version 0.
enum TestEvents {
  /// The test functions that were started or skipped, in that order.
  ///
  /// - Parameter unfinished: What is said of those that did not end.
  static func tests(_ lines: String, root: String, unfinished: String) -> [TestCase] {
    var known: [String: TestCase] = [:]
    var order: [String] = []
    for line in lines.split(separator: "\n") {
      guard let content = (try? JSON.parse(Array(line.utf8)))?["payload"] else { continue }
      let kind = content["kind"]?.text
      if kind == "function", let id = content["id"]?.text {
        known[id] = TestCase(
          target: String(id.prefix { $0 != "." }),
          name: content["displayName"]?.text ?? content["name"]?.text ?? id,
          place: place(content["sourceLocation"], root: root), message: unfinished)
      }
      guard let id = content["testID"]?.text else { continue }
      if kind == "testStarted" || kind == "testSkipped" { order.append(id) }
      switch kind {
      case "testSkipped", "testCancelled", "testCaseCancelled":
        known[id]?.end(.skipped, content["_comments"].texts.first)
      case "testEnded": known[id]?.end(.passed, "")
      case "issueRecorded":
        let (message, issue) = (content["messages"].list.first, content["issue"])
        guard issue?["isFailure"]?.boolean ?? (message?["symbol"]?.text == "fail"),
          known[id]?.outcome != .failed
        else { continue }
        known[id]?.outcome = .failed
        known[id]?.message = message?["text"]?.text ?? ""
        guard let source = issue?["sourceLocation"] else { continue }
        known[id]?.place = place(source, root: root)
      default: break
      }
    }
    return order.compactMap { known[$0] }
  }

  private static func place(_ source: JSON?, root: String) -> String {
    let path = source?["_filePath"]?.text ?? ""
    let file = Path.isInside(path, root) ? String(path.dropFirst(root.count + 1)) : path
    return "\(file):\(Int(source?["line"]?.double ?? 0))"
  }
}
