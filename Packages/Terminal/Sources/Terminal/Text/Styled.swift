/// One line of text whose parts have styles.
///
/// A literal is used unchanged; every value that is interpolated or passed is cleaned by
/// ``SanitizedText``, so that text from other users can be used directly:
/// `"Shared with \(friend.name, .accent)."`
public struct Styled: Sendable, Hashable {
  public struct Run: Sendable, Hashable {
    public let text: String
    public let style: Style
  }

  public private(set) var runs: [Run] = []

  /// Creates a line of one part; the text is cleaned.
  public init(_ text: String, _ style: Style = .plain) { append(SanitizedText.clean(text), style) }
  init(runs: [Run]) { self.runs = runs }

  /// Appends text that is already clean.
  private mutating func append(_ text: String, _ style: Style) {
    if !text.isEmpty { runs.append(Run(text: text, style: style)) }
  }

  /// The text without its styles.
  public var text: String { runs.map(\.text).joined() }
  /// The columns that the line takes.
  public var displayWidth: Int { runs.reduce(0) { $0 + $1.text.displayWidth } }

  /// Returns the line with all its parts in another style.
  public func styled(_ style: Style) -> Styled {
    Styled(runs: runs.map { Run(text: $0.text, style: style) })
  }

  /// Returns the line in bold on another background, in the colors that it has.
  func selected(behind background: Color) -> Styled {
    Styled(
      runs: runs.map { run in
        var style = run.style
        (style.isBold, style.isDim, style.background) = (true, false, background)
        return Run(text: run.text, style: style)
      })
  }

  public static func + (a: Styled, b: Styled) -> Styled { Styled(runs: a.runs + b.runs) }

  /// The line, shortened to `columns` with an ellipsis at its end if it does not fit.
  public func truncated(to columns: Int, isUnicode: Bool) -> Styled {
    guard displayWidth > columns else { return self }
    let ellipsis = isUnicode ? "…" : "..."
    guard columns > ellipsis.count else {
      return Styled(runs: [Run(text: String(ellipsis.prefix(max(0, columns))), style: .plain)])
    }
    let kept = split(at: text.prefix(columns: columns - ellipsis.count).count).head
    return Styled(runs: kept.runs + [Run(text: ellipsis, style: kept.runs.last?.style ?? .plain)])
  }

  /// The text with control sequences for its styles; without any when there are no colors.
  public func rendered(_ level: ColorLevel) -> String {
    guard level != .none else { return text }
    return runs.map { run in
      let sequence = run.style.selectGraphicRendition(level)
      return sequence.isEmpty ? run.text : sequence + run.text + Style.resetSequence
    }.joined()
  }

  /// The line, broken at spaces into lines of at most `width` columns; a longer word is cut.
  public func wrapped(to width: Int) -> [Styled] {
    let width = max(1, width)
    var lines: [Styled] = []
    var rest = self
    while rest.displayWidth > width {
      let full = rest.text.prefix(columns: width)
      // A wide character in one column would never fit: it is shown all the same.
      guard !full.isEmpty else { break }
      let isWhole = rest.text.dropFirst(full.count).first == " "
      let words = isWhole ? full : String(full.reversed().drop { $0 != " " }.dropFirst().reversed())
      let (line, tail) = rest.split(at: words.isEmpty ? full.count : words.count)
      lines.append(line)
      rest = tail.split(at: tail.text.prefix { $0 == " " }.count).tail
    }
    return lines + [rest]
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

extension Styled: ExpressibleByStringInterpolation {
  /// Collects literals as they are and values after cleaning.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var styled = Styled(runs: [])

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { styled.append(literal, .plain) }

    /// Appends a value's description in a style.
    public mutating func appendInterpolation(
      _ value: some CustomStringConvertible, _ style: Style = .plain
    ) {
      styled.append(SanitizedText.clean(value.description), style)
    }

    /// Appends a line that has styles of its own.
    public mutating func appendInterpolation(_ value: Styled) { styled = styled + value }
  }

  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.styled }
  public init(stringLiteral value: String) { append(value, .plain) }
}

extension [Styled] {
  /// Returns the lines of an error: what happened, and what to do next unless `hint` is empty.
  public static func error(_ message: String, hint: String) -> [Styled] {
    [Styled(message, .error)] + (hint.isEmpty ? [] : [Styled(hint)])
  }
}
