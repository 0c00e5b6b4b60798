extension KeyValueList {
  /// The entries as lines `label: value`, where lines are read one by one.
  public var lines: [Styled] { entries.map { "\($0.label): \($0.value)" } }

  /// The entries below each other, aligned; a value that does not fit gets a row of its own.
  ///
  /// - Parameter columns: The width of the place for them.
  public func lines(columns: Int) -> [Styled] {
    let width = 2 + (entries.map(\.label.displayWidth).max() ?? 0)
    return entries.flatMap { entry in
      let label = Styled(entry.label, .muted)
      guard width + entry.value.displayWidth > columns else {
        return [label + Styled(entry.label.gap(to: width)) + entry.value]
      }
      return [label] + entry.value.wrapped(to: columns - 2).map { "  \($0)" }
    }
  }
}

extension String {
  fileprivate func gap(to width: Int) -> String {
    String(repeating: " ", count: width - displayWidth)
  }
}
