/// Lines of text in columns and paragraphs.
enum TextLayout {
  /// Rows in columns, the first aligned left and the others right.
  static func table(_ rows: [[String]]) -> [String] {
    let columns = rows.first?.count ?? 0
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + padding : padding + cell
      }
      .joined(separator: "  ")
    }
  }

  /// A paragraph in lines of at most `width` characters, broken at blanks, with the indentation of
  /// its beginning; a word that is too long is cut into pieces.
  static func wrapped(_ text: String, width: Int) -> [String] {
    let indentation = String(text.prefix { $0 == " " })
    let available = max(1, width - indentation.count)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ").flatMap({ pieces(of: $0, length: available) }) {
      if line.isEmpty {
        line = word
      } else if line.count + 1 + word.count <= available {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    return (lines + [line]).map { indentation + $0 }
  }

  private static func pieces(of word: Substring, length: Int) -> [String] {
    var pieces: [String] = []
    var rest = word
    while rest.count > length {
      pieces.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return pieces + [String(rest)]
  }
}
