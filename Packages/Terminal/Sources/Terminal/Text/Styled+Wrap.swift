extension Styled {
  /// The line, broken at spaces into lines of at most `width` columns; a longer word is cut.
  public func wrapped(to width: Int) -> [Styled] {
    let width = max(1, width)
    var lines: [Styled] = []
    var rest = self
    while rest.displayWidth > width {
      let head = rest.prefix(columns: width)
      let text = head.text
      // A wide character in one column would never fit: it is shown all the same.
      guard !text.isEmpty else { break }
      let isWhole = rest.text.dropFirst(text.count).first == " "
      let (line, tail) = rest.split(at: isWhole ? text.count : Self.breakOffset(text))
      lines.append(line)
      rest = tail.split(at: tail.text.prefix { $0 == " " }.count).tail
    }
    return lines + [rest]
  }

  /// How many characters of a full line stay on it: those before its last space.
  private static func breakOffset(_ text: String) -> Int {
    let offset = text.lastIndex(of: " ").map { text.distance(from: text.startIndex, to: $0) }
    return offset.map { $0 > 0 ? $0 : text.count } ?? text.count
  }

  private func split(at count: Int) -> (head: Styled, tail: Styled) {
    var rest = count
    var head: [Run] = []
    var tail: [Run] = []
    for run in runs {
      let front = run.text.prefix(rest)
      let back = run.text.dropFirst(front.count)
      if !front.isEmpty { head.append(Run(text: String(front), style: run.style)) }
      if !back.isEmpty { tail.append(Run(text: String(back), style: run.style)) }
      rest -= front.count
    }
    return (Styled(runs: head), Styled(runs: tail))
  }
}
