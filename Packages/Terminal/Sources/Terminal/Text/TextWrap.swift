/// Breaks text into lines at spaces.
enum TextWrap {
  /// Returns the lines of a text that has no line breaks of its own.
  ///
  /// - Parameters:
  ///   - width: The columns of a line; a longer word has a line of its own.
  ///   - hanging: The spaces before every line but the first.
  static func wrap(_ text: String, width: Int, hanging: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: hanging)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let columns = String(word).displayWidth
      if used > 0, used + 1 + columns > width {
        lines.append(line)
        line = margin + word
        used = hanging + columns
      } else {
        line += (used > 0 ? " " : "") + word
        used += (used > 0 ? 1 : 0) + columns
      }
    }
    lines.append(line)
    return lines
  }
}
