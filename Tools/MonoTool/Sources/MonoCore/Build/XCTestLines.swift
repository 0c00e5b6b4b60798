/// Reads what XCTest prints on Linux.
enum XCTestLines {
  static func tests(_ output: String, of target: String, root: String) -> [TestCase] {
    var tests: [TestCase] = []
    var running: TestCase?
    for line in output.split(separator: "\n") {
      if let name = line.between("Test Case '", "' started") {
        if let unfinished = running { tests.append(unfinished) }
        let type = String(name.prefix { $0 != "." })
        running = TestCase(
          target: target, name: String(name), outcome: .crashed, file: "", line: 0,
          message: "did not end", begin: 0, end: 0, suite: type)
      } else if let name = line.between("Test Case '", "' "), name == running?.name ?? "" {
        if line.contains("' passed (") { running?.outcome = .passed }
        if line.contains("' skipped (") { running?.outcome = .skipped }
        if line.contains("' failed (") { running?.outcome = .failed }
        let seconds = line.between("(", " seconds)").flatMap { Double($0) } ?? 0
        running?.end = seconds
        if let finished = running { tests.append(finished) }
        running = nil
      } else if let name = running?.name, let mark = line.firstRange(of: " error: \(name) : "),
        running?.file == ""
      {
        let place = line[..<mark.lowerBound].split(separator: ":")
        running?.file = TestCase.shortened(String(place.first ?? ""), root: root)
        running?.line = place.dropFirst().first.flatMap { Int($0) } ?? 0
        running?.message = String(line[mark.upperBound...])
      }
    }
    if let running { tests.append(running) }
    return tests
  }
}

extension Substring {
  /// The text between the first start and the first end after it.
  func between(_ start: String, _ end: String) -> Substring? {
    guard let from = firstRange(of: start)?.upperBound,
      let to = self[from...].firstRange(of: end)?.lowerBound
    else { return nil }
    return self[from..<to]
  }
}
