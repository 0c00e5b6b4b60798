import Terminal

/// Something that is told about a ride or a rider, with its name.
struct Fact {
  let label: String
  let value: Styled

  init(_ label: String, _ value: Styled) {
    self.label = label
    self.value = value
  }

  /// The fact as one line.
  var line: Styled { "\(label): \(value)" }
}

extension [Fact] {
  /// The facts below each other, aligned; a value that does not fit gets a row of its own.
  func lines(columns: Int) -> [Styled] {
    let width = 2 + (map { $0.label.displayWidth }.max() ?? 0)
    return flatMap { fact in
      let label = Styled(fact.label, .muted)
      guard width + fact.value.displayWidth > columns else {
        let gap = String(repeating: " ", count: width - fact.label.displayWidth)
        return [label + Styled(gap) + fact.value]
      }
      return [label] + fact.value.wrapped(to: columns - 2).map { "  \($0)" }
    }
  }
}
