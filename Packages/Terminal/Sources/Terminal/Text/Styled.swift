/// One line of text whose parts have styles.
///
/// A literal is used unchanged; every value that is interpolated or passed is cleaned by
/// ``SanitizedText``, so that text from other people can be used directly:
/// `"Shared with \(friend.name, .accent)."`
public struct Styled: Sendable, Hashable {
  /// A part in one style.
  public struct Run: Sendable, Hashable {
    public let text: String
    public let style: Style
  }

  /// The parts in their order.
  public private(set) var runs: [Run] = []

  /// Creates a line of one part; the text is cleaned.
  public init(_ text: String, _ style: Style = .plain) {
    append(SanitizedText.clean(text), style)
  }

  init(runs: [Run]) {
    self.runs = runs
  }

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

  /// The two lines as one.
  public static func + (a: Styled, b: Styled) -> Styled { Styled(runs: a.runs + b.runs) }

  /// The line, shortened to `columns` with an ellipsis at its end if it does not fit.
  public func truncated(to columns: Int, isUnicode: Bool) -> Styled {
    guard displayWidth > columns else { return self }
    let ellipsis = isUnicode ? "…" : "..."
    guard columns > ellipsis.count else {
      return Styled(runs: [Run(text: String(ellipsis.prefix(max(0, columns))), style: .plain)])
    }
    let kept = prefix(columns: columns - ellipsis.count)
    return Styled(runs: kept.runs + [Run(text: ellipsis, style: kept.runs.last?.style ?? .plain)])
  }

  /// The longest beginning that takes at most `columns`.
  func prefix(columns: Int) -> Styled {
    var rest = columns
    var kept: [Run] = []
    for run in runs {
      let text = run.text.prefix(columns: rest)
      if !text.isEmpty { kept.append(Run(text: text, style: run.style)) }
      guard text.utf8.count == run.text.utf8.count else { break }
      rest -= text.displayWidth
    }
    return Styled(runs: kept)
  }

  /// The text with control sequences for its styles; without any when there are no colors.
  public func rendered(_ level: ColorLevel) -> String {
    guard level != .none else { return text }
    return runs.map { run in
      let sequence = run.style.selectGraphicRendition(level)
      return sequence.isEmpty ? run.text : sequence + run.text + Style.resetSequence
    }.joined()
  }
}

extension Styled: ExpressibleByStringInterpolation {
  /// Collects literals as they are and values after cleaning.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var styled = Styled(runs: [])

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      styled.append(literal, .plain)
    }

    /// Appends a value's description in a style.
    public mutating func appendInterpolation(
      _ value: some CustomStringConvertible, _ style: Style = .plain
    ) {
      styled.append(SanitizedText.clean(value.description), style)
    }

    /// Appends a line that has styles of its own.
    public mutating func appendInterpolation(_ value: Styled) {
      styled = styled + value
    }
  }

  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.styled
  }

  public init(stringLiteral value: String) {
    append(value, .plain)
  }
}

extension [Styled] {
  /// Returns the lines of an error: what happened, and what to do next unless `hint` is empty.
  public static func error(_ message: String, hint: String) -> [Styled] {
    [Styled(message, .error)] + (hint.isEmpty ? [] : [Styled(hint)])
  }
}
