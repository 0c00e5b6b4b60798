extension CommandLineParser {
  /// Converts everything that was read; `nil` when only help or the version is wanted.
  func values() throws(UsageError) -> ParsedValues? {
    if wantsHelp || wantsVersion { return nil }
    let words = try assignArguments()
    let missing = available.filter { words[$0.label, default: []].count < $0.count.lowerBound }
    guard missing.isEmpty else { throw error(.missing(missing.map(\.labelWithValue))) }
    var values = ParsedValues()
    for definition in available {
      do {
        try values.store(words[definition.label, default: []], for: definition)
      } catch {
        throw self.error(
          .invalidValue(
            error.argument, parameter: definition.label, reason: error.reason.reason))
      }
    }
    return values
  }

  private func assignArguments() throws(UsageError) -> [String: [String]] {
    var assigned = given
    var rest = arguments[...]
    for definition in available where definition.form == .argument {
      let words = rest.prefix(definition.count.upperBound)
      assigned[definition.label] = Array(words)
      rest = rest.dropFirst(words.count)
    }
    guard rest.isEmpty else {
      throw error(.surplus(Array(rest), repeatableOption: lastRepeatable))
    }
    return assigned
  }
}
