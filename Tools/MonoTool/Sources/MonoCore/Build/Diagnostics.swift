/// Finds the errors and warnings in a build's output.
enum Diagnostics {
  /// Each distinct line that is an error (or a warning), in order, with paths relative to the root.
  static func lines(_ output: String, root: String, severity: String) -> [String] {
    var seen: Set<String> = []
    let all: [Substring] = output.split(separator: "\n")
    return all.compactMap { line in
      guard isDiagnostic(line, severity) else { return nil }
      let text = String(line).replacing(root + "/", with: "")
      return seen.insert(text).inserted ? text : nil
    }
  }

  /// The errors; those without a place only when there is none with one.
  static func errors(_ output: String, root: String) -> [String] {
    let all = lines(output, root: root, severity: "error")
    let placed = all.filter { !$0.hasPrefix("error: ") }
    return placed.isEmpty ? all : placed
  }

  private static func isDiagnostic(_ line: Substring, _ severity: String) -> Bool {
    if line.hasPrefix("\(severity): ") { return !line.contains("fatalError") }
    // "file.swift:3:5: error: …", but not the excerpt below it: "  |  `- error: …".
    guard let mark = line.firstRange(of: ": \(severity): ") else {
      return line.contains("undefined reference") && severity == "error"
    }
    let place = line[..<mark.lowerBound]
    return place.first == "/" && place.last?.isNumber == true
  }
}
