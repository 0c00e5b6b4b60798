import Foundation
import RobustnessKit

/// The problems of the files of a home after a fault.
struct Soundness {
  let home: String
  /// Where the streams of the programs that look at them are kept.
  let folder: String

  func problems() throws -> [String] {
    var problems: [String] = []
    let names = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
    for name in names.sorted() {
      let path = "\(home)/\(name)"
      if name.hasSuffix(".sqlite") { problems += try database(path) }
      if name.hasSuffix(".json") {
        let text = try Data(contentsOf: URL(filePath: path))
        if (try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)) == nil {
          problems.append("\(name) is no JSON: \(String(decoding: text.prefix(80), as: UTF8.self))")
        }
      }
    }
    return problems
  }

  private func database(_ path: String) throws -> [String] {
    let outcome = try ProgramRun.run(
      "/usr/bin/sqlite3",
      [path, "PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA quick_check;"],
      environment: [:], folder: folder)
    let answer = String(decoding: outcome.output, as: UTF8.self)
    guard outcome.status == 0, answer == "ok\nok\n" else {
      return ["\(path) is damaged: \(answer)\(outcome.errorText)"]
    }
    return []
  }
}

extension Outcome {
  /// The statuses that a command may end with, see `koober help exit-codes`.
  private static let known: Set<Int32> = [0, 1, 65, 66, 69, 70, 73, 74, 75, 76, 77, 78]

  /// The problem of the way in which a command ended.
  func problem(isFaulty: Bool) -> String? {
    guard let status, !isHung else { return "\(summary): \(errorText.suffix(400))" }
    if !isFaulty { return status == 0 ? nil : "\(summary): \(errorText)" }
    guard Self.known.contains(status) else { return "\(summary) is not in the table: \(errorText)" }
    if status == 0 { return nil }
    for word in ["Optional(", "Fatal error", "SQLiteError", "Swift."]
    where errorText.contains(word) {
      return "The message shows '\(word)': \(errorText)"
    }
    // The doctor's report is an answer, also when it is not healthy.
    let answer = error.isEmpty && status == 1 ? output : error
    if (try? JSONSerialization.jsonObject(with: answer)) == nil {
      return "\(summary) without a JSON error: '\(errorText)'"
    }
    return nil
  }
}
