/// The four compositions side by side.
public struct ComparisonTable: Sendable {
  /// One line of the table: a question, and the answer of each composition.
  public struct Row: Sendable {
    let question: String
    let answers: [String]
  }

  private let rows: [Row]

  /// Lays the measures out.
  public init(_ reports: [ComparisonReport]) {
    rows = Self.rows.map { question, answer in
      Row(question: question, answers: reports.map(answer))
    }
  }

  private static let rows: [(String, @Sendable (ComparisonReport) -> String)] = [
    ("", { $0.candidate.rawValue }),
    ("lines a new dependency touches", { $0.size($0.source.newDependency) }),
    ("lines a new implementation touches", { $0.size($0.source.newImplementation) }),
    ("lines to write when moving on to it", { $0.move }),
    ("objects created: root", { $0.objects("root") }),
    ("  launch, welcome", { $0.objects("launch, welcome") }),
    ("  sign in", { $0.objects("sign in") }),
    ("  signed in", { $0.objects("signed in") }),
    ("  pick me up", { $0.objects("pick me up") }),
    ("  confirm", { $0.objects("confirm") }),
    ("objects alive after sign-out", { "\($0.run.aliveAfterSignOut.count)" }),
    ("optionals a consumer must unwrap", { "\($0.source.unwraps)" }),
    ("a test substitutes a dependency", { $0.testSubstitution }),
    ("compile-time substitution", { $0.compileTimeSubstitution }),
    ("run-time substitution", { $0.runTimeSubstitution }),
    ("files that compile without the others", { $0.independentFiles }),
    ("time to open the sign-in form", { $0.time }),
    ("allocations to open it", { $0.cost.allocations.map { "\($0)" } ?? "not counted" }),
  ]

  /// The table as text, in columns.
  public var text: String {
    let columns = (rows.first?.answers.count ?? 0) + 1
    let widths = (0..<columns).map { column in
      rows.map { $0.cells[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row.cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return withoutTrailingSpaces(cells.joined(separator: "  "))
    }.joined(separator: "\n")
  }
}

extension ComparisonTable.Row {
  fileprivate var cells: [String] { [question] + answers }
}

private func withoutTrailingSpaces(_ line: String) -> String {
  var line = line
  while line.last == " " { line.removeLast() }
  return line
}
