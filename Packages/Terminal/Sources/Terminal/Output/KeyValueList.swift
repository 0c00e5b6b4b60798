/// The facts of one record, one line each.
///
/// On a terminal the values are aligned and long ones continue on the next line; in a pipe there
/// is one tab between label and value; the accessible form is `label: value`.
public struct KeyValueList: Sendable {
  public let entries: [(label: String, value: Styled)]

  public init(_ entries: [(label: String, value: Styled)]) { self.entries = entries }

  /// The list's text, in the form that suits the standard output; every line ends with a break.
  public func text(for capabilities: TerminalCapabilities) -> String {
    if !capabilities.outputIsTerminal {
      return entries.map { "\($0.label)\t\($0.value.text)\n" }.joined()
    }
    let lines = capabilities.isAccessible ? lines : aligned(columns: capabilities.size.columns)
    return lines.map { $0.rendered(capabilities.outputColor) + "\n" }.joined()
  }

  private func aligned(columns: Int) -> [Styled] {
    let column = labelWidth + 2
    return entries.flatMap { entry in
      entry.value.wrapped(to: max(columns - column, 16)).enumerated().map { index, line in
        let label = Styled(entry.label.padded(to: column), .muted)
        return (index == 0 ? label : Styled("".padded(to: column))) + line
      }
    }
  }

  private var labelWidth: Int { entries.map(\.label.displayWidth).max() ?? 0 }
  /// The entries as lines `label: value`, where lines are read one by one.
  public var lines: [Styled] { entries.map { "\($0.label): \($0.value)" } }

  /// The entries below each other, aligned; a value that does not fit gets a row of its own.
  public func lines(columns: Int) -> [Styled] {
    let width = labelWidth + 2
    return entries.flatMap { entry in
      let label = Styled(entry.label, .muted)
      guard width + entry.value.displayWidth > columns else {
        return [label + Styled("".padded(to: width - entry.label.displayWidth)) + entry.value]
      }
      return [label] + entry.value.wrapped(to: columns - 2).map { "  \($0)" }
    }
  }
}

extension Terminal {
  /// Writes a list to the standard output.
  public func write(_ list: KeyValueList) throws(TerminalError) {
    try write(list.text(for: capabilities))
  }
}
