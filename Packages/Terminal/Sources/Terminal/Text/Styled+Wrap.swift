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
      let count = Self.breakOffset(text, followedBySpace: rest.startsWithSpace(after: text.count))
      lines.append(rest.keepingFirst(count))
      rest = rest.dropFirst(count).trimmingLeadingSpaces()
    }
    return lines + [rest]
  }

  /// How many characters of a full line stay on it.
  private static func breakOffset(_ text: String, followedBySpace: Bool) -> Int {
    guard !followedBySpace, let space = text.lastIndex(of: " ") else { return text.count }
    let count = text.distance(from: text.startIndex, to: space)
    return count > 0 ? count : text.count
  }

  private func startsWithSpace(after count: Int) -> Bool {
    text.dropFirst(count).first == " "
  }

  private func keepingFirst(_ count: Int) -> Styled {
    split(at: count).head
  }

  private func dropFirst(_ count: Int) -> Styled {
    split(at: count).tail
  }

  private func trimmingLeadingSpaces() -> Styled {
    dropFirst(text.prefix { $0 == " " }.count)
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
